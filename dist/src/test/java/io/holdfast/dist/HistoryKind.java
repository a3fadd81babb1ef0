package io.holdfast.dist;

import java.util.List;
import java.util.Locale;

/** A kind of attribute whose history is recorded. */
enum HistoryKind {
  /** One client writes it, all read it. */
  OWN("write"),
  /** Written once, by one client. */
  ONCE("write"),
  /** A counter that one client raises. */
  TALLY("raise"),
  /** A list that one client appends to, in place. */
  LIST("append"),
  /** All write it. */
  SHARED("write"),
  /** A counter that all raise. */
  COUNTER("raise"),
  /** A list that all append to. */
  LISTS("append");

  private final String update;

  HistoryKind(String update) {
    this.update = update;
  }

  /** The operation that changes it. */
  String update() {
    return update;
  }

  /** What a request may change once more behind its answer: it is not promised. */
  List<String> late() {
    return switch (update) {
      case "append" -> List.of("touch", "item", "set", "stamp");
      case "write" -> List.of("stamp");
      default -> List.of();
    };
  }

  /**
   * Whether it is right only under a lease: what a request writes follows from what it has read.
   */
  boolean needsLease() {
    return this == COUNTER || this == LISTS;
  }

  /** Whether it belongs to one client. */
  boolean isOfOneClient() {
    return this != SHARED && !needsLease();
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
