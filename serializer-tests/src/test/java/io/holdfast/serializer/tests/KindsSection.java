package io.holdfast.serializer.tests;

import io.holdfast.core.transcoder.kit.Kind;
import io.holdfast.core.transcoder.kit.KindGroup;
import io.holdfast.serializer.tests.Comparison.Verdict;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** The section with a row for each kind. */
final class KindsSection {

  private static final Columns COLUMNS = new Columns(Serializer.ALL);

  /** They hold tables of the JDK, which change with each of its updates. */
  private static final Set<String> HOLD_DATA_OF_THE_JDK = Set.of("SimpleDateFormat");

  /** Larger ones would hide all others in a sum. */
  private static final int SMALL = 5_000;

  private final Comparison comparison;

  private KindsSection(Comparison comparison) {
    this.comparison = comparison;
  }

  static String text(Comparison comparison) {
    return new KindsSection(comparison).text();
  }

  private String text() {
    StringBuilder text = new StringBuilder();
    for (KindGroup group : KindGroups.all()) {
      MarkdownTable table = new MarkdownTable(1, COLUMNS.header(""));
      group.kinds().forEach(kind -> table.row(row(kind)));
      text.append("### ").append(group.title()).append("\n\n").append(table).append('\n');
    }
    return text.append(total()).toString();
  }

  private List<String> row(Kind kind) {
    return COLUMNS.row(List.of(kind.name()), serializer -> cell(serializer, kind));
  }

  private String cell(Serializer serializer, Kind kind) {
    Verdict verdict = comparison.verdict(serializer, kind);
    if (verdict != Verdict.EQUAL) {
      return verdict.name().toLowerCase(Locale.ROOT);
    }
    int size = size(serializer, kind);
    return HOLD_DATA_OF_THE_JDK.contains(kind.name()) ? about(size) : number(size);
  }

  private String total() {
    List<Kind> small = KindGroups.kinds().stream().filter(this::isSmallWithAll).toList();
    String title =
        "the %d kinds that all serializers write in at most %s bytes"
            .formatted(small.size(), number(SMALL));
    return new MarkdownTable(1, COLUMNS.header("added up"))
        .row(
            COLUMNS.row(
                List.of(title),
                serializer ->
                    number(small.stream().mapToInt(kind -> size(serializer, kind)).sum())))
        .toString();
  }

  private boolean isSmallWithAll(Kind kind) {
    return Serializer.ALL.stream()
        .allMatch(
            serializer ->
                comparison.verdict(serializer, kind) == Verdict.EQUAL
                    && size(serializer, kind) <= SMALL);
  }

  private int size(Serializer serializer, Kind kind) {
    return comparison.encoding(serializer, kind).accepted().length();
  }

  private static String number(int size) {
    return String.format(Locale.ROOT, "%,d", size);
  }

  /** One digit that counts. */
  private static String about(int size) {
    int unit = (int) Math.pow(10, Math.floor(Math.log10(size)));
    return "about " + number(Math.round((float) size / unit) * unit);
  }
}
