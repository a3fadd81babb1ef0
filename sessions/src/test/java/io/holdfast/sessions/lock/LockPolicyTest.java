package io.holdfast.sessions.lock;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.config.LockingMode;
import io.holdfast.core.storage.TestClock;
import io.holdfast.sessions.request.RequestLine;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class LockPolicyTest {

  private static final RequestLine ADD = new RequestLine("POST", "/shop/cart/17?n=1");
  private static final RequestLine LOOK = new RequestLine("GET", "/shop/cart/17");

  private final TestClock clock = new TestClock(Instant.parse("2026-01-01T00:00:00Z"));

  @ParameterizedTest
  @CsvSource({
    "none,                                    false, false",
    "optimistic,                              false, false",
    "all,                                     true,  true",
    "auto,                                    true,  true",
    "'uriPattern:/shop/cart/.*',              true,  true",
    "'uriPattern:/shop/cart/[0-9]+',          true,  false",
    "'uriPattern:/shop/cart/.*[?]n=.*',       false, true",
    "'uriPattern:POST .*',                    false, true",
    "'uriPattern:cart',                       false, false"
  })
  void needsLeaseWhenNothingWasSeenThenAsTheModeSays(String mode, boolean look, boolean add) {
    LockPolicy policy = LockPolicy.of(LockingMode.parse(mode), clock);

    assertEquals(look, policy.needsLease(LOOK));
    assertEquals(add, policy.needsLease(ADD));
  }

  @Test
  void needsLeaseWhenAutoAndTheKindWasSeenToWriteThenTrue() {
    LockPolicy policy = auto();

    policy.requestEnded(ADD, true);

    assertTrue(policy.needsLease(new RequestLine("POST", "/shop/cart/18?n=2")));
  }

  @Test
  void needsLeaseWhenAutoAndOnlyReadsWereSeenThenFalse() {
    LockPolicy policy = auto();

    policy.requestEnded(LOOK, false);

    assertFalse(policy.needsLease(new RequestLine("GET", "/shop/cart/18")));
    assertTrue(policy.needsLease(ADD));
  }

  /** As front controllers have it. */
  @Test
  void needsLeaseWhenAutoAndTheQuerySaysWhatToDoThenOnlyWhatReadsNeedsNone() {
    LockPolicy policy = auto();

    policy.requestEnded(new RequestLine("GET", "/shop?action=view&item=17"), false);

    assertFalse(policy.needsLease(new RequestLine("GET", "/shop?action=view&item=18")));
    assertTrue(policy.needsLease(new RequestLine("GET", "/shop?action=add&item=18")));
  }

  @Test
  void needsLeaseWhenAutoAndManyReadsFollowedAWriteThenTrue() {
    LockPolicy policy = auto();
    policy.requestEnded(ADD, true);

    read(policy, 1_000);

    assertTrue(policy.needsLease(ADD));
  }

  @Test
  void needsLeaseWhenAutoAndAReaderWritesThenTrueFromThenOn() {
    LockPolicy policy = auto();
    read(policy, 10);

    policy.requestEnded(ADD, true);
    read(policy, 10);

    assertTrue(policy.needsLease(ADD));
  }

  @Test
  void needsLeaseWhenAutoAndNoWriteForLongThenUntilItWasSeenToReadAgain() {
    LockPolicy policy = auto();
    policy.requestEnded(ADD, true);

    clock.advance(LearningLockPolicy.TIME_TO_FORGET.minus(Duration.ofSeconds(1)));
    read(policy, 1);
    assertTrue(policy.needsLease(ADD));
    clock.advance(Duration.ofSeconds(1));

    assertTrue(policy.needsLease(ADD));
    read(policy, 1);
    assertFalse(policy.needsLease(ADD));
  }

  @Test
  void needsLeaseWhenAutoAndTooManyKindsReadThenTheLeastUsedIsNotKnownAnyMore() {
    LockPolicy policy = auto();
    policy.requestEnded(ADD, false);
    policy.requestEnded(LOOK, false);

    for (int i = 0; i < LearningLockPolicy.MAX_KINDS - 1; i++) {
      assertFalse(policy.needsLease(LOOK));
      policy.requestEnded(new RequestLine("GET", "/page" + i), false);
    }

    assertTrue(policy.needsLease(ADD));
    assertFalse(policy.needsLease(LOOK));
  }

  @Test
  void needsLeaseWhenAutoAndManyKindsReadThenWhatWritesIsStillKnown() {
    LockPolicy policy = auto();
    policy.requestEnded(ADD, true);

    for (int i = 0; i < 2 * LearningLockPolicy.MAX_KINDS; i++) {
      policy.requestEnded(new RequestLine("GET", "/page" + i), false);
    }
    read(policy, 1);

    assertTrue(policy.needsLease(ADD));
  }

  private LockPolicy auto() {
    return LockPolicy.of(LockingMode.Plain.AUTO, clock);
  }

  private static void read(LockPolicy policy, int times) {
    for (int i = 0; i < times; i++) {
      policy.requestEnded(ADD, false);
    }
  }
}
