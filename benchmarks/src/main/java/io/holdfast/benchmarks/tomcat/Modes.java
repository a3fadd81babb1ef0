package io.holdfast.benchmarks.tomcat;

import io.holdfast.benchmarks.engine.Bench;
import io.holdfast.benchmarks.engine.Field;
import io.holdfast.benchmarks.engine.Mode;
import io.holdfast.benchmarks.engine.Nodes;
import io.holdfast.benchmarks.engine.Page;
import io.holdfast.benchmarks.engine.Run;
import io.holdfast.benchmarks.engine.Scenario;
import io.holdfast.benchmarks.engine.Site;
import io.holdfast.benchmarks.report.Comparison;
import io.holdfast.benchmarks.report.Figures;
import io.holdfast.benchmarks.report.Section;
import io.holdfast.benchmarks.report.Turn;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Compares the modes with Tomcat's own manager. */
public final class Modes {

  private static final List<Page> PAGES =
      List.of(
          Page.STATELESS,
          Page.STATEFULL,
          Page.LISTLIGHT,
          Page.MODIFY_1,
          Page.READ_10,
          Page.MODIFY_10);

  private static final List<String> TITLES = Stream.of(Mode.values()).map(Mode::toString).toList();

  private Modes() {}

  /**
   * How long Tomcats are asked for a page.
   *
   * @param warmUp milliseconds that do not count, first
   * @param turn milliseconds of one turn
   */
  record Turns(int warmUp, int turn, int rounds) {

    /** Says in a section how long, and by how many. */
    Section describe(Section section) {
      return section
          .with("users", Site.USERS)
          .withSeconds("turn", Duration.ofMillis(turn))
          .withSeconds("warm-up", Duration.ofMillis(warmUp))
          .with("rounds", rounds);
    }

    /** Lets the users of all Tomcats ask for pages; a wrong answer ends the run. */
    Figures measure(Run run, Map<String, Callable<Site>> sites, List<Page> pages) throws Exception {
      return Field.measure(
          run,
          sites,
          new Scenario<>(
              "pages",
              pages,
              1,
              rounds,
              (site, page, round) ->
                  Map.of(
                      page.toString(),
                      site.askRightly(page, Duration.ofMillis(round < 1 ? warmUp : turn)))));
    }
  }

  /** Runs it; a Tomcat without sticky sessions needs half of the time to be warm. */
  public static void perform(Run run) throws Exception {
    Bench bench = new Bench(run.root());
    Turns turns =
        run.effort(new Turns(10_000, 1_000, 5), new Turns(4_000, 600, 5), new Turns(400, 400, 2));
    try (Nodes nodes = new Nodes()) {
      Map<String, Callable<Site>> sites = new LinkedHashMap<>();
      for (Mode mode : Mode.values()) {
        sites.put(mode.toString(), () -> bench.site(nodes, mode));
      }
      Figures figures = turns.measure(run, sites, PAGES);
      Section section = section(run.section(), figures);
      Comparison comparison = comparison(figures);
      run.image("modes-throughput.svg", comparison.chart(Turn::rate, "requests a second", "%,.0f"));
      run.image("modes-cpu.svg", comparison.chart(Turn::cpuMicros, "µs for each request", "%.1f"));
      run.write(Run.BENCHMARKS, turns.describe(section).with("versions", bench.versions(nodes)));
    }
  }

  private static Comparison comparison(Figures figures) {
    return new Comparison(
        figures, TITLES, Mode.PLAIN.toString(), PAGES.stream().map(Page::toString).toList());
  }

  static Section section(Section section, Figures figures) {
    Comparison comparison = comparison(figures);
    return section
        .with(
            "modes",
            Stream.of(Mode.values())
                .filter(mode -> mode != Mode.PLAIN)
                .map(mode -> "- %s: `%s`\n".formatted(mode, mode.attributes()))
                .collect(Collectors.joining()))
        .with("throughput", comparison.ratios(Turn::rate, "%,.0f"))
        .with("cpu", comparison.ratios(Turn::cpuMicros, "%.1f µs"))
        .with("allocated", comparison.medians(Turn::allocatedKilobytes, "%.1f"))
        .with("latencies", comparison.latencies())
        .with("traffic", comparison.traffic());
  }
}
