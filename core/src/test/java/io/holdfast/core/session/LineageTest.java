package io.holdfast.core.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

class LineageTest {

  private static final long UNIT = 1L << 20;

  @Test
  void nextWhenByTheSameWriterThenOneVersionTellsAll() {
    Lineage first = new Lineage(UNIT, List.of());

    Lineage second = first.next(2 * UNIT);

    assertEquals(new Lineage(2 * UNIT, List.of()), second);
    assertTrue(second.includes(UNIT));
    assertTrue(second.includes(first));
    assertFalse(first.includes(second));
  }

  @Test
  void nextWhenByAnotherWriterThenBothAreIncluded() {
    Lineage lineage = new Lineage(UNIT, List.of()).next(2 * UNIT).next(3 * UNIT + 1);

    assertEquals(new Lineage(3 * UNIT + 1, List.of(2 * UNIT)), lineage);
    assertTrue(lineage.includes(UNIT));
    assertFalse(lineage.includes(3 * UNIT));
  }

  /** The attempt got no answer, and the others write as many records as they like. */
  @Test
  void includesWhenOthersWroteAnyNumberOfRecordsThenStillExact() {
    Lineage before = new Lineage(UNIT, List.of());
    Lineage attempt = before.next(2 * UNIT + 7);
    Lineage others = before;
    for (int i = 2; i <= 1_000; i++) {
      others = others.next(i * UNIT + i % 3);
    }

    assertFalse(others.includes(attempt));
    assertTrue(others.next(1_001 * UNIT + 7).includes(2 * UNIT + 7));
  }

  @Test
  void nextWhenMoreWritersThanItsReachThenTheOldestCountAsIncluded() {
    Lineage lineage = new Lineage(UNIT, List.of());
    for (int i = 2; i <= Lineage.REACH + 3; i++) {
      lineage = lineage.next(i * UNIT + i);
    }

    assertEquals(Lineage.REACH, lineage.before().size());
    assertTrue(lineage.includes(UNIT));
    assertFalse(lineage.includes((Lineage.REACH + 1) * UNIT));
  }

  @Test
  void includesWhenWrittenBesidesThenNot() {
    Lineage one = new Lineage(3 * UNIT, List.of(UNIT + 1));

    assertFalse(one.includes(2 * UNIT + 1));
    assertFalse(one.includes(2 * UNIT + 2));
  }

  @Test
  void includesWhenPlainCounterThenAlways() {
    assertTrue(new Lineage(UNIT, List.of()).includes(7));
    assertTrue(new Lineage(UNIT, List.of()).includes(Lineage.counted(7)));
  }

  @Test
  void joiningWhenTwoThenIncludesBothAndNoOther() {
    Lineage one = new Lineage(2 * UNIT, List.of(UNIT + 1));
    Lineage other = new Lineage(2 * UNIT + 1, List.of(UNIT));
    long version = RecordVersion.joining(one.version(), other.version());

    Lineage joined = Lineage.joining(version, one, other);

    assertEquals(new Lineage(version, List.of(2 * UNIT + 1, 2 * UNIT)), joined);
    assertTrue(joined.includes(one));
    assertTrue(joined.includes(other));
    assertFalse(one.includes(joined));
    assertTrue(joined.next(9 * UNIT + 2).includes(joined));
  }

  @Test
  void includesUpToWhenTheOtherGotFurtherThenOnlyThatCounts() {
    Lineage one = new Lineage(9 * UNIT, List.of(3 * UNIT + 1));
    Lineage other = new Lineage(8 * UNIT + 1, List.of(7 * UNIT));

    assertTrue(one.includes(other, 3 * UNIT + 1));
    assertFalse(one.includes(other, 4 * UNIT + 1));
    assertTrue(one.includes(other, 0));
  }

  @Test
  void createWhenNotDescendingThenRefused() {
    assertThrows(IllegalArgumentException.class, () -> new Lineage(1, List.of(1L)));
  }
}
