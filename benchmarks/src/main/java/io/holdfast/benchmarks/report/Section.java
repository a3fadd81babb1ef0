package io.holdfast.benchmarks.report;

import io.holdfast.testkit.document.SectionedDocument;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A section of a document: a text in {@code sections}, with values in place of what stands in it
 * between double braces.
 */
public final class Section {

  private static final Pattern PLACE = Pattern.compile("\\{\\{([a-z0-9 -]+)}}");

  private final String name;

  /** Each made of the text above its place. */
  private final Map<String, UnaryOperator<String>> values = new HashMap<>();

  /** A section of this name without values. */
  public Section(String name) {
    this.name = name;
  }

  /** Gives a value; the line end behind a table is the text's own. */
  public Section with(String place, Object value) {
    String text = value.toString().stripTrailing();
    values.put(place, above -> text);
    return this;
  }

  /**
   * Gives the lines of a table.
   *
   * @param rows each by the titles of the columns that stand above the place; what has no column is
   *     left out, and what stands before the figures has no title, in one column or in two
   */
  public Section withRows(String place, List<Map<String, String>> rows) {
    values.put(
        place,
        above -> {
          List<String> lines = above.lines().toList();
          List<String> titles =
              Stream.of(lines.get(lines.size() - 2).split("\\|", -1))
                  .map(String::strip)
                  .distinct()
                  .toList();
          return rows.stream()
              .map(row -> titles.stream().map(title -> row.getOrDefault(title, "")).toList())
              .map(Table::line)
              .collect(Collectors.joining())
              .stripTrailing();
        });
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
    String text = Texts.read("sections/" + name + ".md");
    Set<String> unused = new HashSet<>(values.keySet());
    String filled =
        PLACE
            .matcher(text)
            .replaceAll(
                place -> {
                  UnaryOperator<String> value = values.get(place.group(1));
                  if (value == null) {
                    throw new IllegalStateException(name + " has no value: " + place.group(1));
                  }
                  unused.remove(place.group(1));
                  return Matcher.quoteReplacement(value.apply(text.substring(0, place.start())));
                });
    if (!unused.isEmpty()) {
      throw new IllegalStateException(name + " has no place for " + unused);
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
