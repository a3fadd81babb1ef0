package io.holdfast.benchmarks.report;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** The texts beside the classes: sections of documents, and contexts of Tomcats. */
public final class Texts {

  private Texts() {}

  /**
   * A text.
   *
   * @param path such as {@code sections/modes.md}
   * @throws IllegalStateException if there is none
   */
  public static String read(String path) {
    try (InputStream in = Texts.class.getResourceAsStream("/" + path)) {
      if (in == null) {
        throw new IllegalStateException("There is no text " + path);
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot read " + path, e);
    }
  }
}
