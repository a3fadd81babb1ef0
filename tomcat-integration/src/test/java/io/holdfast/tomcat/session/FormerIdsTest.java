package io.holdfast.tomcat.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import io.holdfast.core.session.SessionId;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class FormerIdsTest {

  private static final SessionId FIRST = new SessionId("0123456789ABCDEF.t1");
  private static final SessionId SECOND = new SessionId("123456789ABCDEF0.t1");
  private static final SessionId THIRD = new SessionId("23456789ABCDEF01.t1");

  private long now = Long.MAX_VALUE; // nanoTime may run over
  private final FormerIds ids = new FormerIds(() -> now, Duration.ofSeconds(10));

  @Test
  void followWhenTheRequestCameBeforeTheChangeThenGivesTheNewId() {
    long came = tick();
    change(FIRST, SECOND);

    assertEquals(SECOND, ids.follow(new SessionId("0123456789ABCDEF.other"), came));
  }

  @Test
  void followWhenTheRequestCameAfterTheChangeThenGivesTheFormerId() {
    change(FIRST, SECOND);
    long came = tick();

    assertEquals(FIRST, ids.follow(FIRST, came));
  }

  @Test
  void followWhenTheIdChangedTwiceThenGivesTheLast() {
    long came = tick();
    change(FIRST, SECOND);
    change(SECOND, THIRD);

    assertEquals(THIRD, ids.follow(FIRST, came));
  }

  @Test
  void followWhenAnIdComesAgainThenEnds() {
    long came = tick();
    change(FIRST, SECOND);
    change(SECOND, FIRST);

    assertEquals(FIRST, ids.follow(FIRST, came));
  }

  @Test
  void followWhenTheChangeIsLongAgoThenGivesTheFormerId() {
    long came = tick();
    change(FIRST, SECOND);
    now += Duration.ofSeconds(10).toNanos() + 1;

    assertEquals(FIRST, ids.follow(FIRST, came));
  }

  /** Its request may wait no longer then, so nothing else takes the new id back. */
  @Test
  void followWhenTheSessionKeepsItsIdAfterAllThenGivesTheFormerId() {
    long came = tick();
    CompletableFuture<Boolean> done = new CompletableFuture<>();
    tick();
    ids.changing(FIRST, SECOND, done);
    assertEquals(SECOND, ids.follow(FIRST, came));
    CompletableFuture<SessionId> led =
        ids.settled(FIRST).thenApply(settled -> ids.follow(FIRST, came));

    done.complete(false);

    assertEquals(FIRST, led.join());
    assertFalse(ids.isFormer(FIRST));
  }

  @Test
  void followWhenOnlyTheRouteChangedThenGivesTheFormerId() {
    long came = tick();
    change(FIRST, new SessionId("0123456789ABCDEF.t2"));

    assertEquals(FIRST, ids.follow(FIRST, came));
  }

  private void change(SessionId former, SessionId next) {
    now++;
    ids.changed(former, next);
  }

  private long tick() {
    now++;
    return ids.now();
  }
}
