package io.holdfast.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A document of figures; each measurement owns the section between its two markers. */
public final class MeasurementsDocument {

  private final Path file;
  private final String title;

  /**
   * Names the document.
   *
   * @param title what a document begins with that does not exist yet
   */
  public MeasurementsDocument(Path file, String title) {
    this.file = file;
    this.title = title;
  }

  /** Where the benchmarks write: {@code docs/benchmarks.md}. */
  public static MeasurementsDocument ofBenchmarks(Path root) {
    return new MeasurementsDocument(
        root.resolve("docs/benchmarks.md"),
        """
        # Benchmarks

        Written by the programs in `benchmarks/`, each of which replaces its own section.
        """);
  }

  /** Puts the section in place of the one of the same name, or at the end. */
  public void replace(String name, String section) throws IOException {
    String start = "<!-- " + name + ": written by a program -->\n";
    String end = "<!-- end of " + name + " -->\n";
    String text = Files.exists(file) ? Files.readString(file) : title;
    int from = text.indexOf(start);
    int to = text.indexOf(end);
    String before = from < 0 ? text + "\n" : text.substring(0, from);
    String after = to < 0 ? "" : text.substring(to + end.length());
    Files.writeString(file, before + start + section + end + after);
  }
}
