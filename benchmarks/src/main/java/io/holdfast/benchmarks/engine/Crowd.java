package io.holdfast.benchmarks.engine;

import io.holdfast.benchmarks.report.Turn;
import io.holdfast.benchmarks.report.Turn.Traffic;
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
  public interface Act<T> {

    /**
     * Does it.
     *
     * @param number of the client, from 0 on
     */
    T perform(HttpConnection connection, int number) throws Exception;
  }

  /** What each of several threads does. */
  @FunctionalInterface
  public interface Task<T> {

    /** Does it as number so-and-so, from 0 on. */
    T perform(int number) throws Exception;
  }

  /** How many there are. */
  public int size() {
    return connections.size();
  }

  /** Lets all do the same at the same time; the first failure is thrown after all have ended. */
  public <T> List<T> each(Act<T> act) throws IOException, InterruptedException {
    return sideBySide(threads, size(), number -> act.perform(connections.get(number), number));
  }

  /** What all have waited for, with the time from the first question to the last answer. */
  public Turn time(Act<Histogram> act) throws IOException, InterruptedException {
    long start = System.nanoTime();
    Histogram all = Waits.together(each(act));
    double seconds = (System.nanoTime() - start) / 1e9;
    return new Turn(all.getTotalCount(), seconds, Double.NaN, Waits.of(all), Traffic.NONE, 0);
  }

  /** Lets threads of their own do the same at the same time. */
  public static <T> List<T> sideBySide(int size, Task<T> task)
      throws IOException, InterruptedException {
    ExecutorService threads = Executors.newFixedThreadPool(size);
    try {
      return sideBySide(threads, size, task);
    } finally {
      threads.shutdownNow();
    }
  }

  /** The same on given threads, of which there are at least as many. */
  public static <T> List<T> sideBySide(ExecutorService threads, int size, Task<T> task)
      throws IOException, InterruptedException {
    List<Callable<T>> tasks = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      int number = i;
      tasks.add(() -> task.perform(number));
    }
    List<T> results = new ArrayList<>();
    for (Future<T> result : threads.invokeAll(tasks)) {
      try {
        results.add(result.get());
      } catch (ExecutionException e) {
        Throwable cause = Objects.requireNonNullElse(e.getCause(), e);
        throw new IOException("A client failed: " + cause.getMessage(), cause);
      }
    }
    return results;
  }

  @Override
  public void close() {
    threads.shutdownNow();
    connections.forEach(HttpConnection::close);
  }
}
