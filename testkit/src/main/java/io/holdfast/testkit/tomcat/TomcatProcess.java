package io.holdfast.testkit.tomcat;

import io.holdfast.testkit.Await;
import io.holdfast.testkit.FreePort;
import io.holdfast.testkit.process.ChildProcess;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A Tomcat in a virtual machine of its own, listening on 127.0.0.1; for one thread. */
public final class TomcatProcess implements AutoCloseable {

  private static final Duration START_DEADLINE = Duration.ofSeconds(90);
  private static final Duration STOP_DEADLINE = Duration.ofSeconds(60);
  private static final int PORTS_TO_TRY = 5;
  private static final int TAIL_LINES = 60;
  private static final String PORT_TAKEN = "java.net.BindException";

  private final TomcatSettings settings;
  private final TomcatBase base;
  private int port;
  private @Nullable ChildProcess child;

  TomcatProcess(TomcatSettings settings, TomcatBase base) {
    this.settings = settings;
    this.base = base;
  }

  /** Begins to describe a Tomcat. */
  public static TomcatSettings of(TomcatDistribution distribution) {
    return new TomcatSettings(distribution);
  }

  /**
   * Starts it, again after {@link #stop()} or {@link #kill()}: on the same port with the same base.
   * Returns when it serves; an application that failed to start does not hold it up.
   *
   * @throws IllegalStateException if it runs, ends or does not serve in time, with its log's end
   */
  public void start() {
    if (isRunning()) {
      throw new IllegalStateException(this + " is running");
    }
    boolean mayMove = port == 0;
    for (int attempt = 1; ; attempt++) {
      if (mayMove) {
        port = FreePort.find();
        base.writePort(port);
      }
      long logStart = base.logSize();
      if (starts(logStart)) {
        return;
      }
      if (!mayMove || attempt == PORTS_TO_TRY || !base.logFrom(logStart).contains(PORT_TAKEN)) {
        throw new IllegalStateException(this + " does not start. Its log ends:\n" + tail());
      }
    }
  }

  private boolean starts(long logStart) {
    ChildProcess started =
        ChildProcess.start(
            "tomcat-" + settings.distribution.version(),
            new ProcessBuilder(TomcatCommand.of(settings, base))
                .directory(base.directory().toFile())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(base.log().toFile())));
    child = started;
    try {
      // Tomcat binds its port before, and logs this line after, all applications have started.
      Await.until(
          this + " serves",
          START_DEADLINE,
          () -> !started.isAlive() || base.logFrom(logStart).contains("Server startup in"));
    } catch (AssertionError late) {
      kill();
      throw new IllegalStateException(this + " is late. Its log ends:\n" + tail(), late);
    }
    if (!started.isAlive()) {
      kill();
    }
    return isRunning();
  }

  /** The HTTP port; known from the first start on, and kept. */
  public int port() {
    if (port == 0) {
      throw new IllegalStateException("It has no port before its first start");
    }
    return port;
  }

  /** The number of the process that runs. */
  public long pid() {
    return running().pid();
  }

  /** Returns whether the process is there; a frozen one is. */
  public boolean isRunning() {
    return child != null && child.isAlive();
  }

  /** The distribution that it runs. */
  public TomcatDistribution distribution() {
    return settings.distribution;
  }

  /** Its CATALINA_BASE; gone after {@link #close()}. */
  public Path base() {
    return base.directory();
  }

  /** All that it logged and printed since it was built. */
  public String logs() {
    return base.logFrom(0);
  }

  /**
   * Stops it gracefully: applications are stopped, sessions are unloaded.
   *
   * @throws IllegalStateException if that takes longer than a minute; it is killed then
   */
  public void stop() {
    boolean inTime = running().terminate(STOP_DEADLINE);
    child = null;
    if (!inTime) {
      throw new IllegalStateException(
          this + " did not stop in " + STOP_DEADLINE + ". Its log ends:\n" + tail());
    }
  }

  /** Ends it at once: {@code kill -9}. Harmless if it is gone. */
  public void kill() {
    if (child != null) {
      child.kill();
      child = null;
    }
  }

  /** Stops all of its threads; its connections stay open. */
  public void freeze() {
    running().freeze();
  }

  /** Lets it run on. */
  public void thaw() {
    running().thaw();
  }

  /** Kills it if it runs, and deletes its base. */
  @Override
  public void close() {
    kill();
    base.delete();
  }

  private ChildProcess running() {
    if (child == null) {
      throw new IllegalStateException(this + " is not running");
    }
    return child;
  }

  private String tail() {
    List<String> lines = logs().lines().toList();
    return String.join("\n", lines.subList(Math.max(0, lines.size() - TAIL_LINES), lines.size()));
  }

  @Override
  public String toString() {
    return "Tomcat " + settings.distribution.version() + " on port " + port;
  }
}
