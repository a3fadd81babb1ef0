package io.holdfast.serializer.tests;

import io.holdfast.core.transcoder.kit.Kind;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** What an exchange says of each kind with each serializer, all set-ups taken together. */
final class Comparison {

  private final Exchange exchange;
  private final SetUp shown;
  private final Map<String, List<Reading>> readings;
  private final Map<String, Encoding> encodings;

  /** The worst that happened to a kind under any set-up. */
  enum Verdict {
    EQUAL,
    REFUSED,
    DIFFERENT,
    UNREADABLE
  }

  /**
   * Sums up an exchange.
   *
   * @param shown the set-up whose sizes and messages are shown
   */
  Comparison(Exchange exchange, SetUp shown) {
    this.exchange = exchange;
    this.shown = shown;
    this.readings =
        exchange.read().values().stream()
            .flatMap(byWriter -> byWriter.values().stream())
            .flatMap(List::stream)
            .collect(Collectors.groupingBy(r -> key(r.serializer(), r.kind())));
    this.encodings =
        exchange.writtenBy(shown).stream()
            .collect(Collectors.toMap(e -> key(e.serializer(), e.kind()), e -> e));
  }

  private static String key(String serializer, String kind) {
    return serializer + '\t' + kind;
  }

  Verdict verdict(Serializer serializer, Kind kind) {
    if (encoding(serializer, kind).isRefused()) {
      return Verdict.REFUSED;
    }
    List<Reading> all = readings.getOrDefault(key(serializer.title(), kind.name()), List.of());
    if (all.stream().anyMatch(r -> r.result() == Reading.Result.DIFFERENT)) {
      return Verdict.DIFFERENT;
    }
    boolean everywhere = all.size() == exchange.setUps().size() * exchange.setUps().size();
    return everywhere && all.stream().allMatch(r -> r.result() == Reading.Result.EQUAL)
        ? Verdict.EQUAL
        : Verdict.UNREADABLE;
  }

  /** What the set-up that is shown wrote. */
  Encoding encoding(Serializer serializer, Kind kind) {
    Encoding encoding = encodings.get(key(serializer.title(), kind.name()));
    if (encoding == null) {
      throw new IllegalStateException(shown + " wrote nothing of " + kind);
    }
    return encoding;
  }
}
