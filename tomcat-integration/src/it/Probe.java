import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * What the script beside it needs and a plain system may lack: free ports, a look whether a port
 * answers, a look whether a memcached holds a key, and an HTTP client that prints an answer's cookies
 * and body.
 *
 * <p>{@code ports N}, {@code listens PORT}, {@code stored KEY PORT...}, {@code get URL [COOKIE]}.
 */
final class Probe {

  private static final int TIMEOUT_MILLIS = 20_000;

  private Probe() {}

  public static void main(String[] arguments) throws IOException {
    switch (arguments[0]) {
      case "ports" -> ports(Integer.parseInt(arguments[1]));
      case "listens" -> System.exit(listens(Integer.parseInt(arguments[1])) ? 0 : 1);
      case "stored" -> System.exit(isStored(arguments) ? 0 : 1);
      case "get" -> get(arguments[1], arguments.length > 2 ? arguments[2] : "");
      default -> throw new IllegalArgumentException(arguments[0]);
    }
  }

  /**
   * Prints free ports below those that systems give to outgoing connections; all are held until all
   * are found, so that they differ. Of processes that are started one after the other, each begins
   * 16 ports behind the one before, so that scripts may run side by side.
   */
  private static void ports(int count) throws IOException {
    ServerSocket[] held = new ServerSocket[count];
    int port = 20_000 + 16 * (int) (ProcessHandle.current().pid() % 625);
    for (int found = 0; found < count; port++) {
      ServerSocket socket = new ServerSocket();
      try {
        socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
        held[found++] = socket;
        System.out.println(port);
      } catch (IOException taken) {
        socket.close();
      }
    }
    for (ServerSocket socket : held) {
      socket.close();
    }
  }

  private static boolean listens(int port) {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      return socket.isConnected();
    } catch (IOException nobody) {
      return false;
    }
  }

  /** Whether the memcached on any of the ports holds the key. */
  private static boolean isStored(String[] arguments) throws IOException {
    byte[] command = ("get " + arguments[1] + "\r\n").getBytes(StandardCharsets.US_ASCII);
    for (int i = 2; i < arguments.length; i++) {
      int port = Integer.parseInt(arguments[i]);
      try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
        socket.getOutputStream().write(command);
        // The first letter tells: V of VALUE, E of END.
        if (socket.getInputStream().read() == 'V') {
          return true;
        }
      }
    }
    return false;
  }

  /** Prints the status, each new cookie as {@code cookie: name=value}, and the body. */
  private static void get(String url, String cookie) throws IOException {
    HttpURLConnection connection = (HttpURLConnection) URI.create(url).toURL().openConnection();
    connection.setConnectTimeout(TIMEOUT_MILLIS);
    connection.setReadTimeout(TIMEOUT_MILLIS);
    if (!cookie.isEmpty()) {
      connection.setRequestProperty("Cookie", cookie);
    }
    System.out.println("status: " + connection.getResponseCode());
    List<String> cookies = connection.getHeaderFields().getOrDefault("Set-Cookie", List.of());
    cookies.forEach(set -> System.out.println("cookie: " + set.split(";", 2)[0]));
    System.out.write(connection.getInputStream().readAllBytes());
    System.out.println();
  }
}
