package io.holdfast.benchmarks.tomcat;

import io.holdfast.benchmarks.engine.Bench;
import io.holdfast.benchmarks.engine.Mode;
import io.holdfast.benchmarks.engine.Nodes;
import io.holdfast.benchmarks.engine.Page;
import io.holdfast.benchmarks.engine.Run;
import io.holdfast.benchmarks.engine.Site;
import io.holdfast.benchmarks.report.Comparison;
import io.holdfast.benchmarks.report.Figures;
import io.holdfast.benchmarks.report.Turn;
import io.holdfast.benchmarks.tomcat.Modes.Turns;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/** Two versions of Holdfast side by side: whether one is slower than the other. */
public final class Versions {

  private static final List<Mode> MODES =
      List.of(Mode.STICKY_ASYNC, Mode.STICKY_SYNC, Mode.NONE, Mode.ALL);
  private static final List<Page> PAGES = List.of(Page.STATEFULL, Page.READ_10, Page.MODIFY_10);
  private static final String BEFORE = ", before";

  private Versions() {}

  public static void perform(Run run) throws Exception {
    Path before = before(System.getProperty("holdfast.before"));
    Bench bench = new Bench(run.root());
    Turns turns = run.effort(new Turns(10_000, 1_000, 7), new Turns(400, 400, 2));
    try (Nodes nodes = new Nodes()) {
      Map<String, Callable<Site>> sites = new LinkedHashMap<>();
      for (Mode mode : MODES) {
        sites.put(
            mode + BEFORE,
            () -> bench.site(bench.holdfast(before, nodes, mode.attributes()), nodes.writes()));
        sites.put(mode.toString(), () -> bench.site(nodes, mode));
      }
      run.say("before is " + before + "\n" + report(turns.measure(run, sites, PAGES)));
    }
  }

  /**
   * The other version.
   *
   * @param folder of its unpacked distribution
   */
  static Path before(@Nullable String folder) throws IOException {
    if (folder == null || !Files.isDirectory(Path.of(folder, "java"))) {
      throw new IOException(
          "BEFORE=%s must name the folder of another version's unpacked holdfast-….zip, with the"
                  .formatted(folder)
              + " folder java in it");
    }
    return Path.of(folder);
  }

  /** Processor time, the median of waiting and what is allocated; beside the version before. */
  static String report(Figures figures) {
    List<String> titles = new ArrayList<>();
    MODES.forEach(mode -> titles.addAll(List.of(mode + BEFORE, mode.toString())));
    Comparison comparison =
        new Comparison(figures, titles, titles.get(0), PAGES.stream().map(Page::toString).toList());
    return "processor time for each request, µs\n"
        + comparison.mediansBeside(Turn::cpuMicros, "%.1f", Versions::versionBefore)
        + "\nhalf of the answers within, ms\n"
        + comparison.mediansBeside(each -> each.waits().median(), "%.2f", Versions::versionBefore)
        + "\nallocated for each request, KB\n"
        + comparison.mediansBeside(Turn::allocatedKilobytes, "%.1f", Versions::versionBefore);
  }

  private static String versionBefore(String title) {
    return title.endsWith(BEFORE) ? title : title + BEFORE;
  }
}
