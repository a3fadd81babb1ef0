package io.holdfast.demo.server;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The last lines of a log, without the frames of stack traces, which hide what matters. */
final class LogTail {

  private static final int LINES = 20;
  private static final Pattern FRAME = Pattern.compile("\\s+(at |\\.\\.\\. ).*");

  private LogTail() {}

  /** The last lines, indented; says so if there are none. */
  static String of(Path log) {
    try {
      List<String> lines =
          new String(Files.readAllBytes(log), StandardCharsets.UTF_8)
              .lines()
              .filter(line -> !FRAME.matcher(line).matches())
              .toList();
      return lines.isEmpty()
          ? "    (nothing)"
          : lines.stream()
              .skip(Math.max(0, lines.size() - LINES))
              .collect(Collectors.joining("\n    ", "    ", ""));
    } catch (IOException e) {
      return "    (cannot be read: " + e + ")";
    }
  }

  /** Empties the log, so that its tail is about this start. */
  static void truncate(Path log) {
    try {
      Files.createDirectories(log.getParent());
      Files.write(log, new byte[0]);
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot write " + log, e);
    }
  }
}
