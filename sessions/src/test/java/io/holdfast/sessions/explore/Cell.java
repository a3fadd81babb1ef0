package io.holdfast.sessions.explore;

import java.util.Map;
import java.util.TreeMap;

/** An attribute that changes in place, of the kind that {@link PlainTranscoder} can write. */
final class Cell {

  private static final String VALUE = "value";

  private static final String TOUCHED = "touched";

  private Cell() {}

  /** One that no request has changed. */
  static Map<String, Object> fresh() {
    return new TreeMap<>();
  }

  /** Changes it; the session is not told. */
  @SuppressWarnings("unchecked") // no other maps are attributes
  static void change(Object cell, String value) {
    ((Map<String, Object>) cell).put(VALUE, value);
  }

  /** Changes it in a way that it does not say. */
  @SuppressWarnings("unchecked") // no other maps are attributes
  static void touch(Object cell, String value) {
    ((Map<String, Object>) cell).put(TOUCHED, value);
  }

  /** What an attribute says, whether it is a text or changes in place. */
  static String text(Object attribute) {
    return attribute instanceof Map<?, ?> cell
        ? String.valueOf(cell.get(VALUE))
        : (String) attribute;
  }
}
