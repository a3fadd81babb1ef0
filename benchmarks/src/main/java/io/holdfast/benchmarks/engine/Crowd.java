package io.holdfast.benchmarks.engine;

import io.holdfast.benchmarks.report.Turn.Waits;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.IntPredicate;
import org.HdrHistogram.Histogram;

/** Clients of one server, each with a thread and a connection that they keep. */
public final class Crowd implements AutoCloseable {

  private final List<HttpConnection> connections = new ArrayList<>();
  private final ExecutorService threads;

  /** Connects so many. */
  public Crowd(int port, int size) {
    this(port, size, HttpConnection.SESSION);
  }

  /** Connects so many, who look at a cookie of this name. */
  public Crowd(int port, int size, String cookie) {
    this.threads = Executors.newFixedThreadPool(size);
    try {
      while (connections.size() < size) {
        connections.add(new HttpConnection(port, cookie));
      }
    } catch (RuntimeException e) {
      close();
      throw e;
    }
  }

  /** What each client does. */
  @FunctionalInterface
  public interface Act {
    /** Does it as the client of a number, from 0 on. */
    void perform(HttpConnection connection, int number) throws Exception;
  }

  /** What each of several threads does. */
  @FunctionalInterface
  public interface Task {
    /** Does it as number so-and-so, from 0 on. */
    void perform(int number) throws Exception;
  }

  /** Lets all do the same at the same time; the first failure is thrown after all have ended. */
  public void each(Act act) throws IOException, InterruptedException {
    sideBySide(threads, connections.size(), number -> act.perform(connections.get(number), number));
  }

  /**
   * Lets all do the same again and again.
   *
   * @param goesOn whether the client of a number does it once more
   * @return the nanoseconds that each time took
   */
  public Histogram repeat(IntPredicate goesOn, Act act) throws IOException, InterruptedException {
    Histogram all = new Histogram(Waits.DIGITS);
    each(
        (connection, number) -> {
          Histogram own = new Histogram(Waits.DIGITS);
          long start = System.nanoTime();
          while (goesOn.test(number)) {
            act.perform(connection, number);
            long end = System.nanoTime();
            own.recordValue(end - start);
            start = end;
          }
          synchronized (all) {
            all.add(own);
          }
        });
    return all;
  }

  /** Lets threads of their own do the same at the same time. */
  public static void sideBySide(int size, Task task) throws IOException, InterruptedException {
    ExecutorService threads = Executors.newFixedThreadPool(size);
    try {
      sideBySide(threads, size, task);
    } finally {
      threads.shutdownNow();
    }
  }

  /** Runs the task on the given threads; there must be at least {@code size} of them. */
  public static void sideBySide(ExecutorService threads, int size, Task task)
      throws IOException, InterruptedException {
    List<Callable<Integer>> tasks = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      int number = i;
      tasks.add(
          () -> {
            task.perform(number);
            return number;
          });
    }
    for (Future<Integer> done : threads.invokeAll(tasks)) {
      try {
        done.get();
      } catch (ExecutionException e) {
        Throwable cause = Objects.requireNonNullElse(e.getCause(), e);
        throw new IOException("A client failed: " + cause.getMessage(), cause);
      }
    }
  }

  @Override
  public void close() {
    threads.shutdownNow();
    connections.forEach(HttpConnection::close);
  }
}
