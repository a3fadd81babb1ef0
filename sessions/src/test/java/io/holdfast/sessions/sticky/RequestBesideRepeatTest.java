package io.holdfast.sessions.sticky;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.session.SessionId;
import io.holdfast.core.storage.SessionStore;
import io.holdfast.core.storage.StoreException;
import io.holdfast.core.storage.StoreException.Reason;
import io.holdfast.core.storage.StoredValue;
import io.holdfast.core.storage.TimeToLive;
import io.holdfast.core.storage.WriteCondition;
import io.holdfast.core.storage.WriteResult;
import io.holdfast.sessions.explore.ForwardingStore;
import io.holdfast.sessions.model.Nodes;
import io.holdfast.sessions.sticky.OneTomcat.Settings;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.ObjIntConsumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * A session whose node refuses it lives in its Tomcat's memory alone, and its backup is repeated. A
 * refusal may drop the connection, and the answers to other questions with it. A request that
 * arrives then finds the session, whatever the request and the repeated backup ask at the same
 * time, and whichever answers are lost: each of these orders is tried.
 */
@Timeout(120)
final class RequestBesideRepeatTest {

  /** So many loads, the first ones, get an answer or none. */
  private static final int LOADS = 6;

  /** So many repeated backups are over when the request arrives, at most. */
  private static final int REPEATS = 3;

  /** The one begins at one of so many loads of the other. */
  private static final int PLACES = 5;

  @Test
  void arriveWhenARepeatedBackupRunsMeanwhileThenTheSessionIsThere() {
    tryEach(
        (play, place) -> {
          play.atLoad(place, () -> play.repeatBackups(1));
          play.arrive();
        });
  }

  @Test
  void repeatWhenARequestArrivesMeanwhileThenTheSessionIsThere() {
    tryEach(
        (play, place) -> {
          play.atLoad(place, play::arrive);
          play.repeatBackups(1);
        });
  }

  /**
   * Tries each order.
   *
   * @param both lets the one begin at that load of the other
   */
  private static void tryEach(ObjIntConsumer<Play> both) {
    int uncertain = 0;
    for (int unanswered = 0; unanswered < 1 << LOADS; unanswered++) {
      for (int repeats = 0; repeats < REPEATS; repeats++) {
        for (int place = 0; place < PLACES; place++) {
          try (Play play = new Play(unanswered)) {
            play.repeatBackups(repeats);
            uncertain += play.session.backupState().isUncertain() ? 1 : 0;
            both.accept(play, place);
            play.judge();
          }
        }
      }
    }

    assertTrue(uncertain > 0, "no answer that was lost mattered");
  }

  /** One order of events. */
  private static final class Play implements AutoCloseable {

    private final Nodes nodes = new Nodes("n1");
    private final int unanswered;
    private final OneTomcat tomcat;
    private final OneTomcat other = new OneTomcat("t2", nodes);
    final FakeSession session;
    private boolean refuses = true;
    private int loads;
    private int eventAt = -1;
    private @Nullable Runnable event;

    /**
     * Begins with a session that its node has refused.
     *
     * @param unanswered has a bit for each of the first loads, which is set if it gets no answer
     */
    Play(int unanswered) {
      this.unanswered = unanswered;
      this.tomcat = new OneTomcat("t1", nodes, Settings.SYNC, (node, store) -> new Line(store));
      this.session = tomcat.createStored("s", "apple");
    }

    /** Lets the next backups take place that are due to be repeated. */
    void repeatBackups(int count) {
      for (int i = 0; i < count; i++) {
        Duration next = tomcat.timer.untilNext();
        if (next != null) {
          tomcat.timer.advance(next);
          tomcat.awaitBackups();
        }
      }
    }

    /** Lets something happen in the middle of what asks next: before the load after so many. */
    void atLoad(int more, Runnable happens) {
      eventAt = loads + more;
      event = happens;
    }

    void arrive() {
      assertEquals(session, tomcat.arrive(session), this::toString);
    }

    /** The session is as it was, and is stored as soon as its node takes it. */
    void judge() {
      event = null;
      tomcat.settle();
      arrive();
      refuses = false;
      tomcat.request(session, s -> s.set("drink", "tea"));
      tomcat.settle();
      RestoredSession stored = other.load(new SessionId("s.t1"));
      assertNotNull(stored, this::toString);
      assertEquals("apple", stored.attributes().get("value"), this::toString);
    }

    @Override
    public void close() {
      tomcat.close();
      other.close();
    }

    @Override
    public String toString() {
      return "unanswered loads %s, the other one at load %d"
          .formatted(Integer.toBinaryString(unanswered), eventAt);
    }

    private final class Line extends ForwardingStore {

      Line(SessionStore store) {
        super(store);
      }

      @Override
      public CompletableFuture<@Nullable StoredValue> load(String key) {
        int number = loads++;
        Runnable happens = event;
        if (number == eventAt && happens != null) {
          event = null;
          happens.run();
        }
        return (unanswered >> number & 1) == 1
            ? failed(Reason.DROPPED, "the connection was dropped for another's refusal")
            : super.load(key);
      }

      @Override
      public CompletableFuture<WriteResult> store(
          String key, byte[] value, TimeToLive timeToLive, WriteCondition condition) {
        return refuses
            ? failed(Reason.REFUSED, "out of memory")
            : super.store(key, value, timeToLive, condition);
      }

      private <T extends @Nullable Object> CompletableFuture<T> failed(Reason why, String text) {
        return CompletableFuture.failedFuture(new StoreException(why, "n1", text, null));
      }
    }
  }
}
