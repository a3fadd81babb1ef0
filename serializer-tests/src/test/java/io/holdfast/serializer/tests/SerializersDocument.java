package io.holdfast.serializer.tests;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** {@code docs/serializers.md}: prose around sections that a program owns. */
final class SerializersDocument {

  private static final Path FILE = Path.of("../docs/serializers.md");

  private SerializersDocument() {}

  /** What is in a section now. */
  static String section(String name) throws IOException {
    String text = Files.readString(FILE);
    return text.substring(start(text, name), end(text, name));
  }

  /** Puts a text into a section. */
  static void replace(String name, String section) throws IOException {
    String text = Files.readString(FILE);
    String before = text.substring(0, start(text, name));
    Files.writeString(FILE, before + section + text.substring(end(text, name)));
  }

  private static int start(String text, String name) {
    String marker = "<!-- %s: written by a program -->\n".formatted(name);
    return indexOf(text, marker) + marker.length();
  }

  private static int end(String text, String name) {
    return indexOf(text, "<!-- end of %s -->\n".formatted(name));
  }

  private static int indexOf(String text, String marker) {
    int index = text.indexOf(marker);
    if (index < 0) {
      throw new IllegalStateException("no " + marker.strip() + " in " + FILE);
    }
    return index;
  }
}
