package io.holdfast.serializer.tests;

import io.holdfast.serializer.tests.Comparison.Verdict;
import java.util.List;
import java.util.Map;

/** The section that counts verdicts. */
final class SummarySection {

  private static final Columns COLUMNS = new Columns(Serializer.ALL);

  private static final Map<Verdict, String> WORDS =
      Map.of(
          Verdict.EQUAL, "equal after a round trip",
          Verdict.REFUSED, "refused when written",
          Verdict.DIFFERENT, "silently different",
          Verdict.UNREADABLE, "failing only when read");

  private SummarySection() {}

  static String text(Comparison comparison) {
    MarkdownTable table =
        new MarkdownTable(1, COLUMNS.header("of %d kinds".formatted(KindGroups.kinds().size())));
    for (Verdict verdict : Verdict.values()) {
      table.row(
          COLUMNS.row(
              List.of(String.valueOf(WORDS.get(verdict))),
              serializer -> Long.toString(count(comparison, serializer, verdict))));
    }
    return table.toString();
  }

  private static long count(Comparison comparison, Serializer serializer, Verdict verdict) {
    return KindGroups.kinds().stream()
        .filter(kind -> comparison.verdict(serializer, kind) == verdict)
        .count();
  }
}
