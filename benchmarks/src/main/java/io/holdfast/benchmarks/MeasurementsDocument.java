package io.holdfast.benchmarks;

import io.holdfast.testkit.document.SectionedDocument;
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
    if (!Files.exists(file)) {
      Files.writeString(file, title);
    }
    SectionedDocument document = new SectionedDocument(file);
    document.add(name);
    document.replace(name, section);
  }
}
