package io.holdfast.console;

import java.util.ArrayList;
import java.util.List;

/**
 * What an operator must know first, in one sentence.
 *
 * @param isWell whether all sessions are stored, on nodes that all answer
 * @param text the sentence
 */
record Verdict(boolean isWell, String text) {

  /** Sums up the components of a Tomcat; there must be at least one. */
  static Verdict of(List<Bean> components) {
    long notStarted =
        components.stream().filter(each -> !"true".equals(each.text("started"))).count();
    long notStored =
        components.stream().mapToLong(each -> each.number("sessionsNotStored").orElse(0)).sum();
    // The same nodes may be lost to several components.
    long nodesLost =
        components.stream().mapToLong(each -> each.number("nodesLost").orElse(0)).max().orElse(0);
    List<String> parts = new ArrayList<>();
    if (notStarted < components.size()) {
      parts.add(notStored == 0 ? "all sessions are stored" : "sessions not stored: " + notStored);
    }
    if (nodesLost > 0) {
      parts.add("nodes lost: " + nodesLost);
    }
    if (notStarted > 0) {
      parts.add("applications whose sessions are not backed up: " + notStarted);
    }
    String text = String.join("; ", parts);
    return new Verdict(
        notStored == 0 && nodesLost == 0 && notStarted == 0,
        Character.toUpperCase(text.charAt(0)) + text.substring(1) + ".");
  }
}
