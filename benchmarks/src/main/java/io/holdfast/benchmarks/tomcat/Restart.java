package io.holdfast.benchmarks.tomcat;

import io.holdfast.benchmarks.engine.Bench;
import io.holdfast.benchmarks.engine.Nodes;
import io.holdfast.benchmarks.engine.Run;
import io.holdfast.benchmarks.report.Turn;
import io.holdfast.testkit.Await;
import io.holdfast.testkit.tomcat.TomcatProcess;
import java.io.IOException;
import java.time.Duration;
import java.util.List;

/** Restarts a Tomcat in which thousands of sessions of 4 KB live, then reads each of them. */
public final class Restart {

  private static final Duration STORED_DEADLINE = Duration.ofMinutes(3);

  private final Run run;
  private final Bench bench;
  private final int sessions;
  private final StringBuilder rows = new StringBuilder();

  private Restart(Run run) {
    this.run = run;
    this.bench = new Bench(run.root());
    this.sessions = run.effort(10_000, 1_000);
  }

  public static void perform(Run run) throws IOException, InterruptedException {
    Restart restart = new Restart(run);
    try (Nodes nodes = new Nodes()) {
      try (TomcatProcess tomcat = restart.bench.start(nodes, "sticky=\"true\"")) {
        restart.restart(nodes, tomcat, new Herd(tomcat));
      }
      run.write(
          "measurements.md",
          run.section()
              .with("versions", restart.bench.versions(nodes))
              .with("sessions", "%,d".formatted(restart.sessions))
              .with("rows", restart.rows));
    }
  }

  private void restart(Nodes nodes, TomcatProcess tomcat, Herd herd)
      throws IOException, InterruptedException {
    row("heap in use before the sessions", herd.heap(), "");
    Stopwatch creating = new Stopwatch();
    Turn made = herd.grow(sessions, number -> "/new?seed=" + number);
    row("create them over 8 connections", creating.seconds(), rate(made));
    awaitStored(nodes);
    row(
        "until all are stored, from the first request on",
        creating.seconds(),
        "%s records, %d MB in memcached"
            .formatted(nodes.each("curr_items"), nodes.sum("bytes") >> 20));
    row("heap in use with the sessions", herd.heap(), "");
    long sets = nodes.sum("cmd_set");
    String stopped = Stopwatch.of(tomcat::stop);
    row(
        "stop (SIGTERM)",
        stopped,
        nodes.sum("cmd_set") - sets + " records written; " + Herd.lastWords(tomcat));
    long gets = nodes.sum("cmd_get");
    String started = Stopwatch.of(tomcat::start);
    row("start", started, nodes.sum("cmd_get") - gets + " records read");
    row("heap in use after the restart", herd.heap(), "");
    for (String which : List.of("read all, each loaded from the store", "read all again")) {
      Turn read = herd.read();
      row(which, "%.2f s".formatted(read.seconds()), rate(read));
    }
    row("heap in use after all were read", herd.heap(), "");
  }

  private void awaitStored(Nodes nodes) {
    Await.until("all sessions are stored", STORED_DEADLINE, () -> nodes.holdSessions(sessions));
  }

  private void row(String... cells) {
    run.row(rows, cells);
  }

  private static String rate(Turn turn) {
    return "%.0f a second, %s".formatted(turn.rate(), Herd.spread(turn));
  }
}
