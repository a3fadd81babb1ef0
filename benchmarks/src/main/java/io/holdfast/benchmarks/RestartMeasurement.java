package io.holdfast.benchmarks;

import io.holdfast.testkit.Await;
import io.holdfast.testkit.memcached.MemcachedProcess;
import io.holdfast.testkit.tomcat.TomcatProcess;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/** Restarts a Tomcat in which 10,000 sessions of 4 KB live, then reads each of them. */
final class RestartMeasurement {

  private static final int SESSIONS = 10_000;
  private static final Duration STORED_DEADLINE = Duration.ofSeconds(60);
  private static final double MEGABYTE = 1048576;

  private final Bench bench = Bench.fromProperties();
  private final StringBuilder rows = new StringBuilder();

  private RestartMeasurement() {}

  public static void main(String[] arguments) throws IOException, InterruptedException {
    new RestartMeasurement().run();
  }

  private void run() throws IOException, InterruptedException {
    String loadBefore = Surroundings.loadAverage();
    try (MemcachedProcess n1 = Bench.node();
        MemcachedProcess n2 = Bench.node();
        Fleet fleet = new Fleet(SESSIONS)) {
      List<MemcachedProcess> nodes = List.of(n1, n2);
      try (TomcatProcess tomcat = bench.withStore(n1, n2, "")) {
        long empty = bench.heap(tomcat);
        long start = System.nanoTime();
        Latencies creation = fleet.create(tomcat.port());
        row("create them over 8 connections", start, rate(start) + ", " + spread(creation));
        Await.until(
            "all sessions are stored", STORED_DEADLINE, () -> sum(nodes, "curr_items") >= SESSIONS);
        row("until all are stored, from the first request on", start, items(nodes));
        heap("before the sessions", empty);
        heap("with the sessions", bench.heap(tomcat));

        start = System.nanoTime();
        long setsBefore = sum(nodes, "cmd_set");
        tomcat.stop();
        row("stop (SIGTERM)", start, sum(nodes, "cmd_set") - setsBefore + " records written");

        long getsBefore = sum(nodes, "cmd_get");
        start = System.nanoTime();
        tomcat.start();
        long loads = sum(nodes, "cmd_get") - getsBefore;
        row("start", start, loads + " reads of the store");
        heap("after the restart", bench.heap(tomcat));

        start = System.nanoTime();
        Latencies first = fleet.read(tomcat.port());
        row("read all, each loaded from the store", start, rate(start) + ", " + spread(first));
        start = System.nanoTime();
        Latencies second = fleet.read(tomcat.port());
        row("read all once more", start, rate(start) + ", " + spread(second));
        heap("after all were read", bench.heap(tomcat));
      }
      write(Surroundings.describe(bench, n1, "benchmarks/run restart"), loadBefore);
    }
  }

  private void row(String step, long startNanos, String details) {
    add("| %s | %.2f s | %s |".formatted(step, (System.nanoTime() - startNanos) / 1e9, details));
  }

  private void heap(String moment, long bytes) {
    add("| heap in use %s | %.1f MB | |".formatted(moment, bytes / MEGABYTE));
  }

  private void add(String row) {
    rows.append(row).append('\n');
    say(row);
  }

  private static String rate(long startNanos) {
    return "%.0f a second".formatted(SESSIONS / ((System.nanoTime() - startNanos) / 1e9));
  }

  private static String spread(Latencies latencies) {
    return "median %.1f ms, 99 %% %.1f ms, largest %.0f ms"
        .formatted(latencies.millis(0.5), latencies.millis(0.99), latencies.millis(1));
  }

  private static String items(List<MemcachedProcess> nodes) {
    Stream<String> items = nodes.stream().map(node -> stat(node, "curr_items") + "");
    return String.join(" and ", items.toList())
        + " records, %.1f MB in memcached".formatted(sum(nodes, "bytes") / MEGABYTE);
  }

  private static long sum(List<MemcachedProcess> nodes, String statistic) {
    return nodes.stream().mapToLong(node -> stat(node, statistic)).sum();
  }

  private static long stat(MemcachedProcess node, String statistic) {
    return Long.parseLong(node.probe().stats().getOrDefault(statistic, "0"));
  }

  private static void say(String line) {
    System.out.println("[restart] " + line);
  }

  private void write(String surroundings, String loadBefore) throws IOException {
    String section =
        """
        ## A Tomcat restarted under %,d sessions of 4 KB

        Sessions are created over HTTP, the Tomcat is stopped in order and started again, then each
        session is read and its content compared with what was created; a missing or wrong one fails
        the run. Heap is what a full collection leaves.
        %s- load average before the run: %s

        | | | |
        |---|---:|---|
        %s
        """
            .formatted(SESSIONS, surroundings.stripTrailing() + "\n", loadBefore, rows);
    bench.document().replace("restart", section);
    say("all %,d sessions were there; written to docs/measurements.md".formatted(SESSIONS));
  }
}
