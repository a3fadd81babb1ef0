package io.holdfast.testkit.memcached;

import io.holdfast.testkit.Await;
import io.holdfast.testkit.FreePort;
import io.holdfast.testkit.fault.NetworkNamespace;
import io.holdfast.testkit.process.ChildProcess;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The memcached program as a child process. */
public final class MemcachedProcess implements MemcachedNode {

  private static final Duration START_DEADLINE = Duration.ofSeconds(60);
  private static final int PORTS_TO_TRY = 5;
  private static final int USUAL_PORT = 11_211;

  private static final String LOOPBACK = "127.0.0.1";

  private final String host;
  private final int port;
  private final List<String> command;
  private final @Nullable Login login;
  private final int probed;
  private @Nullable ChildProcess child;

  private MemcachedProcess(String host, int port, List<String> command, @Nullable Login login) {
    this(host, port, port, command, login);
  }

  private MemcachedProcess(
      String host, int port, int probed, List<String> command, @Nullable Login login) {
    this.host = host;
    this.port = port;
    this.probed = probed;
    this.command = command;
    this.login = login;
  }

  /**
   * Starts memcached on a free port of 127.0.0.1.
   *
   * @param arguments more arguments, such as {@code -vv}
   * @throws IllegalStateException if there is none on the PATH or it does not answer
   */
  public static MemcachedProcess start(MemcachedLimits limits, String... arguments) {
    return start(limits, null, arguments);
  }

  /**
   * Starts memcached on a free port of 127.0.0.1, for one user only.
   *
   * @throws IllegalStateException if there is none on the PATH or it does not answer
   */
  public static MemcachedProcess start(MemcachedLimits limits, Login login) {
    return start(limits, login, new String[0]);
  }

  /**
   * Starts memcached on a free port of 127.0.0.1, which speaks TLS there. Its probe uses another
   * port, without TLS.
   *
   * @throws IllegalStateException if there is none on the PATH or it does not answer
   */
  public static MemcachedProcess start(MemcachedLimits limits, TlsFiles files) {
    return onFreePort(
        port -> {
          int plain = FreePort.find();
          String places = "%s:%d,notls:%s:%d".formatted(LOOPBACK, port, LOOPBACK, plain);
          List<String> command = command(places, port, limits, "-Z", "-o", files.arguments());
          return new MemcachedProcess(LOOPBACK, port, plain, command, null);
        });
  }

  private static MemcachedProcess start(
      MemcachedLimits limits, @Nullable Login login, String... arguments) {
    return onFreePort(
        port ->
            new MemcachedProcess(
                LOOPBACK, port, command(LOOPBACK, port, limits, arguments), login));
  }

  private static MemcachedProcess onFreePort(IntFunction<MemcachedProcess> make) {
    IllegalStateException failure = new IllegalStateException("no port was tried");
    for (int attempt = 0; attempt < PORTS_TO_TRY; attempt++) {
      MemcachedProcess node = make.apply(FreePort.find());
      try {
        node.start();
        return node;
      } catch (IllegalStateException portMayBeTaken) {
        failure = portMayBeTaken;
      }
    }
    throw failure;
  }

  /**
   * Starts memcached at a given address, with memcached's own limits.
   *
   * @param host a literal address of the loopback interface, IPv6 without brackets
   * @throws IllegalStateException if there is none on the PATH or it does not answer
   */
  public static MemcachedProcess startAt(String host, int port) {
    MemcachedProcess node =
        new MemcachedProcess(host, port, command(inUrl(host), port, MemcachedLimits.DEFAULT), null);
    node.start();
    return node;
  }

  /**
   * Starts memcached inside a network namespace, on its own port, with memcached's own limits.
   *
   * @throws IllegalStateException if there is none on the PATH or it does not answer
   */
  public static MemcachedProcess startIn(NetworkNamespace namespace) {
    String host = namespace.address();
    List<String> command = new ArrayList<>(namespace.entry());
    command.addAll(command(inUrl(host), USUAL_PORT, MemcachedLimits.DEFAULT));
    MemcachedProcess node = new MemcachedProcess(host, USUAL_PORT, List.copyOf(command), null);
    node.start();
    return node;
  }

  /** Returns whether the program is on the PATH. */
  public static boolean isInstalled() {
    return executable() != null;
  }

