package io.holdfast.core.explore;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** {@code docs/concurrency.md}: prose around a section that a program owns. */
final class ConcurrencyDocument {

  private static final Path FILE = Path.of("../docs/concurrency.md");
  private static final String START = "<!-- exploration: written by a program -->\n";
  private static final String END = "<!-- end of exploration -->\n";

  private ConcurrencyDocument() {}

  /** What is in the section now. */
  static String section() throws IOException {
    String text = Files.readString(FILE);
    return text.substring(indexOf(text, START) + START.length(), indexOf(text, END));
  }

  /** Puts a text into the section. */
  static void replace(String section) throws IOException {
    String text = Files.readString(FILE);
    String before = text.substring(0, indexOf(text, START) + START.length());
    Files.writeString(FILE, before + section + text.substring(indexOf(text, END)));
  }

  private static int indexOf(String text, String marker) {
    int index = text.indexOf(marker);
    if (index < 0) {
      throw new IllegalStateException("no " + marker.strip() + " in " + FILE);
    }
    return index;
  }
}
