package io.holdfast.testkit.valkey;

import io.holdfast.testkit.Await;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The commands that clients send to a server, as it reports them; without what scripts do. */
public final class ValkeyMonitor implements AutoCloseable {

  /** Such as {@code +1700000000.1 [0 127.0.0.1:1234] "GET" "k"}; scripts have no address. */
  private static final Pattern LINE = Pattern.compile("^\\+[0-9.]+ \\[0 [^]]*:[0-9]+] (.*)$");

  private static final Pattern WORD = Pattern.compile("\"((?:[^\"\\\\]|\\\\.)*)\"");

  /** Behind its verb, a script has its text or digest, and the number of its keys. */
  private static final int KEY_OF_SCRIPT = 3;

  private final Socket socket;
  private final Queue<String> lines = new ConcurrentLinkedQueue<>();

  private ValkeyMonitor(Socket socket) {
    this.socket = socket;
    Thread thread = new Thread(this::read, "valkey-monitor");
    thread.setDaemon(true);
    thread.start();
  }

  /** Begins to listen. */
  public static ValkeyMonitor of(ValkeyProcess server) {
    try {
      Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port());
      ValkeyMonitor monitor = new ValkeyMonitor(socket);
      socket.getOutputStream().write("MONITOR\r\n".getBytes(StandardCharsets.US_ASCII));
      Await.until("it listens", () -> !monitor.lines.isEmpty());
      return monitor;
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot listen to " + server, e);
    }
  }

  private void read() {
    try (BufferedReader in =
        new BufferedReader(
            new InputStreamReader(socket.getInputStream(), StandardCharsets.ISO_8859_1))) {
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        lines.add(line);
      }
    } catch (IOException e) {
      // closed
    }
  }

  /** The commands so far, each as verb, blank, first key. */
  public List<String> commands() {
    List<String> commands = new ArrayList<>();
    for (String line : lines) {
      Matcher command = LINE.matcher(line);
      if (command.matches()) {
        List<String> words = WORD.matcher(command.group(1)).results().map(w -> w.group(1)).toList();
        int key = words.get(0).startsWith("EVAL") ? KEY_OF_SCRIPT : 1;
        commands.add(words.size() > key ? words.get(0) + " " + words.get(key) : words.get(0));
      }
    }
    return commands;
  }

  @Override
  public void close() {
    try {
      socket.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
