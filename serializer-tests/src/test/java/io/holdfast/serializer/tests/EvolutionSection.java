package io.holdfast.serializer.tests;

import io.holdfast.core.transcoder.kit.ClassChange;
import java.util.List;

/** The section that says which changes of classes each serializer survives. */
final class EvolutionSection {

  private static final Columns COLUMNS = new Columns(Serializer.WITH_OPTIONS);

  private EvolutionSection() {}

  static String text() {
    return table("what the new version then has", ClassChange.all());
  }

  /** What the old version sees of that which the new one wrote. */
  static String back() {
    return table("what the old version then has", ClassChange.back());
  }

  private static String table(String meaning, List<ClassChange> changes) {
    MarkdownTable table =
        new MarkdownTable(2 + Serializer.WITH_OPTIONS.size(), COLUMNS.header("change", meaning));
    for (ClassChange change : changes) {
      table.row(
          COLUMNS.row(
              List.of(change.name(), change.meaning()), serializer -> cell(serializer, change)));
    }
    return table.toString();
  }

  private static String cell(Serializer serializer, ClassChange change) {
    try {
      return switch (change.outcome(serializer::transcoder)) {
        case READ -> "read";
        case LOST -> "empty";
        case UNREADABLE -> "refused";
      };
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("The classes of " + change.name() + " do not work", e);
    }
  }
}
