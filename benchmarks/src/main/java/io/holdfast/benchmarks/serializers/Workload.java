package io.holdfast.benchmarks.serializers;

import io.holdfast.benchmarks.serializers.shop.Shop;
import io.holdfast.benchmarks.serializers.tickets.Tickets;
import java.util.Map;
import java.util.function.Supplier;

/** The sessions that are written and read: many small objects, and mostly bytes. */
@SuppressWarnings("ImmutableEnumChecker") // they hold makers of sessions
public enum Workload {
  TICKETS("(a) tickets of a single sign-on", Tickets::session),
  WEB_SESSION("(b) session of a shop, 50 attributes", Shop::session),
  LIST("(c) list of 100 KB", Shop::largeList),
  PAGES_1_KB("(d) page store of 1 KB", () -> Pages.session(1 << 10)),
  PAGES_10_KB("(d) page store of 10 KB", () -> Pages.session(10 << 10)),
  PAGES_100_KB("(d) page store of 100 KB", () -> Pages.session(100 << 10));

  private final String title;
  private final Supplier<Map<String, Object>> maker;

  Workload(String title, Supplier<Map<String, Object>> maker) {
    this.title = title;
    this.maker = maker;
  }

  String title() {
    return title;
  }

  /**
   * Returns whether it is mostly bytes or many objects alike, so that variants do not differ on it.
   */
  boolean isBulky() {
    return this != TICKETS && this != WEB_SESSION;
  }

  /** Makes new attributes for the session. */
  Map<String, Object> attributes() {
    return maker.get();
  }
}
