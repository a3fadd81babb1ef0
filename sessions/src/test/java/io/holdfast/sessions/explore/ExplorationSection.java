package io.holdfast.sessions.explore;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The figures of all explorations, as they are in the document. */
final class ExplorationSection {

  private ExplorationSection() {}

  /** Returns the whole section, for which each act must be explored as far as possible. */
  static String text(Explorations explorations) {
    List<String> lines = new ArrayList<>();
    lines.add("");
    lines.add("| requests side by side, and what goes wrong | states | ends | orders of events |");
    lines.add("| --- | ---: | ---: | ---: |");
    long states = 0;
    long ends = 0;
    for (Act act : Act.values()) {
      Exploration found = explorations.of(act);
      lines.add(row(act.text, found));
      states += found.states();
      ends += found.ends();
    }
    lines.add(format("| all | %,d | %,d | |", states, ends));
    lines.add("");
    lines.add("### Every deliberate mistake");
    lines.add("");
    lines.add("| what was made wrong on purpose | where | noticed in play | by |");
    lines.add("| --- | --- | ---: | --- |");
    for (Mutation mutation : Mutation.values()) {
      lines.add(row(mutation, explorations.of(mutation)));
    }
    lines.add("");
    return String.join("\n", lines) + "\n";
  }

  /** Returns the rows that a build knows: of mutations, and of acts that it explores to the end. */
  static List<String> rowsOfABuild(Explorations explorations) {
    List<String> rows = new ArrayList<>();
    for (Act act : Act.values()) {
      Exploration found = explorations.of(act);
      if (found.isComplete()) {
        rows.add(row(act.text, found));
      }
    }
    for (Mutation mutation : Mutation.values()) {
      if (Explorations.isTried(mutation)) {
        rows.add(row(mutation, explorations.of(mutation)));
      }
    }
    return rows;
  }

  private static String row(Mutation mutation, Exploration found) {
    return format(
        "| %s | %s | %,d | %s |",
        mutation.text, mutation.act.text, found.ends() + 1, String.valueOf(found.broken()));
  }

  private static String row(String text, Exploration found) {
    return found.isComplete()
        ? format("| %s | %,d | %,d | %.1e |", text, found.states(), found.ends(), found.schedules())
        : format("| %s | first %,d | %,d | |", text, found.states(), found.ends());
  }

  private static String format(String pattern, Object... values) {
    return String.format(Locale.ROOT, pattern, values);
  }
}
