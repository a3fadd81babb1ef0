package io.holdfast.benchmarks;

import io.holdfast.testkit.Await;
import io.holdfast.testkit.tomcat.TomcatProcess;
import java.io.IOException;
import java.time.Duration;
import java.util.Collections;
import java.util.List;

/**
 * Freezes both nodes under the load of 50 clients for 30 seconds and compares with the same
 * application without a store, in the same run: first Tomcat's own manager, then backups after the
 * response, then backups before it.
 */
final class FrozenStoreMeasurement {

  private static final int CLIENTS = 50;
  private static final Duration WARM_UP = Duration.ofSeconds(10);
  private static final Duration PHASE = Duration.ofSeconds(30);
  private static final Duration LAST_CHANGES = Duration.ofSeconds(2);
  private static final Duration RECOVERY_DEADLINE = Duration.ofSeconds(60);

  private final Bench bench = Bench.fromProperties();
  private final Table requests = new Table("frozen");
  private final Table heaps = new Table("frozen, heap");
  private final Table recoveries = new Table("frozen, back");
  private final Table stops = new Table("frozen, stop");

  private FrozenStoreMeasurement() {}

  public static void main(String[] arguments) throws IOException, InterruptedException {
    new FrozenStoreMeasurement().run();
  }

  private void run() throws IOException, InterruptedException {
    String loadBefore = WebAppContext.loadAverage();
    try (TomcatProcess tomcat = bench.withoutStore();
        Crowd crowd = new Crowd(tomcat, CLIENTS)) {
      crowd.run(WARM_UP);
      phase("no store: Tomcat's own manager", tomcat, crowd);
    }
    try (Nodes nodes = new Nodes()) {
      withStore("backup after the response", "sessionBackupAsync=\"true\"", nodes);
      withStore("backup before the response", "sessionBackupAsync=\"false\"", nodes);
      write(WebAppContext.describe(bench, nodes, "benchmarks/run frozen", loadBefore));
    }
  }

  private void withStore(String name, String attributes, Nodes nodes)
      throws IOException, InterruptedException {
    try (TomcatProcess tomcat = bench.withStore(nodes, attributes);
        Crowd crowd = new Crowd(tomcat, CLIENTS)) {
      crowd.run(WARM_UP);
      phase(name + ", store answers", tomcat, crowd);
      String heapBefore = bench.heap(tomcat);
      nodes.freeze();
      phase(name + ", store frozen", tomcat, crowd);
      heaps.row(name, heapBefore, bench.heap(tomcat));
      recover(name, tomcat, crowd, nodes);
      stopFrozen(name, tomcat, crowd, nodes);
    }
  }

  private void phase(String name, TomcatProcess tomcat, Crowd crowd)
      throws IOException, InterruptedException {
    requests.say(name + ": " + CLIENTS + " clients for " + PHASE.toSeconds() + " s");
    int collections = HeapLog.left(tomcat).size();
    Outcome outcome = crowd.run(PHASE);
    List<Integer> left = HeapLog.left(tomcat);
    requests.row(
        name,
        "%.0f".formatted(outcome.count() / (double) PHASE.toSeconds()),
        outcome.own().row(),
        outcome.strange().row(),
        "%.0f".formatted(outcome.settled().millis(1)),
        range(left.subList(Math.min(collections, left.size()), left.size())));
  }

  private void recover(String name, TomcatProcess tomcat, Crowd crowd, Nodes nodes)
      throws IOException {
    nodes.thaw();
    Stopwatch returning = new Stopwatch();
    Client newcomer = new Client(tomcat.port(), CLIENTS + 1);
    newcomer.begin();
    newcomer.end();
    Await.until(
        "a new session is stored", RECOVERY_DEADLINE, () -> nodes.hold(newcomer.sessionId(), ""));
    String first = returning.seconds();
    Await.until(
        "the last state of each session is stored",
        RECOVERY_DEADLINE,
        () ->
            crowd.clients().stream()
                .allMatch(client -> nodes.hold(client.sessionId(), "<" + client.state() + ">")));
    recoveries.row(name, first, returning.seconds());
  }

  private void stopFrozen(String name, TomcatProcess tomcat, Crowd crowd, Nodes nodes)
      throws IOException, InterruptedException {
    nodes.freeze();
    crowd.run(LAST_CHANGES);
    Stopwatch stopping = new Stopwatch();
    tomcat.stop();
    stops.row(name, stopping.seconds());
    nodes.thaw();
  }

  private static String range(List<Integer> megabytes) {
    return megabytes.isEmpty()
        ? "no collection"
        : "%d to %d MB".formatted(Collections.min(megabytes), Collections.max(megabytes));
  }

  private void write(String surroundings) throws IOException {
    bench
        .document()
        .replace(
            "frozen",
            """
            ## The store frozen under load

            Both nodes are stopped with SIGSTOP while %d clients, each with a session of 4 KB and a
            kept-alive connection, ask again as soon as an answer is there, for %d s. Nine of ten requests
            change the client's session; one carries the id of a session of another Tomcat, which has to
            be looked for in the store. `operationTimeout` has its default, 1 s. Times in ms; the last
            column but one leaves out the first %d s, in which the breakers open. "Heap" is what the
            collections in that time left.

            %s
            | | requests/s | own session: median | 99 %% | largest | unknown id: median | 99 %% | largest | largest of all, later | heap |
            |---|---:|---:|---:|---:|---:|---:|---:|---:|---|
            %s
            Heap in use after a full collection:

            | | before the freeze | after %d s of it |
            |---|---:|---:|
            %s
            After SIGCONT, without any further request of the %d clients:

            | | a new session is stored | the last state of every session is stored |
            |---|---:|---:|
            %s
            Frozen once more, %d s of changes, then SIGTERM; the changes cannot be stored any more:

            | | orderly stop |
            |---|---:|
            %s
            """
                .formatted(
                    CLIENTS,
                    PHASE.toSeconds(),
                    Crowd.SETTLING.toSeconds(),
                    surroundings,
                    requests,
                    PHASE.toSeconds(),
                    heaps,
                    CLIENTS,
                    recoveries,
                    LAST_CHANGES.toSeconds(),
                    stops));
    requests.say("see docs/measurements.md");
  }
}