  static @Nullable Path executable() {
    String path = System.getenv("PATH");
    if (path == null) {
      return null;
    }
    return Pattern.compile(File.pathSeparator, Pattern.LITERAL)
        .splitAsStream(path)
        .map(directory -> Path.of(directory, "memcached"))
        .filter(Files::isExecutable)
        .findFirst()
        .orElse(null);
  }

  private static List<String> command(
      String places, int port, MemcachedLimits limits, String... arguments) {
    Path executable = executable();
    if (executable == null) {
      throw new IllegalStateException("There is no memcached on the PATH");
    }
    List<String> command = new ArrayList<>();
    command.addAll(List.of(executable.toString(), "-l", places, "-U", "0"));
    command.addAll(List.of("-p", Integer.toString(port)));
    command.addAll(List.of("-m", Integer.toString(limits.megabytes())));
    command.addAll(List.of("-I", Integer.toString(limits.itemBytes())));
    if (limits.itemBytes() < MemcachedLimits.DEFAULT.itemBytes()) {
      // It refuses to start when an item's largest part may be larger than an item.
      int largest = limits.itemBytes() / (takesKilobytes(executable) ? 2048 : 2);
      command.addAll(List.of("-o", "slab_chunk_max=" + largest));
    }
    if ("root".equals(System.getProperty("user.name"))) {
      // It refuses to run as root unless told that this is meant.
      command.addAll(List.of("-u", "root"));
    }
    command.addAll(List.of(arguments));
    return List.copyOf(command);
  }

  /** Returns whether it takes a part's size in kilobytes, as 1.6.45; 1.6.18 takes bytes. */
  private static boolean takesKilobytes(Path executable) {
    // Too large in kilobytes: then it does not get as far as its version.
    ProcessBuilder asking =
        new ProcessBuilder(executable.toString(), "-o", "slab_chunk_max=2048", "-V");
    asking.redirectErrorStream(true).redirectOutput(ProcessBuilder.Redirect.DISCARD);
    try {
      return asking.start().waitFor() != 0;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void start() {
    if (isRunning()) {
      throw new IllegalStateException(this + " is running");
    }
    Path users = login == null ? null : login.write();
    try {
      start(users == null ? List.of() : List.of("-Y", users.toString()));
    } finally {
      delete(users);
    }
  }

  private void start(List<String> more) {
    List<String> all = new ArrayList<>(command);
    all.addAll(more);
    ChildProcess started =
        ChildProcess.start("memcached", new ProcessBuilder(all).redirectErrorStream(true));
    child = started;
    String pid = Long.toString(started.pid());
    try {
      Await.until(
          this + " answers",
          START_DEADLINE,
          () -> !started.isAlive() || pid.equals(probe().stats().get("pid")));
    } catch (AssertionError silent) {
      kill();
      throw new IllegalStateException(this + " does not answer", silent);
    }
    if (!started.isAlive()) {
      String output = started.output().strip();
      kill();
      throw new IllegalStateException(this + " ended at once: " + output);
    }
  }

  private static void delete(@Nullable Path file) {
    try {
      if (file != null) {
        Files.delete(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot delete " + file, e);
    }
  }

  @Override
  public MemcachedProbe probe() {
    return new MemcachedProbe(host, probed, login);
  }

  @Override
  public String host() {
    return host;
  }

  @Override
  public int port() {
    return port;
  }

  @Override
  public String address() {
    return inUrl(host) + ":" + port;
  }

  private static String inUrl(String host) {
    return host.indexOf(':') < 0 ? host : "[" + host + "]";
  }

  @Override
  public boolean speaksTls() {
    return probed != port;
  }

  /** The port where it does not speak TLS. */
  public int plainPort() {
    return probed;
  }

  @Override
  public boolean isReal() {
    return true;
  }

  @Override
  public boolean isRunning() {
    return child != null && child.isAlive();
  }

  /** The process' number. */
  public long pid() {
    return running().pid();
  }

  @Override
  public void kill() {
    if (child != null) {
      child.kill();
      child = null;
    }
  }

  @Override
  public void freeze() {
    running().freeze();
  }

  @Override
  public void thaw() {
    running().thaw();
  }

  @Override
  public void close() {
    kill();
  }

  private ChildProcess running() {
    if (child == null) {
      throw new IllegalStateException(this + " is not running");
    }
    return child;
  }

  @Override
  public String toString() {
    return "memcached on " + address();
  }
}
