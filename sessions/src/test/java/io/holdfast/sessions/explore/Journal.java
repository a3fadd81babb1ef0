package io.holdfast.sessions.explore;

import io.holdfast.core.storage.StoredValue;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What happened in a play, for people. */
final class Journal {

  private final boolean isKept;
  private final List<String> lines = new ArrayList<>();

  private Journal(boolean isKept) {
    this.isKept = isKept;
  }

  static Journal none() {
    return new Journal(false);
  }

  static Journal kept() {
    return new Journal(true);
  }

  @SuppressWarnings("AnnotateFormatMethod")
  void note(String format, Object... parts) {
    if (isKept) {
      lines.add(format.formatted(parts));
    }
  }

  /** An answer of a node about a key. */
  static Object of(String key, @Nullable Object value) {
    return new Object() {
      @Override
      public String toString() {
        return value instanceof StoredValue stored
            ? Contents.text(key, stored.bytes())
            : String.valueOf(value);
      }
    };
  }

  @Override
  public String toString() {
    return String.join("\n", lines);
  }
}
