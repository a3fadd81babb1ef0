package io.holdfast.benchmarks.load;

import java.util.List;

/**
 * Processor time per request that a way of keeping sessions shall cost at most, as a ratio to
 * Tomcat's own manager.
 */
public final class Aims {

  /** With kryo, sticky, saved after the request. */
  public static final Aims STICKY_ASYNC = new Aims(List.of(1.03, 1.4, 1.5, 1.6, 1.3, 2.0, 4.0));

  /** With kryo, sticky, saved in the request. */
  public static final Aims STICKY_SYNC = new Aims(List.of(1.03, 2.5, 2.5, 2.5, 1.3, 3.0, 5.0));

  /** With kryo, any Tomcat for any request. */
  public static final Aims OPTIMISTIC = new Aims(List.of(1.03, 3.0, 3.0, 3.0, 3.0, 4.0, 8.0));

  private static final List<Page> PAGES =
      List.of(
          Page.STATELESS,
          Page.STATEFULL,
          Page.LISTLIGHT,
          Page.MODIFY_1,
          Page.READ_10,
          Page.MODIFY_10,
          Page.MODIFY_100);

  private final List<Double> most;

  /** One for each of the pages. */
  private Aims(List<Double> most) {
    this.most = most;
  }

  /** Of something that may cost so many times as much. */
  public Aims times(double factor) {
    return new Aims(most.stream().map(ratio -> ratio * factor).toList());
  }

  /** As the cell of a table; empty for a page without an aim. */
  public String cell(Page page) {
    int index = PAGES.indexOf(page);
    return index < 0 ? "" : "≤ %.2f".formatted(most.get(index));
  }
}
