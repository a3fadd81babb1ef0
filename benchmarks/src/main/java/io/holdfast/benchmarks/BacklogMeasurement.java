package io.holdfast.benchmarks;

import io.holdfast.testkit.Await;
import io.holdfast.testkit.tomcat.TomcatProcess;
import java.io.IOException;
import java.time.Duration;

/** Makes 10,000 sessions while the store is frozen, lets it go on, then stops with it frozen. */
final class BacklogMeasurement {

  private static final int SESSIONS = 10_000;
  private static final Duration DEADLINE = Duration.ofMinutes(3);

  private BacklogMeasurement() {}

  public static void main(String[] arguments) throws IOException, InterruptedException {
    Bench bench = Bench.fromProperties();
    Table table = new Table("backlog");
    String loadBefore = WebAppContext.loadAverage();
    try (Nodes nodes = new Nodes();
        Fleet fleet = new Fleet(SESSIONS)) {
      try (TomcatProcess tomcat = bench.withStore(nodes, "")) {
        measure(bench, table, nodes, fleet, tomcat);
      }
      bench
          .document()
          .replace(
              "backlog",
              """
              ## Sessions made while the store is frozen

              Both nodes are stopped with SIGSTOP, %,d sessions of 4 KB are made over 8 connections, then
              the nodes go on with SIGCONT and no further request comes. At the end the nodes are frozen
              once more and the Tomcat is stopped in order.

              %s
              | | | |
              |---|---:|---|
              %s
              """
                  .formatted(
                      SESSIONS,
                      WebAppContext.describe(bench, nodes, "benchmarks/run backlog", loadBefore),
                      table));
    }
  }

  private static void measure(
      Bench bench, Table table, Nodes nodes, Fleet fleet, TomcatProcess tomcat)
      throws IOException, InterruptedException {
    nodes.freeze();
    Stopwatch creating = new Stopwatch();
    Latencies creation = fleet.create(tomcat.port());
    table.row("make them", creating.seconds(), creation.spread());
    table.row("heap in use with them", bench.heap(tomcat), "");

    nodes.thaw();
    Stopwatch returning = new Stopwatch();
    Await.until("a session is stored", DEADLINE, () -> nodes.sum("curr_items") > 0);
    table.row("SIGCONT until the first is stored", returning.seconds(), "");
    Await.until("all sessions are stored", DEADLINE, () -> nodes.holdSessions(SESSIONS));
    table.row(
        "SIGCONT until all are stored",
        returning.seconds(),
        nodes.each("curr_items") + " records, " + nodes.sum("cmd_set") + " writes");
    table.row("heap in use then", bench.heap(tomcat), "");

    nodes.freeze();
    Stopwatch stopping = new Stopwatch();
    tomcat.stop();
    String stopped = stopping.seconds();
    table.row("stop (SIGTERM), store frozen again", stopped, Bench.lastWords(tomcat));
    nodes.thaw();
  }
}
