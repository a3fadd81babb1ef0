package io.holdfast.benchmarks.tomcat;

import io.holdfast.benchmarks.engine.Bench;
import io.holdfast.benchmarks.engine.Crowd;
import io.holdfast.benchmarks.engine.HttpConnection;
import io.holdfast.benchmarks.engine.Nodes;
import io.holdfast.benchmarks.engine.Run;
import io.holdfast.benchmarks.report.Turn.Waits;
import io.holdfast.testkit.Await;
import io.holdfast.testkit.tomcat.TomcatProcess;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.HdrHistogram.Histogram;

/**
 * Freezes both nodes under the load of 50 clients and compares with the same application without a
 * store, in the same run: first Tomcat's own manager, then backups after the response, then backups
 * before it.
 */
public final class Frozen {

  private static final int CLIENTS = 50;
  private static final Duration CHANGES = Duration.ofSeconds(2);
  private static final Duration RETURN_DEADLINE = Duration.ofSeconds(60);

  /** The first seconds of a phase, in which a breaker may still be closed. */
  private static final Duration SETTLING = Duration.ofSeconds(5);

  private final Run run;
  private final Bench bench;
  private final Duration warmUp;
  private final Duration phase;
  private final StringBuilder requests = new StringBuilder();
  private final StringBuilder heaps = new StringBuilder();
  private final StringBuilder returns = new StringBuilder();
  private final StringBuilder stops = new StringBuilder();

  private Frozen(Run run) {
    this.run = run;
    this.bench = new Bench(run.root());
    this.warmUp = run.effort(Duration.ofSeconds(10), Duration.ofSeconds(2));
    this.phase = run.effort(Duration.ofSeconds(30), Duration.ofSeconds(15), Duration.ofSeconds(7));
  }

  /** One user with a session of 4 KB, who asks again as soon as an answer is there. */
  private static final class Client {

    /** Every so many requests one comes with the id of a session that another Tomcat had. */
    private static final int STRANGERS_ONE_IN = 10;

    private final int number;
    private String sessionId = "";
    private int requests;
    private int strangers;

    Client(int number) {
      this.number = number;
    }

    /** Makes the session. */
    Client begin(HttpConnection connection) throws IOException {
      sessionId = connection.page("/new?seed=" + number, "").newSessionId();
      if (sessionId.isEmpty()) {
        throw new IOException("No session was made");
      }
      return this;
    }

    /** Sends requests until the time comes; failures are exceptions, none is expected. */
    Outcome runUntil(long endNanos, long settledNanos, HttpConnection connection)
        throws IOException {
      Outcome outcome = new Outcome();
      for (long start = System.nanoTime(); start < endNanos; start = System.nanoTime()) {
        boolean stranger = ++requests % STRANGERS_ONE_IN == 0;
        if (stranger) {
          String id = "%032X.t2".formatted(number * 1_000_000_000L + ++strangers);
          String answer = connection.page("/read", id).body();
          if (!answer.equals("none")) {
            throw new IOException("Somebody's session was answered: " + answer);
          }
        } else {
          connection.page("/change?to=" + state(), sessionId);
        }
        long nanos = System.nanoTime() - start;
        (stranger ? outcome.strange : outcome.own).recordValue(nanos);
        if (start >= settledNanos) {
          outcome.settled.recordValue(nanos);
        }
      }
      return outcome;
    }

    /** What the last change wrote: unique among clients. */
    String state() {
      return number + "-" + (requests - strangers);
    }
  }

  /**
   * What clients saw in one phase.
   *
   * @param own requests on the client's own session
   * @param strange requests with the id of a session that this Tomcat does not know
   * @param settled all requests that began after the first seconds
   */
  private record Outcome(Histogram own, Histogram strange, Histogram settled) {
    Outcome() {
      this(new Histogram(Waits.DIGITS), new Histogram(Waits.DIGITS), new Histogram(Waits.DIGITS));
    }
  }

  /** A Tomcat under load. */
  private final class Loaded implements AutoCloseable {
    private final TomcatProcess tomcat;
    private final Crowd crowd;
    private final List<Client> clients;

