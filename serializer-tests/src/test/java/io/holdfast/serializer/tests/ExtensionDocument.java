package io.holdfast.serializer.tests;

import io.holdfast.core.transcoder.kit.SourceLoader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;

/** {@code docs/serializer-extension.md}, whose code is taken from there and compiled. */
final class ExtensionDocument {

  private static final Pattern CODE = Pattern.compile("(?s)```java\n(.*?)```");

  private ExtensionDocument() {}

  /** A loader that has the classes of the document. */
  static ClassLoader loader() {
    try {
      String document = Files.readString(Path.of("../docs/serializer-extension.md"));
      return new SourceLoader(
          CODE.matcher(document).results().map(r -> r.group(1)).toArray(String[]::new));
    } catch (IOException e) {
      throw new UncheckedIOException("the document cannot be read", e);
    }
  }
}
