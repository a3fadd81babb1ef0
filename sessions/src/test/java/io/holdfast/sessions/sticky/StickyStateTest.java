package io.holdfast.sessions.sticky;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.record.Fingerprint;
import io.holdfast.core.session.Bytes;
import io.holdfast.core.session.EncodedAttributes;
import io.holdfast.core.session.SessionId;
import io.holdfast.core.session.SessionSnapshot;
import io.holdfast.core.session.SessionTimes;
import io.holdfast.core.session.VersionHistory;
import io.holdfast.sessions.model.StoredState;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class StickyStateTest {

  private final StickyState state = new StickyState();

  @Test
  void doubtUnlessInDoubtWhenARequestHasBegunItThenWhatItKnowsStays() {
    Map<String, Fingerprint> known = Map.of("fruit", Fingerprint.of(Bytes.wrap(new byte[] {1})));
    state.becomeUncertain(Set.of("n1"), known);

    state.becomeUncertainUnlessAlready(Set.of("n1", "n2"));

    Uncertainty uncertainty = Objects.requireNonNull(state.uncertainty());
    assertEquals(known, uncertainty.attributes());
    assertEquals(Set.of("n1"), uncertainty.unreachable());
  }

  @Test
  void doubtUnlessInDoubtWhenThereIsNoneThenAllCountsAsChangedHere() {
    state.becomeUncertainUnlessAlready(Set.of("n1"));

    Uncertainty uncertainty = Objects.requireNonNull(state.uncertainty());
    assertEquals(Map.of(), uncertainty.attributes());
    assertEquals(Set.of("n1"), uncertainty.unreachable());
  }

  @Test
  void takeTouchedWhenOnlyTheFinishingRequestIsThereThenTheNoteIsTakenBack() {
    state.accessStarted(0);
    state.attributesTouched();
    state.requestFinishing();

    assertTrue(state.takeTouched());

    assertFalse(state.isTouched());
  }

  @Test
  void takeTouchedWhenAnotherRequestRunsThenTheNoteStays() {
    state.accessStarted(0);
    state.accessStarted(0);
    state.attributesTouched();
    state.requestFinishing();

    assertTrue(state.takeTouched());

    assertTrue(state.isTouched());
  }

  /**
   * Requests that pass the valve's end (upper case: S starts, F is finishing, E ends) and requests
   * that do not, as asynchronous ones (s, e), in orders in which they can overlap. After each
   * sequence: did everyone's end get asked about, and is nobody thought to be at work?
   */
  @ParameterizedTest
  @CsvSource({
    "SFE",
    "se",
    "SsFEe",
    "SsFeE",
    "sSeFE",
    "sSFeE",
    "sSFEe",
    "ssee",
    "SSFFEE",
    "SFSFEE",
    "SSFEFE",
    "sSsFeEe",
    "SsSFFeEE",
    "SFsEeSFE",
  })
  void accessEndedWhenRequestsOverlapThenTheLastEndIsAlwaysAskedAbout(String sequence) {
    boolean unasked = false;
    for (int i = 0; i < sequence.length(); i++) {
      char step = sequence.charAt(i);
      switch (step) {
        case 'S', 's' -> state.accessStarted(0);
        case 'F' -> {
          state.requestFinishing();
          unasked = false;
        }
        default -> {
          unasked |= step == 'e'; // what it changed last, nobody has seen
          if (!state.accessEnded()) {
            unasked = false;
          }
        }
      }
    }

    assertFalse(unasked, sequence);
    state.attributesTouched();
    state.takeTouched();
    assertFalse(state.isTouched(), "somebody is still thought to be at work: " + sequence);
  }

  @Test
  void requestFinishingWhenCalledTwiceThenTheNextRequestStillCounts() {
    state.accessStarted(0);
    state.requestFinishing();
    state.requestFinishing();
    state.accessEnded();

    state.accessStarted(0);
    state.attributesTouched();
    state.takeTouched();

    assertTrue(state.isTouched(), "the second request may still change what it got");
  }

  @Test
  void accessEndedWhenCalledTooOftenThenTheNextRequestStillCounts() {
    state.accessStarted(0);
    state.accessEnded();
    state.accessEnded();

    state.accessStarted(0);
    state.attributesTouched();
    state.takeTouched();

    assertTrue(state.isTouched());
  }

  /**
   * A backup of a finished request against a request that starts and gets an attribute: whatever
   * the order, the note of the running request must stand.
   */
  @Test
  void takeTouchedWhenARequestStartsMeanwhileThenItsNoteIsNeverLost() throws Exception {
    StickyState[] rounds = new StickyState[200_000];
    for (int i = 0; i < rounds.length; i++) {
      rounds[i] = new StickyState();
      rounds[i].accessStarted(0);
      rounds[i].attributesTouched();
      rounds[i].requestFinishing();
    }
    AtomicInteger arrived = new AtomicInteger();
    ExecutorService other = Executors.newSingleThreadExecutor();
    try {
      Future<?> backups =
          other.submit(
              () -> {
                for (int i = 0; i < rounds.length; i++) {
                  meet(arrived, i);
                  rounds[i].takeTouched();
                }
              });
      for (int i = 0; i < rounds.length; i++) {
        meet(arrived, i);
        rounds[i].accessStarted(0);
        rounds[i].attributesTouched();
      }
      backups.get();
    } finally {
      other.shutdownNow();
    }

    assertEquals(0, Arrays.stream(rounds).filter(state -> !state.isTouched()).count());
  }

  /** Lets two threads go on at the same moment; spins, because the moment is short. */
  @SuppressWarnings("ThreadPriorityCheck") // yields only to let the other thread arrive
  private static void meet(AtomicInteger arrived, int round) {
    arrived.incrementAndGet();
    while (arrived.get() < 2 * (round + 1)) {
      Thread.yield();
    }
  }

  @Test
  void lostWhenABackupStoresMeanwhileThenTheVersionNeverGoesBack() throws Exception {
    ExecutorService other = Executors.newSingleThreadExecutor();
    CyclicBarrier start = new CyclicBarrier(2);
    StoredState.Header header =
        new StoredState.Header(
            new SessionId("a"),
            1,
            null,
            new StoredState.Identity(null),
            new StoredState.Identity(null));
    Fingerprint fingerprint = new Fingerprint(1, 2);
    try {
      for (int version = 1; version <= 2_000; version++) {
        int stored = version;
        Future<?> backup =
            other.submit(
                () -> {
                  start.await();
                  state.stored(
                      VersionHistory.counted(stored), header, fingerprint, List.of("n1"), 0);
                  return null;
                });
        start.await();
        state.lost();
        backup.get();

        assertEquals(version, state.version());
      }
    } finally {
      other.shutdownNow();
    }
  }

  @Test
  void beginRetryWhenOneIsPendingThenNoSecond() {
    assertTrue(state.beginRetry());
    assertFalse(state.beginRetry());

    state.endRetry();

    assertTrue(state.beginRetry());
  }

  @Test
  void knowsWhenTheRecordWasSentFromHereThoughItsAnswerIsNotHereYetThenTrue() {
    SessionId own = new SessionId("a.t2");
    StickyState adopted =
        StickyState.of(
            new StoredState(
                VersionHistory.counted(2),
                new StoredState.Header(
                    new SessionId("a.t1"),
                    1_800,
                    null,
                    new StoredState.Identity(null),
                    new StoredState.Identity(null)),
                null,
                List.of("n1"),
                0));
    long sent = adopted.nextVersion();

    assertTrue(adopted.knows(record(own, sent), own, 0));
    assertFalse(adopted.knows(record(new SessionId("a.t1"), sent), own, 0));
    assertFalse(adopted.knows(record(own, sent + 1), own, 0));
  }

  @Test
  void knowsWhenTheRecordIsOfAnotherSessionWithTheIdThenOnlyIfThatIsTheEarlier() {
    SessionId own = new SessionId("a.t2");
    long sent = state.nextVersion();

    assertTrue(state.knows(record(own, sent + 9), own, 1));
    assertFalse(state.knows(record(own, sent), own, -1));
  }

  /** Then its backup need not ask what is on the nodes. */
  @Test
  void requestEndedWhenItWasShortAndTheRecordIsOfAClockAheadThenDidNotEndLate() {
    state.uses().noted(5_000);
    state.accessStarted(1_000);
    state.uses().requestEnded(1_001);

    assertFalse(state.uses().hasEndedLate());
    assertEquals(5_001, state.uses().lastRequestEnd());
  }

  @Test
  void requestEndedWhenItWasLongThenEndedLate() {
    state.accessStarted(1_000);
    state.uses().requestEnded(2_000);

    assertTrue(state.uses().hasEndedLate());
  }

  /** The client may have gone on at another Tomcat meanwhile, whose use is the later one then. */
  @Test
  void lastUseWhenCodeOutsideOfRequestsUsesItThenIsThatOfTheLastRequest() {
    state.accessStarted(1_000);
    state.accessEnded();
    FakeSession accessedAt5000 =
        new FakeSession(new SessionId("a.t1"), new SessionTimes(0, 1_000, 5_000, 1_800));
    assertEquals(5_000, state.lastUseOf(accessedAt5000));

    state.useOutsideStarted();
    state.attributesTouched();
    state.takeTouched();

    assertEquals(1_000, state.lastUseOf(accessedAt5000));
    assertTrue(state.noRequestAtWork());
    assertTrue(state.isTouched(), "it may change what it got");
    state.useOutsideEnded();
    state.takeTouched();
    assertFalse(state.isTouched());
  }

  private static SessionSnapshot record(SessionId id, long version) {
    return new SessionSnapshot(
        id,
        version,
        new SessionTimes(0, 0, 0, 1_800),
        null,
        Bytes.EMPTY,
        Bytes.EMPTY,
        EncodedAttributes.none());
  }
}
