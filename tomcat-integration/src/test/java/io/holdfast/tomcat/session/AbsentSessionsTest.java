package io.holdfast.tomcat.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.session.SessionId;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What a thread has just asked for, in {@link EarlyQuestions}. */
class AbsentSessionsTest {

  private static final SessionId ID = new SessionId("A");
  private static final SessionId OTHER = new SessionId("B");
  private static final long MOMENT = EarlyQuestions.MOMENT.toNanos();

  private final AtomicLong clock = new AtomicLong();
  private final EarlyQuestions early = new EarlyQuestions(clock::get, () -> false);
  private final EarlyQuestions ofCookies = new EarlyQuestions(clock::get, () -> true);

  @Test
  void wasJustAbsentWhenNoNodeHasItThenHoldsForThatIdAlone() {
    early.notFound(ID, Set.of(), false);
    clock.addAndGet(MOMENT - 1);

    assertTrue(early.wasJustAbsent(ID));
    assertFalse(early.wasJustAbsent(OTHER));
  }

  @Test
  void wasJustAbsentWhenTheMomentIsOverThenNoLongerHoldsHoweverOftenItWasAskedFor() {
    early.notFound(ID, Set.of(), false);
    clock.addAndGet(MOMENT - 1);
    early.notFound(ID, Set.of(), false);
    clock.addAndGet(1);

    assertFalse(early.wasJustAbsent(ID));
  }

  @Test
  void wasJustAbsentWhenThereAreManyThenHoldsForAFew() {
    IntStream.range(0, 100).forEach(i -> early.notFound(new SessionId("A" + i), Set.of(), false));

    assertEquals(
        8,
        IntStream.range(0, 100).filter(i -> early.wasJustAbsent(new SessionId("A" + i))).count());
  }

  @Test
  void wasJustAbsentWhenAskedOnAnotherThreadThenDoesNotHold() {
    early.notFound(ID, Set.of(), false);

    assertFalse(CompletableFuture.supplyAsync(() -> early.wasJustAbsent(ID)).join());
  }

  @Test
  void wasJustAbsentWhenARequestHasBegunThenNoLongerHolds() {
    early.notFound(ID, Set.of(), false);

    early.forget();

    assertFalse(early.wasJustAbsent(ID));
  }

  @Test
  void wasJustAbsentWhenThreeCookiesInARowFoundNothingThenHoldsForAllForAMoment() {
    for (int i = 0; i < EarlyQuestions.MOST_MISSES; i++) {
      assertFalse(ofCookies.wasJustAbsent(OTHER));
      clock.addAndGet(MOMENT * 10); // as slow as a node may be
      ofCookies.notFound(ID, Set.of("n1"), false);
      clock.addAndGet(MOMENT - 1);
    }

    assertTrue(ofCookies.wasJustAbsent(OTHER));
    clock.addAndGet(1);
    assertFalse(ofCookies.wasJustAbsent(OTHER));
  }

  @Test
  void wasJustAbsentWhenTheQuestionsAreOfSeveralRequestsThenDoesNotHold() {
    for (int i = 0; i < 2 * EarlyQuestions.MOST_MISSES; i++) {
      assertFalse(ofCookies.wasJustAbsent(OTHER));
      ofCookies.notFound(ID, Set.of("n1"), false);
      clock.addAndGet(MOMENT);
    }

    assertFalse(ofCookies.wasJustAbsent(OTHER));
  }

  @Test
  void wasJustAbsentWhenTheQuestionsAreNotOfCookiesThenDoesNotHold() {
    for (int i = 0; i < EarlyQuestions.MOST_MISSES; i++) {
      early.notFound(ID, Set.of("n1"), false);
    }

    assertFalse(early.wasJustAbsent(OTHER));
  }

  @Test
  void wasJustInDoubtWhenANodeDidNotAnswerThenHoldsOnce() {
    early.notFound(ID, Set.of("n1"), true);

    assertTrue(early.wasUnanswered(ID));
    assertFalse(early.wasJustAbsent(ID));
    assertTrue(early.wasJustInDoubt("A.t1"));
    assertFalse(early.wasJustInDoubt("A.t1"));
  }
}
