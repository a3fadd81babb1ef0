package io.holdfast.dist;

import io.holdfast.testkit.tomcat.TomcatProcess;
import java.util.List;

/** The threads of a Tomcat whose names begin with {@code holdfast}. */
final class HoldfastThreads {

  /** In the names of pool threads, which end when they had no work for some seconds. */
  private static final String IDLE = "-backup-";

  private HoldfastThreads() {}

  /** The names of all, as an application of the Tomcat lists them. */
  static List<String> names(TomcatProcess tomcat, String context) {
    return new Visitor(context)
        .at(tomcat, "threads")
        .body()
        .lines()
        .filter(name -> !name.isBlank())
        .toList();
  }

  /** The names of those that stay without work. */
  static List<String> staying(TomcatProcess tomcat, String context) {
    return names(tomcat, context).stream().filter(name -> !name.contains(IDLE)).toList();
  }

  /** The names of those that stay when the work that is under way has come to its end. */
  static List<String> stayingWhenQuiet(TomcatProcess tomcat, String context) {
    return Quiet.value("threads", () -> staying(tomcat, context));
  }
}
