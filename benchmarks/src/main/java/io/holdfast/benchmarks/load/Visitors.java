package io.holdfast.benchmarks.load;

import io.holdfast.benchmarks.Bench;
import io.holdfast.benchmarks.HttpConnection;
import io.holdfast.benchmarks.HttpConnection.Answer;
import io.holdfast.benchmarks.Latencies;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * People who come once, as {@code ab} without {@code -k} does: each request has a connection of its
 * own and no cookie. The Tomcat closes the connection, so that it is the Tomcat's port that waits
 * for stray packets afterwards, and the client's can be used again.
 */
final class Visitors implements AutoCloseable {

  /** Whatever is not asked for then stays unasked. */
  private static final Duration LONGEST = Duration.ofSeconds(20);

  private final int port;
  private final SideBySide threads = new SideBySide();

  Visitors(int port) {
    this.port = port;
  }

  /** Asks for a page so often. */
  Latencies ask(Page page, int atOnce, int requests) throws IOException, InterruptedException {
    AtomicInteger left = new AtomicInteger(requests);
    long end = System.nanoTime() + LONGEST.toNanos();
    List<Callable<Latencies>> tasks = new ArrayList<>();
    for (int thread = 0; thread < atOnce; thread++) {
      tasks.add(() -> askWhile(left, end, page));
    }
    return threads.run(tasks);
  }

  private Latencies askWhile(AtomicInteger left, long endNanos, Page page) throws IOException {
    Latencies latencies = new Latencies();
    long start = System.nanoTime();
    while (start < endNanos && left.getAndDecrement() > 0) {
      visit(page);
      long end = System.nanoTime();
      latencies.add(end - start);
      start = end;
    }
    return latencies;
  }

  private void visit(Page page) throws IOException {
    try (HttpConnection connection = new HttpConnection(port)) {
      Answer answer = connection.getLast("/" + Bench.APPLICATION + page.path());
      if (answer.status() != 200) {
        throw new IOException(page.title() + " was answered with " + answer.status());
      }
    }
  }

  @Override
  public void close() {
    threads.close();
  }
}
