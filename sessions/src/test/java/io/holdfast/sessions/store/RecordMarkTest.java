package io.holdfast.sessions.store;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.holdfast.core.session.VersionHistory;
import io.holdfast.sessions.store.RecordMark.RecordRelation;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class RecordMarkTest {

  private static final long UNIT = 1L << 20;
  private static final long BORN = 1_000;

  static Stream<Arguments> pairs() {
    RecordMark first = record(BORN, 1);
    RecordMark second = record(BORN, 2);
    RecordMark besides =
        new RecordMark(new VersionHistory(3 * UNIT + 1, List.of(UNIT)), BORN, false);
    RecordMark end = new RecordMark(new VersionHistory(2 * UNIT, List.of()), BORN, true);
    RecordMark laterEnd = new RecordMark(new VersionHistory(5 * UNIT, List.of()), BORN, true);
    RecordMark another = record(BORN + 1, 4);
    return Stream.of(
        Arguments.of("itself", first, first, RecordRelation.SAME, RecordRelation.SAME),
        Arguments.of(
            "its successor", first, second, RecordRelation.GIVES_WAY, RecordRelation.REPLACES),
        Arguments.of(
            "one that counted further",
            second,
            besides,
            RecordRelation.CROSSES,
            RecordRelation.CROSSES),
        Arguments.of("its end", besides, end, RecordRelation.GIVES_WAY, RecordRelation.REPLACES),
        Arguments.of(
            "another end", end, laterEnd, RecordRelation.GIVES_WAY, RecordRelation.REPLACES),
        Arguments.of(
            "another session", end, another, RecordRelation.GIVES_WAY, RecordRelation.REPLACES),
        Arguments.of(
            "a later session that has not counted as far",
            laterEnd,
            record(BORN + 1, 1),
            RecordRelation.GIVES_WAY,
            RecordRelation.REPLACES),
        Arguments.of(
            "the end of a later session that has not counted as far",
            besides,
            new RecordMark(new VersionHistory(UNIT, List.of()), BORN + 1, true),
            RecordRelation.GIVES_WAY,
            RecordRelation.REPLACES),
        Arguments.of(
            "a later session that has the same version by chance",
            end,
            record(BORN + 1, 2),
            RecordRelation.GIVES_WAY,
            RecordRelation.REPLACES));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("pairs")
  void toWhenComparedThenEitherWayRound(
      String what, RecordMark one, RecordMark other, RecordRelation there, RecordRelation back) {
    assertEquals(there, one.to(other), what);
    assertEquals(back, other.to(one), what);
  }

  private static RecordMark record(long creationTime, long counter) {
    return new RecordMark(new VersionHistory(counter * UNIT, List.of()), creationTime, false);
  }
}
