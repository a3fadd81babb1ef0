package io.holdfast.sessions.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.session.Bytes;
import io.holdfast.core.session.EncodedAttributes;
import io.holdfast.core.session.FieldVersions;
import io.holdfast.core.session.SessionId;
import io.holdfast.core.session.SessionSnapshot;
import io.holdfast.core.session.SessionTimes;
import io.holdfast.core.session.VersionHistory;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

final class SessionWriterTest {

  private static final long UNIT = 1L << 20;

  private final SessionWriter writer = new SessionWriter(null);

  @Test
  void nextWhenAskedAgainThenLaterBySameWriter() {
    long first = writer.next(5 * UNIT + 3, null, drawing(7));
    long second = writer.next(0, null, drawing());

    assertEquals(List.of(6 * UNIT + 7, 7 * UNIT + 7), List.of(first, second));
  }

  @Test
  void nextWhenTheNameIsAnothersInTheRecordThenAnotherName() {
    VersionHistory known = new VersionHistory(5 * UNIT + 3, List.of(4 * UNIT + 7));

    assertEquals(6 * UNIT + 9, writer.next(known.version(), known, drawing(3, 7, 9)));
  }

  /** Both drew their name before either had seen what the other wrote. */
  @Test
  void nextWhenAnotherTurnsOutToHaveTheSameNameThenAnotherName() {
    writer.next(0, null, drawing(7));

    long next =
        writer.next(
            5 * UNIT + 1, new VersionHistory(5 * UNIT + 1, List.of(3 * UNIT + 7)), drawing(9));

    assertEquals(6 * UNIT + 9, next);
  }

  @Test
  void foundWhenItHasWhatWasAttemptedThenThatIsConfirmed() {
    SessionSnapshot attempt = record(new VersionHistory(2 * UNIT + 7, List.of()));
    SessionSnapshot later = record(new VersionHistory(3 * UNIT + 1, List.of(2 * UNIT + 7)));
    writer.attempted(attempt);

    writer.found(later);

    assertSame(later, writer.newest());
    assertFalse(writer.isUnconfirmed());
  }

  @Test
  void foundWhenItDoesNotHaveWhatWasAttemptedThenThatStays() {
    SessionSnapshot attempt = record(new VersionHistory(2 * UNIT + 7, List.of()));
    writer.attempted(attempt);

    writer.found(record(new VersionHistory(900 * UNIT + 1, List.of(UNIT + 7))));

    assertSame(attempt, writer.newest());
    assertTrue(writer.isUnconfirmed());
  }

  /** Two copies of one record in memory would be one too many. */
  @Test
  void foundWhenItIsTheSameRecordThenTheOneThatIsHereStays() {
    SessionSnapshot stored = record(new VersionHistory(2 * UNIT + 7, List.of()));
    writer.stored(stored);

    writer.found(record(new VersionHistory(2 * UNIT + 7, List.of())));

    assertSame(stored, writer.newest());
  }

  /** What it writes from now on does not have what was given up, so another name writes it. */
  @Test
  void giveUpWhenAttemptedThenTheNextHasAnotherName() {
    writer.attempted(record(new VersionHistory(writer.next(0, null, drawing(7)), List.of())));

    writer.giveUp();

    assertNull(writer.newest());
    assertFalse(writer.isUnconfirmed());
    assertEquals(2 * UNIT + 9, writer.next(UNIT, null, drawing(9)));
  }

  private static SessionSnapshot record(VersionHistory lineage) {
    return new SessionSnapshot(
        new SessionId("s"),
        lineage,
        FieldVersions.NONE,
        new SessionTimes(1, 2, 3, 4),
        null,
        Bytes.EMPTY,
        Bytes.EMPTY,
        EncodedAttributes.none());
  }

  /** Draws these names, and no more. */
  private static RandomGenerator drawing(Integer... names) {
    Deque<Integer> left = new ArrayDeque<>(List.of(names));
    return new RandomGenerator() {
      @Override
      public long nextLong() {
        throw new AssertionError("not a name");
      }

      @Override
      public int nextInt(int bound) {
        return left.removeFirst();
      }
    };
  }
}
