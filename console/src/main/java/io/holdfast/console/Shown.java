package io.holdfast.console;

import java.time.Duration;
import java.util.Locale;
import java.util.OptionalLong;

/** Numbers as people read them. What has no value is a dash. */
final class Shown {

  /** What has no value. */
  static final String NONE = "–";

  private static final long MILLI = 1_000;
  private static final long SECOND = 1_000_000;
  private static final long KIB = 1024;

  private Shown() {}

  /** A count, with a comma after each three digits. */
  static String count(OptionalLong count) {
    return count.isEmpty() ? NONE : count(count.getAsLong());
  }

  static String count(long count) {
    return String.format(Locale.ROOT, "%,d", count);
  }

  /** Microseconds. */
  static String micros(OptionalLong time) {
    if (time.isEmpty()) {
      return NONE;
    }
    long micros = time.getAsLong();
    if (micros >= SECOND) {
      return String.format(Locale.ROOT, "%.1f s", micros / (double) SECOND);
    }
    if (micros >= MILLI) {
      return String.format(Locale.ROOT, "%.1f ms", micros / (double) MILLI);
    }
    return micros + " µs";
  }

  static String percent(OptionalLong percent) {
    return percent.isEmpty() ? NONE : percent.getAsLong() + " %";
  }

  static String bytes(OptionalLong bytes) {
    return bytes.isEmpty() ? NONE : bytes(bytes.getAsLong());
  }

  /** Bytes, or the average of so many. */
  static String bytes(long bytes) {
    if (bytes < KIB) {
      return bytes + " B";
    }
    if (bytes < KIB * KIB) {
      return String.format(Locale.ROOT, "%.1f KiB", bytes / (double) KIB);
    }
    return String.format(Locale.ROOT, "%.1f MiB", bytes / (double) (KIB * KIB));
  }

  /** How long ago something was, or how long it takes. */
  static String age(Duration age) {
    long seconds = Math.max(0, age.toSeconds());
    if (seconds < 120) {
      return seconds + " s";
    }
    if (seconds < 7200) {
      return seconds / 60 + " min";
    }
    return seconds < 172_800 ? seconds / 3600 + " h" : seconds / 86_400 + " d";
  }
}
