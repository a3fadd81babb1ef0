package io.holdfast.sessions.explore;

import java.util.Map;
import java.util.TreeMap;

/** An attribute that changes in place, of the kind that {@link PlainTranscoder} can write. */
final class Cell {

  private static final String VALUE = "value";

  private Cell() {}

  /** One that nobody has changed. */
  static Map<String, Object> fresh() {
    return new TreeMap<>();
  }

  /** Changes it; the session is not told. */
  @SuppressWarnings("unchecked") // no other maps are attributes
  static void change(Object cell, String value) {
    ((Map<String, Object>) cell).put(VALUE, value);
  }

  /** What an attribute says, whether it is a text or changes in place. */
  static String text(Object attribute) {
    return attribute instanceof Map<?, ?> cell
        ? String.valueOf(cell.get(VALUE))
        : (String) attribute;
  }
}
