package io.holdfast.benchmarks;

import io.holdfast.testkit.Await;
import io.holdfast.testkit.tomcat.TomcatProcess;
import java.io.IOException;
import java.time.Duration;

/** Restarts a Tomcat in which 10,000 sessions of 4 KB live, then reads each of them. */
final class RestartMeasurement {

  private static final int SESSIONS = 10_000;
  private static final Duration STORED_DEADLINE = Duration.ofSeconds(60);

  private final Bench bench = Bench.fromProperties();
  private final Table table = new Table("restart");

  private RestartMeasurement() {}

  public static void main(String[] arguments) throws IOException, InterruptedException {
    new RestartMeasurement().run();
  }

  private void run() throws IOException, InterruptedException {
    String loadBefore = WebAppContext.loadAverage();
    try (Nodes nodes = new Nodes();
        Fleet fleet = new Fleet(SESSIONS)) {
      try (TomcatProcess tomcat = bench.withStore(nodes, "")) {
        create(nodes, fleet, tomcat);
        restart(nodes, tomcat);
        read(fleet, tomcat);
      }
      write(WebAppContext.describe(bench, nodes, "benchmarks/run restart", loadBefore));
    }
  }

  private void create(Nodes nodes, Fleet fleet, TomcatProcess tomcat)
      throws IOException, InterruptedException {
    table.row("heap in use before the sessions", bench.heap(tomcat), "");
    Stopwatch creating = new Stopwatch();
    Latencies creation = fleet.create(tomcat.port());
    table.row(
        "create them over 8 connections",
        creating.seconds(),
        creating.rateOf(SESSIONS) + ", " + creation.spread());
    Await.until("all sessions are stored", STORED_DEADLINE, () -> nodes.holdSessions(SESSIONS));
    table.row(
        "until all are stored, from the first request on",
        creating.seconds(),
        "%s records, %d MB in memcached"
            .formatted(nodes.each("curr_items"), nodes.sum("bytes") >> 20));
    table.row("heap in use with the sessions", bench.heap(tomcat), "");
  }

  private void restart(Nodes nodes, TomcatProcess tomcat) {
    long sets = nodes.sum("cmd_set");
    Stopwatch stopping = new Stopwatch();
    tomcat.stop();
    String stopped = stopping.seconds();
    table.row(
        "stop (SIGTERM)",
        stopped,
        nodes.sum("cmd_set") - sets + " records written; " + Bench.lastWords(tomcat));

    long gets = nodes.sum("cmd_get");
    Stopwatch starting = new Stopwatch();
    tomcat.start();
    String started = starting.seconds();
    table.row("start", started, nodes.sum("cmd_get") - gets + " records read");
  }

  private void read(Fleet fleet, TomcatProcess tomcat) throws IOException, InterruptedException {
    table.row("heap in use after the restart", bench.heap(tomcat), "");
    for (String which : new String[] {"read all, each loaded from the store", "read all again"}) {
      Stopwatch reading = new Stopwatch();
      Latencies latencies = fleet.read(tomcat.port());
      table.row(which, reading.seconds(), reading.rateOf(SESSIONS) + ", " + latencies.spread());
    }
    table.row("heap in use after all were read", bench.heap(tomcat), "");
  }

  private void write(String surroundings) throws IOException {
    bench
        .document()
        .replace(
            "restart",
            """
            ## A Tomcat restarted under %,d sessions of 4 KB

            Sessions are created over HTTP, the Tomcat is stopped in order and started again, then each
            session is read and its content compared with what was created; a missing or wrong one fails
            the run. Heap is what a full collection leaves.

            %s
            | | | |
            |---|---:|---|
            %s
            """
                .formatted(SESSIONS, surroundings, table));
    table.say("all %,d sessions were there; see docs/measurements.md".formatted(SESSIONS));
  }
}
