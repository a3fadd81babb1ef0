package io.holdfast.benchmarks;

import io.holdfast.testkit.tomcat.TomcatProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The heap that each collection left, as the virtual machine itself logged it. */
final class HeapLog {

  private static final Pattern COLLECTION =
      Pattern.compile(".* Pause .* \\d+M->(\\d+)M\\(\\d+M\\).*");

  private HeapLog() {}

  /** Megabytes left after each collection of the machine's life so far. */
  static List<Integer> left(TomcatProcess tomcat) throws IOException {
    List<Integer> left = new ArrayList<>();
    for (String line : Files.readAllLines(file(tomcat))) {
      Matcher collection = COLLECTION.matcher(line);
      if (collection.matches()) {
        left.add(Integer.parseInt(collection.group(1)));
      }
    }
    return left;
  }

  private static Path file(TomcatProcess tomcat) {
    return tomcat.base().resolve("logs/gc.log");
  }
}
