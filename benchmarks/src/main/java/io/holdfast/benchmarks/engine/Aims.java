package io.holdfast.benchmarks.engine;

import io.holdfast.benchmarks.report.Table;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/**
 * Processor time per request that a way of keeping sessions shall cost at most, as a ratio to
 * Tomcat's own manager: with kryo, on some of the pages.
 */
public enum Aims {
  /** Sticky, saved after the request. */
  STICKY_ASYNC(1.03, 1.4, 1.5, 1.6, 1.3, 2.0, 4.0),
  /** Sticky, saved in the request. */
  STICKY_SYNC(1.03, 2.5, 2.5, 2.5, 1.3, 3.0, 5.0),
  /** Any Tomcat for any request. */
  OPTIMISTIC(1.03, 3.0, 3.0, 3.0, 3.0, 4.0, 8.0);

  private static final List<String> TITLES =
      Stream.of(
              Page.STATELESS,
              Page.STATEFULL,
              Page.LISTLIGHT,
              Page.MODIFY_1,
              Page.READ_10,
              Page.MODIFY_10,
              Page.MODIFY_100)
          .map(Page::toString)
          .toList();

  @SuppressWarnings("ImmutableEnumChecker") // not changed
  private final List<Double> most;

  /** One for each of the pages. */
  Aims(double... ratios) {
    most = Arrays.stream(ratios).boxed().toList();
  }

  /**
   * A row below a table of processor times; empty for a page without an aim.
   *
   * @param factor as many times as much as kryo this one may cost
   */
  public String row(String title, double factor, List<String> pages) {
    return Table.row(
        "aim: " + title,
        pages,
        page -> {
          int index = TITLES.indexOf(page);
          return index < 0 ? "" : "≤ %.2f".formatted(factor * most.get(index));
        });
  }
}
