package io.holdfast.testkit.valkey;

import io.holdfast.testkit.Await;
import io.holdfast.testkit.FileTree;
import io.holdfast.testkit.FreePort;
import io.holdfast.testkit.process.ChildProcess;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A Valkey or Redis server as a child process, on a port of 127.0.0.1. It keeps nothing on disk.
 * The files that it has to write for its replicas go to a folder of this process, in memory if
 * possible, because a server answers no request while it waits for a slow disk. A server that is
 * killed leaves such a file, and another one in its folder would start with that. The environment
 * variable {@value #PROGRAM} names another one than the first on the PATH.
 */
public final class ValkeyProcess implements AutoCloseable {

  /** The environment variable. */
  public static final String PROGRAM = "HOLDFAST_VALKEY_SERVER";

  private static final Duration START_DEADLINE = Duration.ofSeconds(60);
  private static final int PORTS_TO_TRY = 5;
  private static final Path MEMORY = Path.of("/dev/shm");
  private static final Pattern OFFSET =
      Pattern.compile("^master_repl_offset:([0-9]+)", Pattern.MULTILINE);
  private static final Pattern LENGTH = Pattern.compile("\\$([0-9]+)\r\n");
  private static final String GOODBYE = "+OK\r\n";
  private static final String LOOPBACK = "127.0.0.1";

  private final int port;
  private final int plainPort;
  private final int busPort;
  private final List<String> arguments;
  private @Nullable ChildProcess child;
  private @Nullable Path folder;

  private ValkeyProcess(int port, int plainPort, int busPort, List<String> arguments) {
    this.port = port;
    this.plainPort = plainPort;
    this.busPort = busPort;
    this.arguments = arguments;
  }

  /**
   * Starts a server on a free port.
   *
   * @param arguments more arguments, such as {@code --requirepass}, {@code secret}
   * @throws IllegalStateException if there is none or it does not answer
   */
  public static ValkeyProcess start(String... arguments) {
    return start(
        () -> {
          int port = FreePort.find();
          return new ValkeyProcess(port, port, 0, List.of(arguments));
        });
  }

  /**
   * Starts a server for a cluster. Its bus has a free port, because another connection may use the
   * default one.
   *
   * @param folder where it writes down what it knows of the cluster
   * @param timeout after which it takes another for lost
   */
  static ValkeyProcess startForCluster(Path folder, Duration timeout) {
    return start(
        () -> {
          int port = FreePort.find();
          int busPort = FreePort.find();
          List<String> arguments =
              List.of(
                  "--cluster-enabled",
                  "yes",
                  "--cluster-port",
                  Integer.toString(busPort),
                  "--cluster-node-timeout",
                  Long.toString(timeout.toMillis()),
                  "--cluster-config-file",
                  folder.resolve("nodes-%d.conf".formatted(port)).toString());
          return new ValkeyProcess(port, port, busPort, arguments);
        });
  }

  private static ValkeyProcess start(Supplier<ValkeyProcess> next) {
    IllegalStateException failure = new IllegalStateException("no port was tried");
    for (int attempt = 0; attempt < PORTS_TO_TRY; attempt++) {
      ValkeyProcess node = next.get();
      try {
        node.startAgain();
        return node;
      } catch (IllegalStateException portMayBeTaken) {
        failure = portMayBeTaken;
      }
    }
    throw failure;
  }

  /**
   * Starts a server that speaks TLS on its port, and nothing else on another.
   *
   * @param arguments with the names of the files
   * @throws IllegalStateException if there is none or it does not answer
   */
  public static ValkeyProcess startWithTls(String... arguments) {
    int port = FreePort.find();
    List<String> all = new ArrayList<>(List.of("--tls-port", Integer.toString(port)));
    all.addAll(List.of(arguments));
    ValkeyProcess node = new ValkeyProcess(port, FreePort.find(), 0, List.copyOf(all));
    node.startAgain();
    return node;
  }

  /**
   * Returns whether the program was built with TLS: then it ends, because it has no certificate.
   */
  public static boolean speaksTls() {
    String port = Integer.toString(FreePort.find());
    ChildProcess asked =
        ChildProcess.start(
            "valkey",
            new ProcessBuilder(program(), "--port", "0", "--tls-port", port, "--save", "")
                .directory(new File(System.getProperty("java.io.tmpdir")))
                .redirectErrorStream(true));
    try {
      String output = asked.output();
      return !output.contains("Failed finding TLS support") && !output.contains("Bad directive");
    } finally {
      asked.kill();
    }
  }

  /** Where servers write what they need for their work alone. */
  static Path scratch() {
    return Files.isDirectory(MEMORY) && Files.isWritable(MEMORY)
        ? MEMORY
        : Path.of(System.getProperty("java.io.tmpdir"));
  }

  /** Creates a folder there. */
  static Path newFolder(String prefix) {
    try {
      return Files.createTempDirectory(scratch(), prefix);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns whether there is such a program. */
  public static boolean isInstalled() {
    return executable() != null;
  }

  private static @Nullable Path executable() {
    String named = System.getenv(PROGRAM);
    if (named != null) {
      return Path.of(named);
    }
    String path = System.getenv("PATH");
    return path == null
        ? null
        : Pattern.compile(File.pathSeparator, Pattern.LITERAL)
            .splitAsStream(path)
            .flatMap(
                folder ->
                    Stream.of("valkey-server", "redis-server").map(name -> Path.of(folder, name)))
            .filter(Files::isExecutable)
            .findFirst()
            .orElse(null);
  }

  /**
   * The server's program.
   *
   * @throws IllegalStateException if there is none
   */
  public static String program() {
    Path program = executable();
    if (program == null) {
      throw new IllegalStateException("There is no valkey-server and no redis-server on the PATH");
    }
    return program.toString();
  }

  /** Starts it, or starts it again, empty. */
  public void startAgain() {
    List<String> command = new ArrayList<>(List.of(program(), "--bind", LOOPBACK));
    command.addAll(List.of("--port", Integer.toString(plainPort)));
    command.addAll(List.of("--save", "", "--appendonly", "no", "--daemonize", "no"));
    // Otherwise the primary waits for others first, and for a sign of the replica in the end.
    command.addAll(List.of("--repl-diskless-sync", "no"));
    command.addAll(List.of("--repl-diskless-load", "on-empty-db"));
    command.addAll(arguments);
    Path ownFolder = newFolder("holdfast-valkey-");
    folder = ownFolder;
    ChildProcess started =
        ChildProcess.start(
            "valkey",
            new ProcessBuilder(command)
                .directory(ownFolder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD));
    child = started;
    try {
      Await.until(
          this + " answers",
          START_DEADLINE,
          () -> !started.isAlive() || (isAnswering() && mayBe(started, plainPort, false)));
    } catch (AssertionError silent) {
      kill();
      throw new IllegalStateException(this + " does not answer", silent);
    }
    if (!started.isAlive()) {
      kill();
      throw new IllegalStateException(this + " ended at once");
    }
  }

  private boolean isAnswering() {
    return isAnswering(plainPort);
  }

  /**
   * Returns false if another process has the port, such as a server of a test beside this one. A
   * server that wants a password does not say.
   */
  static boolean mayBe(ChildProcess started, int port, boolean isSentinel) {
    try {
      String info = ask(port, isSentinel ? "INFO server" : "INFO server\r\nQUIT", isSentinel);
      return info.startsWith("-") || info.contains("process_id:%d\r\n".formatted(started.pid()));
    } catch (UncheckedIOException e) {
      return false; // it may be ending
    }
  }

  /** Returns whether that program is Valkey, and not Redis, by its name. */
  public static boolean isValkey() {
    return Path.of(program()).getFileName().toString().contains("valkey");
  }

  /**
   * Returns what the server on a port of this machine has under a key, as it comes.
   *
   * @return null if it has nothing
   * @throws UncheckedIOException if it does not answer
   */
  public static byte @Nullable [] valueAt(int port, String key) {
    String answer = ask(port, "GET " + key + "\r\nQUIT", false);
    Matcher length = LENGTH.matcher(answer);
    return length.lookingAt()
        ? answer
            .substring(length.end(), length.end() + Integer.parseInt(length.group(1)))
            .getBytes(StandardCharsets.ISO_8859_1)
        : null;
  }

  /** Returns whether the server on a port of this machine answers. */
  public static boolean isAnswering(int port) {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      socket.setSoTimeout(1_000);
      socket.getOutputStream().write("PING\r\n".getBytes(StandardCharsets.US_ASCII));
      int first = socket.getInputStream().read();
      return first == '+' || first == '-'; // it may want a password, or be loading
    } catch (IOException e) {
      return false;
    }
  }

  /**
   * What the server answers to a command without blanks in its words, as {@code redis-cli} would
   * send it, as it comes.
   */
  public String ask(String command) {
    // The end of the input would end a command that waits, such as for a replica.
    String answer = ask(plainPort, command + "\r\nQUIT", false);
    return answer.endsWith(GOODBYE)
        ? answer.substring(0, answer.length() - GOODBYE.length())
        : answer;
  }

  /** Stores bytes, which may be any, until they are deleted. */
  void set(String key, byte[] value) {
    String head = "*3\r\n$3\r\nSET\r\n$%d\r\n%s\r\n$%d\r\n";
    ByteArrayOutputStream command = new ByteArrayOutputStream();
    command.writeBytes(
        head.formatted(key.length(), key, value.length).getBytes(StandardCharsets.UTF_8));
    command.writeBytes(value);
    command.writeBytes("\r\nQUIT\r\n".getBytes(StandardCharsets.UTF_8));
    String answer = send(plainPort, command.toByteArray(), false);
    if (!answer.startsWith("+OK")) {
      throw new IllegalStateException(this + " answers " + answer);
    }
  }

  /** The same as {@link #ask} of a sentinel, which knows no QUIT. */
  static String askSentinel(int port, String command) {
    return ask(port, command, true);
  }

  private static String ask(int port, String command, boolean endsByInput) {
    return send(port, (command + "\r\n").getBytes(StandardCharsets.UTF_8), endsByInput);
  }

  private static String send(int port, byte[] bytes, boolean endsByInput) {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      socket.setSoTimeout(10_000);
      socket.getOutputStream().write(bytes);
      if (endsByInput) {
        socket.shutdownOutput();
      }
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot ask the server on port " + port, e);
    }
  }

  /**
   * Waits until a replica has all that this primary was told so far.
   *
   * @throws AssertionError if it does not get it
   */
  public void awaitReplicatedTo(ValkeyProcess replica) {
    long written = replicated(this);
    Await.until(
        replica + " has what " + this + " has",
        START_DEADLINE,
        () ->
            replica.ask("INFO replication").contains("master_link_status:up")
                && ask("INFO replication").contains("port=%d,state=online".formatted(replica.port))
                && replicated(replica) >= written);
  }

  private static long replicated(ValkeyProcess server) {
    Matcher offset = OFFSET.matcher(server.ask("INFO replication"));
    if (!offset.find()) {
      throw new IllegalStateException(server + " does not say how far it is");
    }
    return Long.parseLong(offset.group(1));
  }

  /** The host. */
  public String host() {
    return LOOPBACK;
  }

  /** The port. */
  public int port() {
    return port;
  }

  /** The port of its cluster's bus. */
  int busPort() {
    return busPort;
  }

  /** Ends it at once: SIGKILL. */
  public void kill() {
    if (child != null) {
      child.kill();
      child = null;
    }
    Path left = folder;
    if (left != null) {
      folder = null;
      Await.until("the end of a process that writes for " + this, () -> isDeleted(left));
    }
  }

  private static boolean isDeleted(Path left) {
    FileTree.delete(left);
    return true;
  }

  /** Stops its threads: SIGSTOP. */
  public void freeze() {
    running().freeze();
  }

  /** Lets its threads go on. */
  public void thaw() {
    running().thaw();
  }

  /** Returns whether the process is there; a frozen one is. */
  public boolean isRunning() {
    return child != null && child.isAlive();
  }

  private ChildProcess running() {
    if (child == null) {
      throw new IllegalStateException(this + " is not running");
    }
    return child;
  }

  @Override
  public void close() {
    kill();
  }

  @Override
  public String toString() {
    return "Valkey or Redis on " + LOOPBACK + ":" + port;
  }
}
