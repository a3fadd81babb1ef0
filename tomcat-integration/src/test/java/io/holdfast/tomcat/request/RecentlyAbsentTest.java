package io.holdfast.tomcat.request;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RecentlyAbsentTest {

  private final AtomicLong clock = new AtomicLong();
  private final RecentlyAbsent absent = new RecentlyAbsent(clock::get);

  @Test
  void containsWhenAddedAMomentAgoThenHoldsForThatIdAlone() {
    absent.add("A");
    clock.addAndGet(RecentlyAbsent.MOMENT.toNanos() - 1);

    assertTrue(absent.contains("A"));
    assertFalse(absent.contains("B"));
  }

  @Test
  void containsWhenTheMomentIsOverThenNoLongerHoldsHoweverOftenItWasAdded() {
    absent.add("A");
    clock.addAndGet(RecentlyAbsent.MOMENT.toNanos() - 1);
    absent.add("A");
    clock.addAndGet(1);

    assertFalse(absent.contains("A"));
  }

  @Test
  void addWhenThereAreManyThenKeepsAFew() {
    IntStream.range(0, 100).forEach(i -> absent.add("A" + i));

    assertEquals(8, IntStream.range(0, 100).filter(i -> absent.contains("A" + i)).count());
  }

  @Test
  void isEnoughWhenThreeQuestionsInARowFoundNothingThenHoldsForAMoment() {
    for (int i = 0; i < 3; i++) {
      assertFalse(absent.isEnough());
      clock.addAndGet(RecentlyAbsent.MOMENT.toNanos() * 10); // as slow as a node may be
      absent.missed();
      clock.addAndGet(RecentlyAbsent.MOMENT.toNanos() - 1);
    }

    assertTrue(absent.isEnough());
    clock.addAndGet(1);
    assertFalse(absent.isEnough());
  }

  @Test
  void isEnoughWhenTheQuestionsAreOfSeveralRequestsThenDoesNotHold() {
    for (int i = 0; i < 6; i++) {
      assertFalse(absent.isEnough());
      absent.missed();
      clock.addAndGet(RecentlyAbsent.MOMENT.toNanos());
    }

    assertFalse(absent.isEnough());
  }
}
