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
  void nextWhenAskedThenIncludesWhatItFollows() {
    Lineage first = new Lineage(UNIT, List.of());

    Lineage second = first.next(2 * UNIT);

    assertEquals(new Lineage(2 * UNIT, List.of(UNIT)), second);
    assertTrue(second.includes(UNIT));
    assertFalse(first.includes(2 * UNIT));
  }

  @Test
  void nextWhenMoreThanItsReachThenTheOldestCountAsIncluded() {
    Lineage lineage = new Lineage(UNIT, List.of());
    for (int i = 2; i <= Lineage.REACH + 3; i++) {
      lineage = lineage.next(i * UNIT);
    }

    assertEquals(Lineage.REACH, lineage.before().size());
    assertFalse(lineage.names(UNIT));
    assertTrue(lineage.includes(UNIT));
  }

  @Test
  void includesWhenWrittenBesidesThenNot() {
    Lineage one = new Lineage(3 * UNIT, List.of(UNIT));

    assertFalse(one.includes(2 * UNIT));
  }

  @Test
  void includesWhenPlainCounterThenAlways() {
    assertTrue(new Lineage(UNIT, List.of()).includes(7));
  }

  @Test
  void joiningWhenTwoThenIncludesBoth() {
    Lineage one = new Lineage(2 * UNIT, List.of(UNIT));
    Lineage other = new Lineage(2 * UNIT + 1, List.of(UNIT));

    Lineage joined = Lineage.joining(3 * UNIT, one, other);

    assertEquals(new Lineage(3 * UNIT, List.of(2 * UNIT + 1, 2 * UNIT, UNIT)), joined);
  }

  @Test
  void isStrangerToWhenNothingInCommonIsRememberedThenTrue() {
    Lineage one = new Lineage(UNIT, List.of());
    Lineage other = one;
    for (int i = 2; i <= Lineage.REACH + 2; i++) {
      one = one.next(i * UNIT);
      other = other.next(i * UNIT + 1);
    }

    assertTrue(one.isStrangerTo(other));
    assertFalse(one.isStrangerTo(one.next(99 * UNIT)));
  }

  @Test
  void createWhenNotDescendingThenRefused() {
    assertThrows(IllegalArgumentException.class, () -> new Lineage(1, List.of(1L)));
  }
}
