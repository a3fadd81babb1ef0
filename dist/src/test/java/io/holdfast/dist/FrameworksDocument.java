package io.holdfast.dist;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** {@code docs/frameworks.md}, whose ready-made lines the suite uses. */
final class FrameworksDocument {

  private static final Path FILE = Path.of("../docs/frameworks.md");
  private static final Pattern LINE = Pattern.compile("allowedClasses=\"([^\"]+)\"");

  private FrameworksDocument() {}

  /** What the section with this heading says of {@code allowedClasses}; empty if nothing. */
  static String allowedClasses(String heading) {
    Matcher line = LINE.matcher(section(heading));
    return line.find() ? line.group(1).strip() : "";
  }

  private static String section(String heading) {
    try {
      String text = Files.readString(FILE);
      String title = "\n## " + heading + "\n";
      int start = text.indexOf(title);
      if (start < 0) {
        throw new IllegalStateException(FILE + " has no section " + heading);
      }
      int end = text.indexOf("\n## ", start + title.length());
      return text.substring(start, end < 0 ? text.length() : end);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
