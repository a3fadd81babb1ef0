package io.holdfast.benchmarks.beans;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Some users of one server, each with a connection and a thread. */
final class Shoppers implements AutoCloseable {

  private final List<Shopper> shoppers = new ArrayList<>();
  private final ExecutorService threads;

  Shoppers(int port, int size) throws IOException {
    this.threads = Executors.newFixedThreadPool(size);
    try {
      for (int number = 0; number < size; number++) {
        shoppers.add(new Shopper(port, number));
      }
    } catch (IOException e) {
      close();
      throw e;
    }
  }

  /** Lets all have sessions until the time comes; returns how many requests they sent. */
  int askUntil(long endNanos, Kind kind) throws IOException, InterruptedException {
    List<Callable<Integer>> tasks = new ArrayList<>();
    shoppers.forEach(shopper -> tasks.add(() -> shopper.askUntil(endNanos, kind)));
    int all = 0;
    for (Future<Integer> requests : threads.invokeAll(tasks)) {
      try {
        all += requests.get();
      } catch (ExecutionException e) {
        throw new IOException("A user failed", e.getCause());
      }
    }
    return all;
  }

  /** Lets each begin a session that ends by itself after so many seconds. */
  void abandon(Kind kind, int idleSeconds) throws IOException {
    for (Shopper shopper : shoppers) {
      shopper.abandon(kind, idleSeconds);
    }
  }

  @Override
  public void close() throws IOException {
    threads.shutdownNow();
    for (Shopper shopper : shoppers) {
      shopper.close();
    }
  }
}
