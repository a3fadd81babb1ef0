package io.holdfast.serializer.tests;

import io.holdfast.core.transcoder.kit.Kind;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The section that says what is refused, by whom and why. */
final class RefusalsSection {

  private RefusalsSection() {}

  static String text(Comparison comparison) {
    MarkdownTable table =
        new MarkdownTable(4, List.of("kind", "class to blame", "why", "refused by"));
    for (Kind kind : KindGroups.kinds()) {
      refusals(comparison, kind)
          .forEach(
              (refusal, serializers) ->
                  table.row(
                      List.of(
                          kind.name(),
                          "`" + refusal.type() + "`",
                          refusal.reason(),
                          String.join(", ", serializers))));
    }
    return table.toString();
  }

  private static Map<Refusal, List<String>> refusals(Comparison comparison, Kind kind) {
    Map<Refusal, List<String>> refusals = new LinkedHashMap<>();
    for (Serializer serializer : Serializer.ALL) {
      String message = comparison.encoding(serializer, kind).refusal();
      if (message != null) {
        refusals
            .computeIfAbsent(Refusal.of(message), refusal -> new ArrayList<>())
            .add(serializer.title());
      }
    }
    return refusals;
  }
}
