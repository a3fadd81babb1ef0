package io.holdfast.testkit.document;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * A table in a document that several tests fill, a row each: what was tried, how often, and how it
 * ended. With {@code -Dholdfast.document=write} a test writes its row; otherwise it has to be
 * there.
 *
 * @param file the document
 * @param section of the document, which has the table's head already
 */
public record TrialTable(Path file, String section) {

  private static final boolean WRITING = "write".equals(System.getProperty("holdfast.document"));

  /**
   * Writes a row, or checks it.
   *
   * @throws AssertionError if the document has another row
   */
  public void check(String what, long tried, String end) {
    String start = "| " + what + " |";
    String row = start + String.format(Locale.ROOT, " %,d | %s |\n", tried, end);
    SectionedDocument document = new SectionedDocument(file);
    if (WRITING) {
      document.replace(section, replaced(document.section(section), start, row));
    }
    if (!document.section(section).contains(row)) {
      throw new AssertionError(
          file + " has no row " + row.strip() + "; run the test with -Dholdfast.document=write");
    }
  }

  private static String replaced(String table, String start, String row) {
    List<String> lines = table.lines().map(line -> line + "\n").toList();
    return lines.stream().noneMatch(line -> line.startsWith(start))
        ? table + row
        : lines.stream()
            .map(line -> line.startsWith(start) ? row : line)
            .collect(Collectors.joining());
  }
}
