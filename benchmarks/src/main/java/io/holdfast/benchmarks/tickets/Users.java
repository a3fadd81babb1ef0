package io.holdfast.benchmarks.tickets;

import io.holdfast.benchmarks.HttpConnection;
import io.holdfast.benchmarks.tickets.server.Person;
import io.holdfast.benchmarks.tickets.server.TicketServer;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;

/** Some people, each with a connection to the same server. */
final class Users implements AutoCloseable {

  private static final double NANOS_PER_SECOND = 1e9;
  private static final double NANOS_PER_MILLI = 1e6;

  private final List<HttpConnection> connections = new ArrayList<>();
  private final ExecutorService threads;

  Users(int port, int size) throws IOException {
    this.threads = Executors.newFixedThreadPool(size);
    try {
      for (int i = 0; i < size; i++) {
        connections.add(new HttpConnection(port, TicketServer.COOKIE));
      }
    } catch (IOException e) {
      close();
      throw e;
    }
  }

  /** So many visits of each of them, of which nothing has happened yet. */
  List<List<Visit>> visits(int each) {
    return IntStream.range(0, connections.size())
        .mapToObj(Person::new)
        .map(person -> IntStream.range(0, each).mapToObj(i -> new Visit(person)).toList())
        .toList();
  }

  /** Does the next step of all visits, those of different people side by side. */
  Timing perform(Step step, List<List<Visit>> visits) throws IOException, InterruptedException {
    List<Callable<Timing>> tasks = new ArrayList<>();
    for (int i = 0; i < connections.size(); i++) {
      HttpConnection connection = connections.get(i);
      List<Visit> own = visits.get(i);
      tasks.add(() -> perform(step, own, connection));
    }
    long start = System.nanoTime();
    Timing all = Timing.NONE;
    for (Future<Timing> timing : threads.invokeAll(tasks)) {
      try {
        all = all.plus(timing.get());
      } catch (ExecutionException e) {
        throw new IOException("Failed: " + step.title(), e.getCause());
      }
    }
    return all.within((System.nanoTime() - start) / NANOS_PER_SECOND);
  }

  private static Timing perform(Step step, List<Visit> visits, HttpConnection connection)
      throws IOException {
    Timing timing = Timing.NONE;
    for (Visit visit : visits) {
      long start = System.nanoTime();
      visit.perform(step, connection);
      timing = timing.plus((System.nanoTime() - start) / NANOS_PER_MILLI);
    }
    return timing;
  }

  @Override
  public void close() throws IOException {
    threads.shutdownNow();
    for (HttpConnection connection : connections) {
      connection.close();
    }
  }
}
