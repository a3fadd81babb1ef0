package io.holdfast.benchmarks.tomcat;

import io.holdfast.benchmarks.engine.Bench;
import io.holdfast.benchmarks.engine.Mode;
import io.holdfast.benchmarks.engine.Nodes;
import io.holdfast.benchmarks.engine.Page;
import io.holdfast.benchmarks.engine.Run;
import io.holdfast.benchmarks.engine.Site;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Holds what a request allocates to a budget. Times depend on the machine and on what else it does;
 * these bytes hardly do, so that they fail a run which has made a request dearer.
 */
public final class Budget {

  /** So much more may be allocated before a run fails: what is compiled when differs. */
  private static final double ROOM = 1.1;

  /**
   * How often a page is asked for at most before it is too dear. What is compiled late, and another
   * program that takes the processors meanwhile, add to what is seen; nothing takes away from it.
   */
  private static final int TURNS = 4;

  private static final List<Page> PAGES = List.of(Page.STATEFULL, Page.READ_10, Page.MODIFY_10);

  /** With kryo on Tomcat 11 and two nodes. */
  static final List<Allocated> BUDGET =
      List.of(
          new Allocated(Mode.STICKY_ASYNC, List.of(3.0, 3.0, 4.8)),
          new Allocated(Mode.STICKY_SYNC, List.of(6.8, 5.3, 17.6)),
          new Allocated(Mode.OPTIMISTIC, List.of(11.7, 7.7, 12.7)),
          new Allocated(Mode.ALL, List.of(24.2, 18.9, 23.2)));

  private Budget() {}

  /**
   * What a request allocates.
   *
   * @param kilobytes of the pages in their order
   */
  record Allocated(Mode mode, List<Double> kilobytes) {}

  /**
   * Runs it: a Tomcat for each mode, one after the other.
   *
   * @throws IOException if a page takes more than its budget and a tenth
   */
  public static void perform(Run run) throws Exception {
    Bench bench = new Bench(run.root());
    List<Allocated> taken = new ArrayList<>();
    try (Nodes nodes = new Nodes()) {
      for (Allocated budget : BUDGET) {
        taken.add(measure(run, bench, nodes, budget));
        run.say(budget.mode + " is done");
      }
    }
    run.say("allocated for each request, KB, and the budget\n" + report(taken));
    List<String> above = above(taken);
    if (run.effort(true, false) && !above.isEmpty()) { // else most of it is not compiled yet
      throw new IOException("more than the budget and a tenth: " + String.join("; ", above));
    }
  }

  private static Allocated measure(Run run, Bench bench, Nodes nodes, Allocated budget)
      throws Exception {
    Duration warmUp = run.effort(Duration.ofSeconds(10), Duration.ofSeconds(1));
    Duration turn = run.effort(Duration.ofSeconds(4), Duration.ofMillis(500));
    List<Double> kilobytes = new ArrayList<>();
    try (Site site = bench.site(nodes, budget.mode)) {
      for (Page page : PAGES) {
        site.askRightly(page, warmUp);
        double most = ROOM * budget.kilobytes.get(kilobytes.size());
        double least = site.askRightly(page, turn).allocatedKilobytes();
        for (int turns = run.effort(1, TURNS); turns < TURNS && least > most; turns++) {
          least = Math.min(least, site.askRightly(page, turn).allocatedKilobytes());
        }
        kilobytes.add(least);
      }
    }
    return new Allocated(budget.mode, kilobytes);
  }

  /**
   * Which pages take more than their budget and a tenth.
   *
   * @param taken by the modes in the order of the budget
   */
  static List<String> above(List<Allocated> taken) {
    List<String> above = new ArrayList<>();
    for (int mode = 0; mode < BUDGET.size(); mode++) {
      for (int page = 0; page < PAGES.size(); page++) {
        double now = taken.get(mode).kilobytes.get(page);
        double budget = BUDGET.get(mode).kilobytes.get(page);
        if (now > ROOM * budget) {
          above.add(
              "%s, %s: %.1f KB, the budget is %.1f"
                  .formatted(BUDGET.get(mode).mode, PAGES.get(page), now, budget));
        }
      }
    }
    return above;
  }

  static String report(List<Allocated> taken) {
    StringBuilder report = new StringBuilder();
    for (int mode = 0; mode < BUDGET.size(); mode++) {
      Allocated budget = BUDGET.get(mode);
      Allocated now = taken.get(mode);
      report.append("%-24s".formatted(budget.mode));
      for (int page = 0; page < PAGES.size(); page++) {
        Object[] cell = {PAGES.get(page), now.kilobytes.get(page), budget.kilobytes.get(page)};
        report.append("  %s %.1f (%.1f)".formatted(cell));
      }
      report.append('\n');
    }
    return report.toString();
  }
}
