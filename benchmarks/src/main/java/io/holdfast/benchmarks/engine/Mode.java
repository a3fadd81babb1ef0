package io.holdfast.benchmarks.engine;

import io.holdfast.benchmarks.report.Table;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/**
 * A way of keeping sessions in a Tomcat: the attributes of {@code <Manager>}, and the processor
 * time per request, as a ratio to Tomcat's own manager, that is aimed at with kryo.
 */
public enum Mode {
  /** Stores nothing; the others are compared with it. */
  PLAIN("Tomcat's own manager", ""),
  STICKY_ASYNC("sticky, async", "sessionBackupAsync=\"true\"", 1.02, 1.3, 1.3, 1.4, 1.25, 1.6, 4.0),
  STICKY_SYNC(
      "sticky, sync",
      "sessionBackupAsync=\"false\" sessionBackupTimeout=\"10000\"",
      1.02,
      1.9,
      1.9,
      2.0,
      1.5,
      2.8,
      5.0),
  NONE(
      "non-sticky, none",
      "sticky=\"false\" lockingMode=\"none\"",
      1.05,
      3.5,
      3.5,
      3.5,
      3.5,
      5.0,
      8.0),
  OPTIMISTIC(
      "non-sticky, optimistic",
      "sticky=\"false\" lockingMode=\"optimistic\"",
      1.05,
      3.5,
      3.5,
      3.5,
      3.5,
      5.0,
      8.0),
  AUTO("non-sticky, auto", "sticky=\"false\" lockingMode=\"auto\""),
  ALL("non-sticky, all", "sticky=\"false\" lockingMode=\"all\"", 1.05, 5.0, 5.0, 5.0, 4.5, 7.0);

  /** The pages with aims, in the order of the ratios. */
  private static final List<String> WITH_AIMS =
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

  private final String title;
  private final String attributes;

  @SuppressWarnings("ImmutableEnumChecker") // not changed
  private final List<Double> aims;

  Mode(String title, String attributes, double... aims) {
    this.title = title;
    this.attributes = attributes;
    this.aims = Arrays.stream(aims).boxed().toList();
  }

  /** How tables and charts call it. */
  @Override
  public String toString() {
    return title;
  }

  /** Attributes of {@code <Manager>}; empty for Tomcat's own. */
  public String attributes() {
    return attributes;
  }

  /**
   * What is aimed at, as a row below a table of processor times; empty for a page without an aim.
   *
   * @param who has the aim
   * @param factor as many times as much as kryo this one may cost
   */
  public String aim(String who, double factor, List<String> pages) {
    return Table.row(
        "aim: " + who,
        pages,
        page -> {
          int index = WITH_AIMS.indexOf(page);
          return index < 0 || index >= aims.size()
              ? ""
              : "≤ %.2f".formatted(factor * aims.get(index));
        });
  }
}
