package io.holdfast.benchmarks.peers;

import io.holdfast.benchmarks.engine.Bench;
import io.holdfast.benchmarks.engine.Nodes;
import io.holdfast.benchmarks.engine.Run;
import io.holdfast.benchmarks.peers.Outage.Phase;
import io.holdfast.benchmarks.peers.Pair.Behind;
import io.holdfast.benchmarks.report.Section;
import io.holdfast.benchmarks.report.Table;
import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What session managers lose: with a Tomcat, by parallel changes, and while their store is away.
 */
public final class Trials {

  private static final String COMPARISON = "comparison.md";

  private Trials() {}

  /**
   * What was seen of one manager.
   *
   * @param updates null where one Tomcat serves a session
   */
  record Seen(int jars, Behind behind, @Nullable Updates updates, Outage outage) {}

  public static void perform(Run run) throws Exception {
    Bench bench = new Bench(run.root());
    Map<String, Seen> seen = new LinkedHashMap<>();
    Map<String, String> failures = new LinkedHashMap<>();
    for (Map.Entry<String, Callable<Pair>> one : Contenders.trialled(bench).entrySet()) {
      String title = one.getKey();
      try (Pair pair = one.getValue().call()) {
        seen.put(title, see(run, pair, !Contenders.isForStickySessions(title)));
        run.say(title + ": " + seen.get(title));
      } catch (IOException | RuntimeException | AssertionError e) {
        failures.put(title, String.valueOf(e.getMessage()).lines().findFirst().orElse(""));
        run.say(title + " failed: " + e);
      }
    }
    Section section = section(run.section(), seen, failures);
    try (Nodes nodes = new Nodes()) {
      section.with("memcached", nodes.version());
    }
    run.write(
        COMPARISON, section.with("tomcat", bench.tomcatVersion()).with("redis", Peers.redis()));
  }

  private static Seen see(Run run, Pair pair, boolean atTwoTomcats)
      throws IOException, InterruptedException {
    Behind behind = pair.behind();
    Updates updates = atTwoTomcats ? Updates.of(pair, run.effort(50, 10)) : null;
    Outage outage = Outage.of(pair, run.effort(Duration.ofSeconds(10), Duration.ofSeconds(3)));
    return new Seen(pair.jars(), behind, updates, outage);
  }

  /** The tables. */
  static Section section(Section section, Map<String, Seen> seen, Map<String, String> failures) {
    StringBuilder losses = new StringBuilder();
    StringBuilder outages = new StringBuilder();
    seen.forEach(
        (title, one) -> {
          losses.append(
              Table.line(
                  title,
                  one.behind().stale() + " and " + one.behind().lost(),
                  one.updates() == null ? "–" : one.updates().attributes().toString(),
                  one.updates() == null ? "–" : one.updates().counters().toString(),
                  one.jars() == 0 ? "none" : "%d".formatted(one.jars())));
          outages.append(
              Table.line(
                  title,
                  phase(one.outage().away()),
                  phase(one.outage().back()),
                  "%d".formatted(one.outage().lost()),
                  one.outage().other().stale() + " and " + one.outage().other().lost()));
        });
    return section
        .with("losses", losses)
        .with("outages", outages)
        .with("sessions", Pair.SESSIONS)
        .with("hits", Pair.HITS)
        .with("pause", Pair.PAUSE.toSeconds())
        .with("clients", Outage.CLIENTS)
        .with(
            "failures",
            failures.entrySet().stream()
                .map(one -> "- %s could not be tried: %s\n".formatted(one.getKey(), one.getValue()))
                .collect(Collectors.joining()));
  }

  private static String phase(Phase phase) {
    return "%d of %d, %.1f s".formatted(phase.errors(), phase.requests(), phase.slowestSeconds());
  }
}
