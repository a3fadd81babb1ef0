package io.holdfast.sessions.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.log.QuietLog;
import io.holdfast.core.storage.NodeStore;
import io.holdfast.core.storage.StoreException;
import io.holdfast.core.storage.StoreException.Reason;
import io.holdfast.core.storage.StoredValue;
import io.holdfast.core.storage.TimeToLive;
import io.holdfast.core.storage.WriteCondition;
import io.holdfast.core.storage.WriteResult;
import io.holdfast.sessions.explore.ForwardingStore;
import io.holdfast.sessions.model.Nodes;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.ObjIntConsumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * A sticky session whose node refuses it lives in its Tomcat's memory alone, and its save is
 * repeated. A refusal may drop the connection, and the answers to other questions with it. A
 * request that arrives then finds the session, whatever the request and the repeated save ask at
 * the same time, and whichever answers are lost: each of these orders is tried.
 */
@Timeout(120)
@ExtendWith(QuietLog.class)
final class RequestBesideRepairTest {

  private static final String ID = "s";

  /** So many loads, the first ones, get an answer or none. */
  private static final int LOADS = 6;

  /** So many repeated saves are over when the request arrives, at most. */
  private static final int REPEATS = 3;

  /** The one begins at one of so many loads of the other. */
  private static final int PLACES = 5;

  @Test
  void arriveWhenARepeatedSaveRunsMeanwhileThenTheSessionIsThere() {
    tryEach(
        (play, place) -> {
          play.atLoad(place, () -> play.repeatSaves(1));
          play.arrive();
        });
  }

  @Test
  void repeatWhenARequestArrivesMeanwhileThenTheSessionIsThere() {
    tryEach(
        (play, place) -> {
          play.atLoad(place, play::arrive);
          play.repeatSaves(1);
        });
  }

  /**
   * Tries each order.
   *
   * @param both lets the one begin at that load of the other
   */
  private static void tryEach(ObjIntConsumer<Play> both) {
    int met = 0;
    for (int unanswered = 0; unanswered < 1 << LOADS; unanswered++) {
      for (int repeats = 0; repeats < REPEATS; repeats++) {
        for (int place = 0; place < PLACES; place++) {
          Play play = new Play(unanswered);
          play.repeatSaves(repeats);
          both.accept(play, place);
          met += play.hasMet() ? 1 : 0;
          play.judge();
        }
      }
    }

    assertTrue(met > 0, "the one never began while the other was asking");
  }

  /** One order of events. */
  private static final class Play {

    private final Nodes nodes = new Nodes("n1");
    private final int unanswered;
    private final StickyTomcat tomcat;
    private final FakeInstance session;
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
      this.tomcat = new StickyTomcat("t1", nodes, 1, (node, store) -> new Line(store));
      this.session = tomcat.create(ID, "apple");
    }

    /** Lets the next saves take place that are due to be repeated. */
    void repeatSaves(int count) {
      for (int i = 0; i < count; i++) {
        Duration next = tomcat.engine.timer.untilNext();
        if (next != null) {
          tomcat.engine.timer.advance(next);
        }
      }
    }

    /** Lets something happen in the middle of what asks next: before the load after so many. */
    void atLoad(int more, Runnable happens) {
      eventAt = loads + more;
      event = happens;
    }

    boolean hasMet() {
      return event == null;
    }

    /** Two requests that name this Tomcat: one asks the nodes, the other where it must. */
    void arrive() {
      assertEquals(session, EngineTomcat.now(tomcat.engine.findLater(ID, false)), this::toString);
      assertEquals(session, tomcat.arrive(ID), this::toString);
      tomcat.engine.left(session);
    }

    /** The session is as it was, and is stored as soon as its node takes it. */
    void judge() {
      event = null;
      tomcat.settle();
      arrive();
      refuses = false;
      tomcat.request(ID, each -> each.set("drink", "tea"));
      tomcat.settle();
      assertEquals("apple", new StickyTomcat("t2", nodes, 1).read(ID), this::toString);
    }

    @Override
    public String toString() {
      return "unanswered loads %s, the other one at load %d"
          .formatted(Integer.toBinaryString(unanswered), eventAt);
    }

    private final class Line extends ForwardingStore {

      Line(NodeStore store) {
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
