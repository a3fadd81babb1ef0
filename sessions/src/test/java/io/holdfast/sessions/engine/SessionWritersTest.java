package io.holdfast.sessions.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;

import io.holdfast.core.session.Bytes;
import io.holdfast.core.session.EncodedAttributes;
import io.holdfast.core.session.FieldVersions;
import io.holdfast.core.session.SessionId;
import io.holdfast.core.session.SessionSnapshot;
import io.holdfast.core.session.SessionTimes;
import io.holdfast.core.session.VersionHistory;
import io.holdfast.testkit.Await;
import org.junit.jupiter.api.Test;

final class SessionWritersTest {

  private static final int MANY = 1_000;

  private final SessionWriters writers = new SessionWriters();

  @Test
  void ofWhenTheSessionWasFoundBeforeThenTheSame() {
    SessionWriter first = writers.of(found("s", 1));

    assertSame(first, writers.of(found("s.t2", 1)));
  }

  @Test
  void ofWhenItIsAnotherSessionThenAnother() {
    SessionWriter first = writers.of(found("s", 1));

    assertNotSame(first, writers.of(found("r", 1)));
    assertNotSame(first, writers.of(found("s", 2)));
  }

  @Test
  void registerWhenTheIdChangesThenTheNewOneLeadsToTheSame() {
    SessionWriter first = writers.of(found("s", 1));

    assertSame(first, writers.register(new SessionId("t"), 1, first));
    first.attempted(found("t", 1));
    assertSame(first, writers.of(found("t", 1)));
  }

  /**
   * What it has written is under the new id: nothing may be merged into that under the former one.
   */
  @Test
  void ofWhenItHasWrittenUnderAnotherIdThenAnotherForTheFormerOne() {
    SessionWriter first = writers.of(found("s", 1));
    first.attempted(found("t", 1));

    assertNotSame(first, writers.of(found("s", 1)));
  }

  @Test
  void registerWhenThereIsOneThenThatStays() {
    SessionWriter first = writers.of(found("s", 1));

    assertSame(first, writers.register(new SessionId("s"), 1, new SessionWriter(null)));
  }

  @Test
  void countWhenNoInstanceHasThemAnyMoreThenNone() {
    for (int i = 0; i < MANY; i++) {
      var unused = writers.of(found("s" + i, 1));
    }

    Await.until(
        "they are gone",
        () -> {
          System.gc();
          return writers.count() == 0;
        });

    assertEquals(0, writers.count());
  }

  private static SessionSnapshot found(String id, long created) {
    return new SessionSnapshot(
        new SessionId(id),
        VersionHistory.counted(1),
        FieldVersions.NONE,
        new SessionTimes(created, created, created, 1_800),
        null,
        Bytes.EMPTY,
        Bytes.EMPTY,
        EncodedAttributes.none());
  }
}
