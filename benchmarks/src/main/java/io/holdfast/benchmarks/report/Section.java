package io.holdfast.benchmarks.report;

import io.holdfast.testkit.document.SectionedDocument;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A section of a document: a text in {@code sections}, with values in place of what stands in it
 * between double braces.
 */
public final class Section {

  private static final Pattern PLACE = Pattern.compile("\\{\\{([a-z -]+)}}");

  private final String name;
  private final Map<String, String> values = new HashMap<>();

  /** A section of this name without values. */
  public Section(String name) {
    this.name = name;
  }

  /** Gives a value; the line end behind a table is the text's own. */
  public Section with(String place, Object value) {
    values.put(place, value.toString().stripTrailing());
    return this;
  }

  /** Gives a value with two decimals. */
  public Section withRatio(String place, double value) {
    return with(place, "%.2f".formatted(value));
  }

  /** Gives a time in seconds. */
  public Section withSeconds(String place, Duration time) {
    return with(place, BigDecimal.valueOf(time.toMillis(), 3).stripTrailingZeros().toPlainString());
  }

  /**
   * The text with all values.
   *
   * @throws IllegalStateException if a place has no value, or a value no place
   */
  @Override
  public String toString() {
    Map<String, String> unused = new HashMap<>(values);
    String filled =
        PLACE
            .matcher(Texts.read("sections/" + name + ".md"))
            .replaceAll(
                place -> {
                  String value = values.get(place.group(1));
                  if (value == null) {
                    throw new IllegalStateException(name + " has no value: " + place.group(1));
                  }
                  unused.remove(place.group(1));
                  return Matcher.quoteReplacement(value);
                });
    if (!unused.isEmpty()) {
      throw new IllegalStateException(name + " has no place for " + unused.keySet());
    }
    return filled;
  }

  /** Puts it into its place in a document, which is at the end if it has none. */
  public void writeTo(Path file) {
    SectionedDocument document = new SectionedDocument(file);
    document.add(name);
    document.replace(name, toString());
  }
}
