package io.holdfast.testkit.process;

import io.holdfast.testkit.Await;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** A process that this virtual machine started; it is killed when the machine goes down. */
public final class ChildProcess {

  private static final Duration KILL_DEADLINE = Duration.ofSeconds(60);

  private final String name;
  private final Process process;
  private final Thread reaper;

  private ChildProcess(String name, Process process) {
    this.name = name;
    this.process = process;
    this.reaper = new Thread(process::destroyForcibly, "holdfast-testkit-reaper-" + name);
  }

  /**
   * Starts the process.
   *
   * @param name its name in messages
   * @throws UncheckedIOException if it cannot be started
   */
  public static ChildProcess start(String name, ProcessBuilder builder) {
    ChildProcess child = new ChildProcess(name, launch(name, builder));
    Runtime.getRuntime().addShutdownHook(child.reaper);
    return child;
  }

  private static Process launch(String name, ProcessBuilder builder) {
    try {
      return builder.start();
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot start " + name + ": " + builder.command(), e);
    }
  }

  /** The operating system's number of the process. */
  public long pid() {
    return process.pid();
  }

  /** Returns whether the process has not ended; a frozen one is alive. */
  public boolean isAlive() {
    return process.isAlive();
  }

  /** What the process wrote to its output, if that is a pipe; waits for its end. */
  public String output() {
    try {
      return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot read the output of " + this, e);
    }
  }

  /**
   * Waits until it ends by itself.
   *
   * @return its exit value
   * @throws IllegalStateException if it does not end in time; it is killed then
   */
  public int join(Duration within) {
    boolean ended = hasEndedWithin(within);
    kill();
    if (!ended) {
      throw new IllegalStateException(this + " has not ended within " + within);
    }
    return process.exitValue();
  }

  /**
   * Stops its threads until {@link #thaw()}: SIGSTOP. Its sockets stay open. On Linux, this returns
   * after the last thread stopped; elsewhere a thread that runs when the signal is sent can still
   * answer a request.
   */
  public void freeze() {
    signal("STOP");
    ThreadStates states = new ThreadStates(process.pid());
    Await.until("all threads of " + this + " are stopped", states::areStoppedOrUnknown);
  }

  /** Lets it run on: SIGCONT. */
  public void thaw() {
    signal("CONT");
  }

  /** Ends it without a chance to clean up, as {@code kill -9} does; nothing if it is gone. */
  public void kill() {
    process.destroyForcibly();
    if (!hasEndedWithin(KILL_DEADLINE)) {
      throw new IllegalStateException(this + " is alive " + KILL_DEADLINE + " after a kill");
    }
    forget();
  }

  /**
   * Asks it to end (SIGTERM), and kills it if it does not.
   *
   * @return whether it ended by itself within the time
   */
  public boolean terminate(Duration within) {
    if (process.isAlive()) {
      thaw();
      process.destroy();
    }
    boolean ended = hasEndedWithin(within);
    kill();
    return ended;
  }

  private boolean hasEndedWithin(Duration time) {
    try {
      return process.waitFor(time.toNanos(), TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("Interrupted while waiting for the end of " + this, e);
    }
  }

  private void signal(String signal) {
    if (!process.isAlive()) {
      throw new IllegalStateException(this + " has ended; its number may belong to another now");
    }
    // The shell's own kill: a machine without procps has no kill program.
    ProcessBuilder kill = new ProcessBuilder("sh", "-c", "kill -" + signal + " " + process.pid());
    try {
      int exit = kill.redirectErrorStream(true).start().waitFor();
      if (exit != 0) {
        throw new IllegalStateException("Cannot send SIG" + signal + " to " + this);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot send SIG" + signal + " to " + this, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("Interrupted while sending a signal to " + this, e);
    }
  }

  private void forget() {
    if (!isGoingDown()) {
      Runtime.getRuntime().removeShutdownHook(reaper);
    }
  }

  /**
   * Returns whether the virtual machine goes down: then hooks cannot be removed, and need not be.
   */
  private static boolean isGoingDown() {
    Thread probe = new Thread("holdfast-testkit-never-started");
    try {
      Runtime.getRuntime().addShutdownHook(probe);
      Runtime.getRuntime().removeShutdownHook(probe);
      return false;
    } catch (IllegalStateException goingDown) {
      return true;
    }
  }

  @Override
  public String toString() {
    return name + " (process " + process.pid() + ")";
  }
}