    Loaded(TomcatProcess tomcat) throws IOException, InterruptedException {
      this.tomcat = tomcat;
      this.crowd = new Crowd(tomcat.port(), CLIENTS);
      this.clients = crowd.each((connection, number) -> new Client(number + 1).begin(connection));
      load(warmUp);
    }

    List<Outcome> load(Duration time) throws IOException, InterruptedException {
      long start = System.nanoTime();
      return crowd.each(
          (connection, number) ->
              clients
                  .get(number)
                  .runUntil(start + time.toNanos(), start + SETTLING.toNanos(), connection));
    }

    void phase(String name) throws IOException, InterruptedException {
      List<Outcome> seen = load(phase);
      Histogram own = Waits.together(seen.stream().map(Outcome::own).toList());
      Histogram strange = Waits.together(seen.stream().map(Outcome::strange).toList());
      Histogram settled = Waits.together(seen.stream().map(Outcome::settled).toList());
      run.row(
          requests,
          name,
          "%.0f"
              .formatted(
                  (own.getTotalCount() + strange.getTotalCount()) / (double) phase.toSeconds()),
          cells(Waits.of(own)),
          cells(Waits.of(strange)),
          "%.0f".formatted(Waits.of(settled).longest()));
    }

    /** Lets the store go on, and waits until it has everything. */
    void thaw(String name, Nodes nodes) throws IOException {
      nodes.thaw();
      Stopwatch returning = new Stopwatch();
      Client newcomer = new Client(CLIENTS + 1);
      try (HttpConnection connection = new HttpConnection(tomcat.port())) {
        newcomer.begin(connection);
      }
      Await.until(
          "a new session is stored", RETURN_DEADLINE, () -> nodes.hold(newcomer.sessionId, ""));
      String first = returning.seconds();
      Await.until(
          "the last state of each session is stored",
          RETURN_DEADLINE,
          () ->
              clients.stream()
                  .allMatch(client -> nodes.hold(client.sessionId, "<" + client.state() + ">")));
      run.row(returns, name, first, returning.seconds());
    }

    @Override
    public void close() throws IOException {
      crowd.close();
      tomcat.close();
    }
  }

  public static void perform(Run run) throws IOException, InterruptedException {
    Frozen frozen = new Frozen(run);
    try (Nodes nodes = new Nodes()) {
      try (Loaded plain = frozen.new Loaded(frozen.bench.start(nodes, ""))) {
        plain.phase("no store: Tomcat's own manager");
      }
      frozen.withStore("backup after the response", "sessionBackupAsync=\"true\"", nodes);
      frozen.withStore("backup before the response", "sessionBackupAsync=\"false\"", nodes);
      frozen.write(nodes);
    }
  }

  private void withStore(String name, String attributes, Nodes nodes)
      throws IOException, InterruptedException {
    try (Loaded loaded = new Loaded(bench.start(nodes, attributes))) {
      loaded.phase(name + ", store answers");
      String heapBefore = Bench.heap(loaded.tomcat);
      nodes.freeze();
      loaded.phase(name + ", store frozen");
      run.row(heaps, name, heapBefore, Bench.heap(loaded.tomcat));
      loaded.thaw(name, nodes);
      nodes.freeze();
      loaded.load(CHANGES);
      run.row(stops, name, Stopwatch.of(loaded.tomcat::stop));
      nodes.thaw();
    }
  }

  private static String cells(Waits waits) {
    return "%.1f | %.0f | %.0f".formatted(waits.median(), waits.slow(), waits.longest());
  }

  private void write(Nodes nodes) {
    run.write(
        "measurements.md",
        run.section()
            .with("versions", bench.versions(nodes))
            .with("clients", CLIENTS)
            .with("phase", phase.toSeconds())
            .with("settling", SETTLING.toSeconds())
            .with("changes", CHANGES.toSeconds())
            .with("requests", requests)
            .with("heaps", heaps)
            .with("returns", returns)
            .with("stops", stops));
  }
}
