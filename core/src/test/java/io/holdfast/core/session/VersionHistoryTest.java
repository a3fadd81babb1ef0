package io.holdfast.core.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

class VersionHistoryTest {

  private static final long UNIT = 1L << 20;

  @Test
  void nextWhenByTheSameWriterThenOneVersionTellsAll() {
    VersionHistory first = new VersionHistory(UNIT, List.of());

    VersionHistory second = first.next(2 * UNIT);

    assertEquals(new VersionHistory(2 * UNIT, List.of()), second);
    assertTrue(second.includes(UNIT));
    assertTrue(second.includes(first));
    assertFalse(first.includes(second));
  }

  @Test
  void nextWhenByAnotherWriterThenBothAreIncluded() {
    VersionHistory lineage = new VersionHistory(UNIT, List.of()).next(2 * UNIT).next(3 * UNIT + 1);

    assertEquals(new VersionHistory(3 * UNIT + 1, List.of(2 * UNIT)), lineage);
    assertTrue(lineage.includes(UNIT));
    assertFalse(lineage.includes(3 * UNIT));
  }

  /** The attempt got no answer, and the others write as many records as they like. */
  @Test
  void includesWhenOthersWroteAnyNumberOfRecordsThenStillExact() {
    VersionHistory before = new VersionHistory(UNIT, List.of());
    VersionHistory attempt = before.next(2 * UNIT + 7);
    VersionHistory others = before;
    for (int i = 2; i <= 1_000; i++) {
      others = others.next(i * UNIT + i % 3);
    }

    assertFalse(others.includes(attempt));
    assertTrue(others.next(1_001 * UNIT + 7).includes(2 * UNIT + 7));
  }

  @Test
  void nextWhenMoreWritersThanItsReachThenTheOldestCountAsIncluded() {
    VersionHistory lineage = new VersionHistory(UNIT, List.of());
    for (int i = 2; i <= VersionHistory.REACH + 3; i++) {
      lineage = lineage.next(i * UNIT + i);
    }

    assertEquals(VersionHistory.REACH, lineage.before().size());
    assertTrue(lineage.includes(UNIT));
    assertFalse(lineage.includes((VersionHistory.REACH + 1) * UNIT));
  }

  @Test
  void includesWhenWrittenBesidesThenNot() {
    VersionHistory one = new VersionHistory(3 * UNIT, List.of(UNIT + 1));

    assertFalse(one.includes(2 * UNIT + 1));
    assertFalse(one.includes(2 * UNIT + 2));
  }

  @Test
  void includesWhenPlainCounterThenAlways() {
    assertTrue(new VersionHistory(UNIT, List.of()).includes(7));
    assertTrue(new VersionHistory(UNIT, List.of()).includes(VersionHistory.counted(7)));
  }

  @Test
  void joiningWhenTwoThenIncludesBothAndNoOther() {
    VersionHistory one = new VersionHistory(2 * UNIT, List.of(UNIT + 1));
    VersionHistory other = new VersionHistory(2 * UNIT + 1, List.of(UNIT));
    long version = RecordVersion.joining(one.version(), other.version());

    VersionHistory joined = VersionHistory.joining(version, one, other);

    assertEquals(new VersionHistory(version, List.of(2 * UNIT + 1, 2 * UNIT)), joined);
    assertTrue(joined.includes(one));
    assertTrue(joined.includes(other));
    assertFalse(one.includes(joined));
    assertTrue(joined.next(9 * UNIT + 2).includes(joined));
  }

  @Test
  void includesUpToWhenTheOtherGotFurtherThenOnlyThatCounts() {
    VersionHistory one = new VersionHistory(9 * UNIT, List.of(3 * UNIT + 1));
    VersionHistory other = new VersionHistory(8 * UNIT + 1, List.of(7 * UNIT));

    assertTrue(one.includes(other, 3 * UNIT + 1));
    assertFalse(one.includes(other, 4 * UNIT + 1));
    assertTrue(one.includes(other, 0));
  }

  @Test
  void createWhenNotDescendingThenRefused() {
    assertThrows(IllegalArgumentException.class, () -> new VersionHistory(1, List.of(1L)));
  }
}
