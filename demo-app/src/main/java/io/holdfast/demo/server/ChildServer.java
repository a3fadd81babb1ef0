package io.holdfast.demo.server;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A server in a process of its own that can be killed and started again.
 *
 * <p>Starting takes seconds, and killing must not wait for it: the lock guards the fields, not the
 * wait, and a start whose process was killed gives up. After {@link #close()} nothing starts any
 * more, so a start that overlaps the end of the demo leaves no process behind.
 */
public final class ChildServer implements AutoCloseable {

  private static final long PAUSE_NANOS = 20_000_000;

  private final String id;
  private final Launch launch;
  private final Object lock = new Object();
  private @Nullable Process process;
  private boolean answered;
  private boolean closed;
  private @Nullable String trouble;

  ChildServer(String id, Launch launch) {
    this.id = id;
    this.launch = launch;
  }

  /** {@code t1}, {@code t2}, {@code n1} or {@code n2}. */
  public String id() {
    return id;
  }

  /** The port on 127.0.0.1, the same for the whole life of the demo. */
  public int port() {
    return launch.port();
  }

  /** What it is. */
  public ServerKind kind() {
    return launch.kind();
  }

  /**
   * Starts the process and waits until it serves; does nothing if it runs already, or if it is
   * killed meanwhile.
   *
   * @throws ServerStartException if it does not serve; the process is gone then
   */
  public void start() {
    begin().run();
  }

  /**
   * Starts the process and does not wait: {@link #status} says at once that it starts.
   *
   * @return waits until it serves, as {@link #start} does
   */
  public Runnable begin() {
    Process started = launch();
    return () -> await(started);
  }

  private void await(@Nullable Process started) {
    String failure = started == null ? null : awaitReadiness(started);
    if (started == null || failure == null) {
      return;
    }
    synchronized (lock) {
      if (process != started) {
        return;
      }
      trouble = "%s %s%n%s".formatted(id, failure, LogTail.of(launch.log()));
      kill();
      throw new ServerStartException(trouble);
    }
  }

  private @Nullable Process launch() {
    synchronized (lock) {
      if (closed || (process != null && process.isAlive())) {
        return null;
      }
      try {
        LogTail.truncate(launch.log());
        Process started = launch.builder().start();
        process = started;
        answered = false;
        trouble = null;
        return started;
      } catch (IOException e) {
        throw new UncheckedIOException("Cannot start " + id, e);
      }
    }
  }

  private @Nullable String awaitReadiness(Process started) {
    long start = System.nanoTime();
    while (started.isAlive()) {
      switch (launch.readiness().ask()) {
        case READY -> {
          synchronized (lock) {
            answered = process == started;
          }
          return null;
        }
        case BROKEN -> {
          return "runs, but its application did not start; " + launch.log() + " ends with:";
        }
        case NOT_YET -> LockSupport.parkNanos(PAUSE_NANOS);
      }
      if (System.nanoTime() - start > launch.deadline().toNanos()) {
        return "did not answer within %d s; %s ends with:"
            .formatted(launch.deadline().toSeconds(), launch.log());
      }
    }
    return "ended while it started; " + launch.log() + " ends with:";
  }

  /** Kills the process as {@code kill -9} does; nothing happens if there is none. */
  public void kill() {
    synchronized (lock) {
      if (process != null) {
        process.destroyForcibly().onExit().join();
        process = null;
      }
    }
  }

  /** Returns whether the process serves, starts, or is not there. */
  public ServerStatus status() {
    synchronized (lock) {
      boolean alive = process != null && process.isAlive();
      ServerState state =
          !alive ? ServerState.DOWN : answered ? ServerState.RUNNING : ServerState.STARTING;
      long pid = process != null && alive ? process.pid() : 0;
      return new ServerStatus(id, kind(), "127.0.0.1:" + port(), state, pid, trouble);
    }
  }

  /**
   * Tells the process to end as {@code kill -9} does, without waiting; it cannot be started again.
   */
  void beginClose() {
    synchronized (lock) {
      closed = true;
      if (process != null) {
        process.destroyForcibly();
      }
    }
  }

  /** Kills the process and waits for its end; it cannot be started again. */
  @Override
  public void close() {
    synchronized (lock) {
      closed = true;
      kill();
    }
  }
}
