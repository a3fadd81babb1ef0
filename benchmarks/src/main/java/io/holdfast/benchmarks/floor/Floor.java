package io.holdfast.benchmarks.floor;

import io.holdfast.benchmarks.engine.Bench;
import io.holdfast.benchmarks.engine.Bench.Setup;
import io.holdfast.benchmarks.engine.Field;
import io.holdfast.benchmarks.engine.Mode;
import io.holdfast.benchmarks.engine.Nodes;
import io.holdfast.benchmarks.engine.Page;
import io.holdfast.benchmarks.engine.Run;
import io.holdfast.benchmarks.engine.Scenario;
import io.holdfast.benchmarks.engine.Site;
import io.holdfast.benchmarks.report.Figures;
import io.holdfast.benchmarks.report.Turn;
import io.holdfast.testkit.process.Jdk;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Stream;

/**
 * Measures what bare clients pay for the commands of a request, and what Holdfast adds to a
 * request, in the same rounds on the same nodes.
 */
public final class Floor {

  private Floor() {}

  /** Something that performs requests, whose processor time is measured. */
  interface Measured extends Closeable {

    /** Returns whether it can perform such requests. */
    boolean does(Step step);

    /** Performs requests for a time. */
    Turn perform(Step step, Duration time) throws IOException, InterruptedException;
  }

  /** Clients that send the commands of a request and do nothing else. */
  record Bare(Jdk jdk, Way way) {

    /** All that the JDKs of this machine can run: the running one, and another one if there is. */
    static List<Bare> all() {
      return Stream.concat(Stream.of(Jdk.running()), Jdk.other().stream())
          .flatMap(
              jdk ->
                  Stream.of(Way.values())
                      .filter(way -> way.runsOn(jdk.feature()))
                      .map(way -> new Bare(jdk, way)))
          .toList();
    }

    @Override
    public String toString() {
      return "Java %d, %s".formatted(jdk.feature(), way);
    }
  }

  /**
   * A plain Tomcat that sends the commands of each request, and does nothing else with the store.
   */
  record Within(Step step, Way way) {

    /** The ways to send these commands. */
    static Stream<Within> of(Step step) {
      return Stream.of(Way.OWN, Way.SHARED).map(way -> new Within(step, way));
    }

    @Override
    public String toString() {
      return "plain Tomcat and %s, %s".formatted(step, way);
    }
  }

  /** A Tomcat whose users ask for the page with a counter. */
  private record Tomcat(Site site) implements Measured {
    @Override
    public boolean does(Step step) {
      return step == Step.COUNTER;
    }

    @Override
    public Turn perform(Step step, Duration time) throws IOException, InterruptedException {
      return site.askRightly(Page.STATEFULL, time);
    }

    @Override
    public void close() throws IOException {
      site.close();
    }
  }

  /**
   * How much is measured.
   *
   * @param turn of one contender on one step
   * @param clientWarmUp of a bare client on each step
   * @param tomcatWarmUp of a Tomcat on its page
   */
  private record Effort(int rounds, Duration turn, Duration clientWarmUp, Duration tomcatWarmUp) {

    static final Effort FULL =
        new Effort(7, Duration.ofSeconds(1), Duration.ofSeconds(3), Duration.ofSeconds(30));

    /**
     * A Tomcat without sticky sessions that was asked for 12 s still compiles what it runs, which
     * doubles what it takes.
     */
    static final Effort BRIEF =
        new Effort(5, Duration.ofMillis(500), Duration.ofSeconds(1), Duration.ofSeconds(20));

    static final Effort QUICK =
        new Effort(5, Duration.ofMillis(100), Duration.ofMillis(300), Duration.ofSeconds(1));

    Duration time(Step step, int round) {
      if (round > 0) {
        return turn;
      }
      return step == Step.COUNTER ? tomcatWarmUp : clientWarmUp;
    }
  }

  public static void perform(Run run) throws Exception {
    Effort effort = run.effort(Effort.FULL, Effort.BRIEF, Effort.QUICK);
    Bench bench = new Bench(run.root());
    List<Bare> clients = Bare.all();
    try (Nodes nodes = new Nodes()) {
      Figures figures =
          Field.measure(
              run,
              contenders(bench, nodes, clients),
              new Scenario<>(
                  "floor",
                  List.of(Step.values()),
                  1,
                  effort.rounds,
                  (one, step, round) ->
                      one.does(step)
                          ? Map.of(step.toString(), one.perform(step, effort.time(step, round)))
                          : Map.of()));
      run.write(
          "performance.md",
          new FloorReport(figures, clients, Jdk.running())
              .section(run.section())
              .with("versions", bench.versions(nodes))
              .with("users", Site.USERS)
              .with("bytes", UserCommands.RECORD_BYTES)
              .withSeconds("turn", effort.turn)
              .withSeconds("client warm-up", effort.clientWarmUp)
              .withSeconds("tomcat warm-up", effort.tomcatWarmUp)
              .with("rounds", effort.rounds));
    }
  }

  private static Map<String, Callable<Measured>> contenders(
      Bench bench, Nodes nodes, List<Bare> clients) {
    Map<String, Callable<Measured>> contenders = new LinkedHashMap<>();
    for (Bare client : clients) {
      contenders.put(
          client.toString(),
          () -> new BareProcess(client.jdk, client.way, Site.USERS, nodes.ports()));
    }
    for (Mode mode : FloorReport.MODES) {
      contenders.put(mode.toString(), () -> new Tomcat(bench.site(nodes, mode)));
    }
    Path jar =
        bench
            .root()
            .resolve(
                "benchmarks/target/holdfast-benchmarks-%s.jar"
                    .formatted(System.getProperty("holdfast.version", "")));
    for (Within within : Step.IN_TOMCATS.stream().flatMap(Within::of).toList()) {
      String valve = BareValve.element(within.step, within.way, nodes.ports());
      Setup setup = new Setup("<Context>" + valve + "</Context>", List.of(jar));
      contenders.put(within.toString(), () -> new Tomcat(bench.site(setup, nodes.writes())));
    }
    return contenders;
  }
}
