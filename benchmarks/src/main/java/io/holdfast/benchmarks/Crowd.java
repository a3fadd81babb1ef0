package io.holdfast.benchmarks;

import io.holdfast.testkit.tomcat.TomcatProcess;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Clients of one Tomcat, each with a connection and a thread of its own. */
final class Crowd implements AutoCloseable {

  /** The first seconds of a phase, in which a breaker may still be closed. */
  static final Duration SETTLING = Duration.ofSeconds(5);

  private final List<Client> clients = new ArrayList<>();
  private final ExecutorService threads;

  Crowd(TomcatProcess tomcat, int size) throws IOException {
    threads = Executors.newFixedThreadPool(size);
    for (int number = 1; number <= size; number++) {
      Client client = new Client(tomcat.port(), number);
      client.begin();
      clients.add(client);
    }
  }

  /** Lets all clients ask for a time. */
  Outcome run(Duration time) throws IOException, InterruptedException {
    long start = System.nanoTime();
    long end = start + time.toNanos();
    long settled = start + SETTLING.toNanos();
    List<Callable<Outcome>> tasks = new ArrayList<>();
    clients.forEach(client -> tasks.add(() -> client.runUntil(end, settled)));
    Outcome all = new Outcome();
    for (Future<Outcome> outcome : threads.invokeAll(tasks)) {
      try {
        all.addAll(outcome.get());
      } catch (ExecutionException e) {
        throw new IOException("A client failed", e.getCause());
      }
    }
    return all;
  }

  List<Client> clients() {
    return clients;
  }

  @Override
  public void close() throws IOException {
    threads.shutdownNow();
    for (Client client : clients) {
      client.end();
    }
  }
}
