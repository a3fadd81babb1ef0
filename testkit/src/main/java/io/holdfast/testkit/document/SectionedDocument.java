package io.holdfast.testkit.document;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Prose around sections that programs own, each between a marker at its beginning and one at its
 * end.
 *
 * @param file in UTF-8
 */
public record SectionedDocument(Path file) {

  /**
   * The present text of a section.
   *
   * @throws IllegalStateException if the document has no such section
   */
  public String section(String name) {
    String text = text();
    return text.substring(start(text, name), end(text, name));
  }

  /**
   * Replaces the text of a section.
   *
   * @throws IllegalStateException if the document has no such section
   */
  public void replace(String name, String section) {
    String text = text();
    write(text.substring(0, start(text, name)) + section + text.substring(end(text, name)));
  }

  /** Adds an empty section at the end, unless there is one of this name. */
  public void add(String name) {
    String text = text();
    if (!text.contains(startMarker(name))) {
      write(text + "\n" + startMarker(name) + endMarker(name));
    }
  }

  private int start(String text, String name) {
    return indexOf(text, startMarker(name)) + startMarker(name).length();
  }

  private int end(String text, String name) {
    return indexOf(text, endMarker(name));
  }

  private int indexOf(String text, String marker) {
    int index = text.indexOf(marker);
    if (index < 0) {
      throw new IllegalStateException("no " + marker.strip() + " in " + file);
    }
    return index;
  }

  private static String startMarker(String name) {
    return "<!-- " + name + ": written by a program -->\n";
  }

  private static String endMarker(String name) {
    return "<!-- end of " + name + " -->\n";
  }

  private String text() {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void write(String text) {
    try {
      Files.writeString(file, text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
