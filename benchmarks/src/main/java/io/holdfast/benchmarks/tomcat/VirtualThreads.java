package io.holdfast.benchmarks.tomcat;

import io.holdfast.benchmarks.engine.Bench;
import io.holdfast.benchmarks.engine.Bench.RequestThreads;
import io.holdfast.benchmarks.engine.Mode;
import io.holdfast.benchmarks.engine.Nodes;
import io.holdfast.benchmarks.engine.Page;
import io.holdfast.benchmarks.engine.Run;
import io.holdfast.benchmarks.engine.Site;
import io.holdfast.benchmarks.report.Comparison;
import io.holdfast.benchmarks.report.Figures;
import io.holdfast.benchmarks.report.Section;
import io.holdfast.benchmarks.report.Turn;
import io.holdfast.benchmarks.tomcat.Modes.Turns;
import io.holdfast.testkit.process.Jdk;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;

/** What a request takes on a virtual thread, beside the same request on a thread of the pool. */
public final class VirtualThreads {

  /** The first JDK in which all has virtual threads. */
  private static final int LEAST_FEATURE = 21;

  private static final List<Mode> MODES =
      List.of(Mode.PLAIN, Mode.STICKY_SYNC, Mode.OPTIMISTIC, Mode.ALL);
  private static final List<Page> PAGES = List.of(Page.STATELESS, Page.STATEFULL, Page.MODIFY_10);
  private static final List<String> TITLES = PAGES.stream().map(Page::toString).toList();

  private VirtualThreads() {}

  public static void perform(Run run) throws Exception {
    Jdk jdk = jdk();
    Turns turns =
        run.effort(new Turns(15_000, 1_000, 7), new Turns(6_000, 600, 5), new Turns(400, 400, 2));
    try (Nodes nodes = new Nodes()) {
      Map<String, Callable<Site>> sites = new LinkedHashMap<>();
      for (RequestThreads threads : RequestThreads.values()) {
        Bench bench = new Bench(run.root(), jdk, threads);
        for (Mode mode : MODES) {
          sites.put(title(mode, threads), () -> bench.site(nodes, mode));
        }
      }
      Figures figures = turns.measure(run, sites, PAGES);
      run.write(
          Run.BENCHMARKS,
          turns
              .describe(section(run.section(), figures))
              .with("versions", new Bench(run.root()).versions(nodes))
              .with("jdk", jdk.feature()));
    }
  }

  private static Jdk jdk() throws IOException {
    return Stream.of(Optional.of(Jdk.running()), Jdk.other())
        .flatMap(Optional::stream)
        .filter(jdk -> jdk.feature() >= LEAST_FEATURE)
        .findFirst()
        .orElseThrow(
            () ->
                new IOException(
                    "Virtual threads need a JDK of %d or later; name one in JAVA_HOME_25"
                        .formatted(LEAST_FEATURE)));
  }

  private static String title(Mode mode, RequestThreads threads) {
    return "%s; %s".formatted(mode, threads);
  }

  static Section section(Section section, Figures figures) {
    Comparison onVirtual = comparison(figures, RequestThreads.VIRTUAL);
    Comparison onPlatform = comparison(figures, RequestThreads.PLATFORM);
    return section
        .with("platform cpu", onPlatform.ratios(Turn::cpuMicros, "%.1f µs"))
        .with("virtual cpu", onVirtual.ratios(Turn::cpuMicros, "%.1f µs"))
        .with(
            "beside",
            onVirtual.mediansBeside(Turn::cpuMicros, "%.1f µs", VirtualThreads::onThePool))
        .with("platform latencies", onPlatform.latencies())
        .with("virtual latencies", onVirtual.latencies());
  }

  private static Comparison comparison(Figures figures, RequestThreads threads) {
    return new Comparison(
        figures,
        MODES.stream().map(mode -> title(mode, threads)).toList(),
        title(Mode.PLAIN, threads),
        TITLES);
  }

  private static String onThePool(String title) {
    return title.replace(RequestThreads.VIRTUAL.toString(), RequestThreads.PLATFORM.toString());
  }
}
