package io.holdfast.serializer.tests;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;

/** The section that counts the {@link OwnShapes}, and names those that not all serializers keep. */
final class ShapesSection {

  private static final Columns COLUMNS = new Columns(Serializer.ALL);

  private ShapesSection() {}

  static String text() {
    Map<Serializer, Map<String, String>> outcomes = new LinkedHashMap<>();
    Serializer.ALL.forEach(each -> outcomes.put(each, OwnShapeOutcomes.of(each)));
    MarkdownTable table =
        new MarkdownTable(
            1 + Serializer.ALL.size(),
            COLUMNS.header("of %d graphs".formatted(OwnShapes.all().size())));
    table.row(
        COLUMNS.row(
            List.of("kept"),
            serializer ->
                Long.toString(
                    outcomesOf(serializer, outcomes).values().stream()
                        .filter(OwnShapeOutcomes.KEPT::equals)
                        .count())));
    for (String shape : new TreeSet<>(OwnShapes.all().keySet())) {
      if (!outcomes.values().stream()
          .allMatch(each -> OwnShapeOutcomes.KEPT.equals(each.get(shape)))) {
        table.row(
            COLUMNS.row(
                List.of(shape),
                serializer -> String.valueOf(outcomesOf(serializer, outcomes).get(shape))));
      }
    }
    return table.toString();
  }

  private static Map<String, String> outcomesOf(
      Serializer serializer, Map<Serializer, Map<String, String>> outcomes) {
    return Objects.requireNonNull(outcomes.get(serializer));
  }
}
