package io.holdfast.benchmarks;

import io.holdfast.testkit.Await;
import io.holdfast.testkit.memcached.MemcachedProcess;
import io.holdfast.testkit.tomcat.TomcatProcess;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;

/**
 * Freezes both nodes under the load of 50 clients for 30 seconds and compares with the same
 * application without a store, in the same run: first Tomcat's own manager, then backups after the
 * response, then backups before it.
 */
final class FrozenStoreMeasurement {

  private static final int CLIENTS = 50;
  private static final Duration WARM_UP = Duration.ofSeconds(10);
  private static final Duration PHASE = Duration.ofSeconds(30);
  private static final Duration RECOVERY_DEADLINE = Duration.ofSeconds(60);

  private final Bench bench = Bench.fromProperties();
  private final List<String> rows = new ArrayList<>();
  private final List<String> heaps = new ArrayList<>();
  private final List<String> recoveries = new ArrayList<>();

  private FrozenStoreMeasurement() {}

  public static void main(String[] arguments) throws IOException, InterruptedException {
    new FrozenStoreMeasurement().run();
  }

  private void run() throws IOException, InterruptedException {
    String loadBefore = Surroundings.loadAverage();
    try (TomcatProcess tomcat = bench.withoutStore();
        Crowd crowd = new Crowd(tomcat, CLIENTS)) {
      crowd.run(WARM_UP);
      phase("no store (Tomcat's own manager)", tomcat, crowd);
    }
    try (MemcachedProcess n1 = Bench.node();
        MemcachedProcess n2 = Bench.node()) {
      withStore("backup after the response", "sessionBackupAsync=\"true\"", n1, n2);
      withStore("backup before the response", "sessionBackupAsync=\"false\"", n1, n2);
      write(Surroundings.describe(bench, n1, "benchmarks/run frozen"), loadBefore);
    }
  }

  private void withStore(String name, String attributes, MemcachedProcess n1, MemcachedProcess n2)
      throws IOException, InterruptedException {
    try (TomcatProcess tomcat = bench.withStore(n1, n2, attributes);
        Crowd crowd = new Crowd(tomcat, CLIENTS)) {
      crowd.run(WARM_UP);
      phase(name + ", store answers", tomcat, crowd);
      long heapBefore = bench.heap(tomcat);
      n1.freeze();
      n2.freeze();
      phase(name + ", store frozen", tomcat, crowd);
      long heapAfter = bench.heap(tomcat);
      heaps.add(
          "| %s | %.1f MB | %.1f MB |"
              .formatted(name, heapBefore / 1048576.0, heapAfter / 1048576.0));
      recover(name, tomcat, crowd, n1, n2);
    }
  }

  private void phase(String name, TomcatProcess tomcat, Crowd crowd)
      throws IOException, InterruptedException {
    say(name + ": " + CLIENTS + " clients for " + PHASE.toSeconds() + " s");
    int collections = HeapLog.left(tomcat).size();
    Outcome outcome = crowd.run(PHASE);
    List<Integer> left = HeapLog.left(tomcat);
    List<Integer> during = left.subList(Math.min(collections, left.size()), left.size());
    String row =
        "| %s | %.0f | %.1f | %.0f | %.0f | %.0f | %s |"
            .formatted(
                name,
                outcome.count() / (double) PHASE.toSeconds(),
                outcome.all().millis(0.5),
                outcome.all().millis(0.99),
                outcome.all().millis(1),
                outcome.settled().millis(1),
                range(during));
    rows.add(row);
    say(row);
  }

  private void recover(
      String name, TomcatProcess tomcat, Crowd crowd, MemcachedProcess n1, MemcachedProcess n2)
      throws IOException {
    n1.thaw();
    n2.thaw();
    long thawed = System.nanoTime();
    Client newcomer = new Client(tomcat.port(), CLIENTS + 1);
    newcomer.begin();
    Await.until(
        "a new session is stored", RECOVERY_DEADLINE, () -> isStored(newcomer.sessionId(), n1, n2));
    double first = secondsSince(thawed);
    newcomer.end();
    say("a new session is stored again %.2f s after SIGCONT".formatted(first));
    Await.until(
        "the last state of each session is stored",
        RECOVERY_DEADLINE,
        () -> crowd.clients().stream().allMatch(client -> isCurrent(client, n1, n2)));
    double all = secondsSince(thawed);
    say("the last state of all %d is stored %.2f s after it".formatted(CLIENTS, all));
    recoveries.add("| %s | %.2f s | %.2f s |".formatted(name, first, all));
  }

  private static boolean isCurrent(Client client, MemcachedProcess n1, MemcachedProcess n2) {
    return Stream.of(n1, n2)
        .map(node -> record(client.sessionId(), node))
        .anyMatch(record -> record.contains("<" + client.state() + ">"));
  }

  private static boolean isStored(String sessionId, MemcachedProcess n1, MemcachedProcess n2) {
    return Stream.of(n1, n2).anyMatch(node -> !record(sessionId, node).isEmpty());
  }

  /** The record's bytes as Latin-1, in which ASCII stays readable; empty if there is none. */
  private static String record(String sessionId, MemcachedProcess node) {
    byte[] record = node.probe().get(sessionId.substring(0, sessionId.indexOf('.')));
    return record == null ? "" : new String(record, StandardCharsets.ISO_8859_1);
  }

  private static String range(List<Integer> megabytes) {
    return megabytes.isEmpty()
        ? "no collection"
        : "%d to %d MB (%d collections)"
            .formatted(Collections.min(megabytes), Collections.max(megabytes), megabytes.size());
  }

  private static double secondsSince(long nanos) {
    return (System.nanoTime() - nanos) / 1e9;
  }

  private static void say(String line) {
    System.out.println("[frozen] " + line);
  }

  private void write(String surroundings, String loadBefore) throws IOException {
    String section =
        """
        ## The store frozen under load

        Both nodes stopped with SIGSTOP while %d clients, each with a session of 4 KB and a kept-alive
        connection, ask again as soon as an answer is there, for %d s. Nine of ten requests change the
        session; one carries the id of a session of another Tomcat, which has to be looked for in the
        store. `operationTimeout` has its default of 1 s. Times in ms; "settled" leaves out the first
        %d s. "Heap" is what the young collections of that phase left.
        %s- load average before the run: %s

        | | requests/s | median | 99 %% | largest | largest, settled | heap |
        |---|---:|---:|---:|---:|---:|---|
        %s

        Heap in use after a full collection, before and after the frozen phase:

        | | before | after |
        |---|---:|---:|
        %s

        After SIGCONT, without any further request of the %d clients:

        | | a new session is stored | the last state of every session is stored |
        |---|---:|---:|
        %s
        """
            .formatted(
                CLIENTS,
                PHASE.toSeconds(),
                Crowd.SETTLING.toSeconds(),
                surroundings.stripTrailing() + "\n",
                loadBefore,
                String.join("\n", rows),
                String.join("\n", heaps),
                CLIENTS,
                String.join("\n", recoveries));
    bench.document().replace("frozen", section);
    say("written to docs/measurements.md");
  }
}
