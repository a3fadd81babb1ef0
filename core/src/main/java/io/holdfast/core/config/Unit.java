package io.holdfast.core.config;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** What a number of the configuration counts, and the suffixes with which it may be written. */
enum Unit {
  /** Things; without suffixes. */
  COUNT("", 1, Map.of()),
  /** Milliseconds. */
  MILLISECONDS("milliseconds", 1, Suffixes.TIMES),
  /** Seconds. */
  SECONDS("seconds", 1_000, Suffixes.TIMES),
  /** Bytes. */
  BYTES("bytes", 1, Suffixes.SIZES),
  /** Megabytes of 1,048,576 bytes. */
  MEGABYTES("megabytes", 1 << 20, Suffixes.SIZES);

  private static final Pattern AMOUNT = Pattern.compile("([+-]?[0-9]{1,19})\\s*([A-Za-z]*)");

  private final String words;
  private final long inSmallest;

  @SuppressWarnings("ImmutableEnumChecker") // it is not changed
  private final Map<String, Long> suffixes = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);

  Unit(String words, long inSmallest, Map<String, Long> suffixes) {
    this.words = words;
    this.inSmallest = inSmallest;
    this.suffixes.putAll(suffixes);
  }

  /**
   * Reads a number with or without a suffix.
   *
   * @param text such as {@code 500}, {@code 500ms} or {@code 32MB}; a number without a suffix has
   *     this unit
   * @return how many of this unit; null if the text is something else, or no whole number of this
   *     unit
   */
  @Nullable Long parse(String text) {
    Matcher amount = AMOUNT.matcher(text);
    if (!amount.matches()) {
      return null;
    }
    String suffix = amount.group(2);
    Long factor = suffix.isEmpty() ? Long.valueOf(inSmallest) : suffixes.get(suffix);
    if (factor == null) {
      return null;
    }
    try {
      long smallest = Math.multiplyExact(Long.parseLong(amount.group(1)), factor);
      return smallest % inSmallest == 0 ? smallest / inSmallest : null;
    } catch (ArithmeticException | NumberFormatException e) {
      return null;
    }
  }

  /** The same, where any other text is refused with what would be right. */
  long parse(String text, long least, long greatest) {
    Long amount = parse(text.trim());
    if (amount == null || amount < least || amount > greatest) {
      throw new IllegalArgumentException(remedy(text.trim(), least, greatest));
    }
    return amount;
  }

  /** The smallest and the greatest number, with their units. */
  String range(long least, long greatest) {
    return shown(least) + " to " + shown(greatest);
  }

  /** So many of this unit, which is one of time. */
  Duration time(long amount) {
    return Duration.ofMillis(Math.multiplyExact(amount, inSmallest));
  }

  /** A time in this unit. Exact, so that what is no whole number of it is refused. */
  String text(Duration time) {
    return BigDecimal.valueOf(time.getSeconds())
        .add(BigDecimal.valueOf(time.getNano(), 9))
        .multiply(BigDecimal.valueOf(1_000))
        .divide(BigDecimal.valueOf(inSmallest))
        .stripTrailingZeros()
        .toPlainString();
  }

  @Override
  public String toString() {
    return words;
  }

  /** What would be right. */
  String remedy(String text, long least, long greatest) {
    if (this == COUNT) {
      return "a whole number from %d to %d is needed".formatted(least, greatest);
    }
    long usual = (suffixes.containsKey("B") ? 8L << 20 : 10_000) / inSmallest;
    String example = shown(Math.max(least, Math.min(greatest, usual)));
    String range =
        "use %s, for example %s; a number without a unit is %s"
            .formatted(range(least, greatest), example, words);
    boolean isBare = parse(text) != null && Character.isDigit(text.charAt(text.length() - 1));
    return isBare ? "%s is %s %s; %s".formatted(text, text, words, range) : range;
  }

  /** A text with its unit, if it is a number. */
  String shown(String text) {
    Long amount = parse(text);
    return amount == null ? text : shown(amount);
  }

  /** Writes the amount as a whole number of the largest unit possible. */
  private String shown(long amount) {
    if (amount <= 0 || this == COUNT) {
      return Long.toString(amount);
    }
    long smallest = amount * inSmallest;
    String suffix = "";
    long factor = 0;
    for (Map.Entry<String, Long> each : suffixes.entrySet()) {
      if (smallest % each.getValue() == 0 && each.getValue() >= factor) { // KB rather than K
        suffix = each.getKey();
        factor = each.getValue();
      }
    }
    return smallest / factor + suffix;
  }

  /** As they are written, each with how many of the smallest unit it stands for. */
  private static final class Suffixes {

    static final Map<String, Long> TIMES =
        Map.of("ms", 1L, "s", 1_000L, "m", 60_000L, "h", 3_600_000L, "d", 86_400_000L);

    static final Map<String, Long> SIZES =
        Map.of(
            "B", 1L, "K", 1L << 10, "KB", 1L << 10, "M", 1L << 20, "MB", 1L << 20, "G", 1L << 30,
            "GB", 1L << 30);
  }
}
