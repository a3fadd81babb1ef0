package io.holdfast.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The document of figures; each measurement owns the section between its two markers. */
final class MeasurementsDocument {

  private static final String TITLE =
      """
      # Measurements

      Written by the programs in `benchmarks/`, each of which replaces its own section. The machine is
      shared, so read the figures against each other, not as a record.
      """;

  private final Path file;

  MeasurementsDocument(Path file) {
    this.file = file;
  }

  /** Puts the section in place of the one of the same name, or at the end. */
  void replace(String name, String section) throws IOException {
    String start = "<!-- " + name + ": written by a program -->\n";
    String end = "<!-- end of " + name + " -->\n";
    String text = Files.exists(file) ? Files.readString(file) : TITLE;
    int from = text.indexOf(start);
    int to = text.indexOf(end);
    String before = from < 0 ? text + "\n" : text.substring(0, from);
    String after = to < 0 ? "" : text.substring(to + end.length());
    Files.writeString(file, before + start + section + end + after);
  }
}
