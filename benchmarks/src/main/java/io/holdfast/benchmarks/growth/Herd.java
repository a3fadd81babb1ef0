package io.holdfast.benchmarks.growth;

import io.holdfast.benchmarks.Bench;
import io.holdfast.benchmarks.HttpConnection;
import io.holdfast.benchmarks.HttpConnection.Answer;
import io.holdfast.benchmarks.Nodes;
import io.holdfast.benchmarks.load.Rest;
import io.holdfast.testkit.Await;
import io.holdfast.testkit.tomcat.TomcatProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Sessions in one Tomcat, which become more and more, over a few connections side by side. */
final class Herd implements AutoCloseable {

  private static final int CONNECTIONS = 8;

  /** Tomcat may stand still for seconds while it collects a heap of gigabytes. */
  private static final Duration STORED = Duration.ofMinutes(1);

  private static final long BETWEEN_COLLECTIONS_NANOS = TimeUnit.MILLISECONDS.toNanos(1_200);

  /** Of the heap, one part of so many. */
  private static final int LITTLE = 200;

  private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

  private final TomcatProcess tomcat;
  private final Nodes nodes;
  private final int copies;
  private final Rest rest;
  private final List<String> ids = new ArrayList<>();
  private final ExecutorService threads = Executors.newFixedThreadPool(CONNECTIONS);

  /**
   * Sessions of a Tomcat that this closes.
   *
   * @param copies of each session on the nodes
   */
  Herd(TomcatProcess tomcat, Nodes nodes, int copies) {
    this.tomcat = tomcat;
    this.nodes = nodes;
    this.copies = copies;
    this.rest = new Rest(this::writes, System::nanoTime, () -> LockSupport.parkNanos(PAUSE_NANOS));
  }

  /** Makes so many more, each by one request, and waits until all are stored. */
  void grow(int more, String path) throws IOException, InterruptedException {
    List<Callable<List<String>>> shares = new ArrayList<>();
    for (int share = 0; share < CONNECTIONS; share++) {
      int size = more / CONNECTIONS + (share < more % CONNECTIONS ? 1 : 0);
      shares.add(() -> make(size, path));
    }
    finish(shares).forEach(ids::addAll);
    long stored = (long) copies * ids.size();
    Await.until("all are stored", STORED, () -> nodes.sum("curr_items") >= stored);
  }

  /** One request for each of the last so many sessions; waits until all are stored. */
  void ask(int last, String path) throws IOException, InterruptedException {
    List<String> asked = List.copyOf(ids.subList(ids.size() - last, ids.size()));
    List<Callable<List<String>>> shares = new ArrayList<>();
    for (int share = 0; share < CONNECTIONS; share++) {
      int first = share;
      shares.add(() -> ask(asked, first, path));
    }
    finish(shares);
  }

  private List<String> make(int size, String path) throws IOException {
    List<String> made = new ArrayList<>();
    try (HttpConnection connection = new HttpConnection(tomcat.port())) {
      for (int session = 0; session < size; session++) {
        made.add(get(connection, path, "").newSessionId());
      }
    }
    return made;
  }

  private List<String> ask(List<String> asked, int first, String path) throws IOException {
    try (HttpConnection connection = new HttpConnection(tomcat.port())) {
      for (int session = first; session < asked.size(); session += CONNECTIONS) {
        if (!get(connection, path, asked.get(session)).newSessionId().isEmpty()) {
          throw new IOException("Session " + asked.get(session) + " is lost");
        }
      }
    }
    return List.of();
  }

  private static Answer get(HttpConnection connection, String path, String id) throws IOException {
    Answer answer = connection.get("/" + Bench.APPLICATION + path, id);
    if (answer.status() != 200) {
      throw new IOException(path + " was answered with " + answer.status());
    }
    return answer;
  }

  /** Performs all at the same time and waits until all is stored. */
  private List<List<String>> finish(List<Callable<List<String>>> shares)
      throws IOException, InterruptedException {
    List<List<String>> results = new ArrayList<>();
    for (Future<List<String>> share : threads.invokeAll(shares)) {
      try {
        results.add(share.get());
      } catch (ExecutionException e) {
        throw new IOException("A client failed", e.getCause());
      }
    }
    var unused = rest.await();
    return results;
  }

  /** Looks at the Tomcat and its nodes. */
  Look look() throws IOException {
    return new Look(
        ids.size(),
        heapAtRest(),
        threadsOf(tomcat.pid()),
        writes(),
        nodes.sum("curr_items"),
        nodes.sum("bytes"),
        nodes.sum("curr_connections"));
  }

  /**
   * The heap when a collection finds nothing more: what was sent to a node is kept as long as its
   * answer might have taken.
   */
  private long heapAtRest() throws IOException {
    long before;
    long heap = Bench.heapBytes(tomcat);
    do {
      before = heap;
      LockSupport.parkNanos(BETWEEN_COLLECTIONS_NANOS);
      heap = Bench.heapBytes(tomcat);
    } while (heap < before - before / LITTLE);
    return heap;
  }

  private long writes() {
    return nodes.sum("cmd_set") + nodes.sum("cmd_touch");
  }

  private static int threadsOf(long pid) throws IOException {
    return Files.readAllLines(Path.of("/proc", Long.toString(pid), "status")).stream()
        .filter(line -> line.startsWith("Threads:"))
        .map(line -> Integer.parseInt(line.substring("Threads:".length()).strip()))
        .findFirst()
        .orElseThrow();
  }

  @Override
  public void close() {
    threads.shutdownNow();
    tomcat.close();
  }
}
