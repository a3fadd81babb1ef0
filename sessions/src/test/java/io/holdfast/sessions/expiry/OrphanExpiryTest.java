package io.holdfast.sessions.expiry;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.log.CapturedLog;
import io.holdfast.core.routing.Placement;
import io.holdfast.core.session.SessionId;
import io.holdfast.core.session.StorageKeys;
import io.holdfast.core.storage.FaultyStore;
import io.holdfast.core.storage.NodeSet;
import io.holdfast.core.storage.StoreException.Reason;
import io.holdfast.core.storage.TestClock;
import io.holdfast.sessions.expiry.OrphanExpiry.Orphan;
import io.holdfast.sessions.model.StoreWait;
import io.holdfast.sessions.store.SharedLines;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class OrphanExpiryTest {

  private static final SessionId ID = new SessionId("s");
  private static final Duration SLOT = Duration.ofSeconds(10);

  private final TestClock clock = new TestClock(Instant.parse("2026-01-01T00:00:00Z"));
  private final AtomicLong nanos = new AtomicLong();
  private final FaultyStore n1 = new FaultyStore("n1", clock);
  private final FaultyStore n2 = new FaultyStore("n2", clock);
  private final NodeSet nodes =
      new NodeSet(
          new Placement(List.of("n1", "n2"), Set.of(), 1, node -> true),
          Map.of("n1", n1, "n2", n2));
  private final ExpiryIndex index =
      new ExpiryIndex(
          new SharedLines(() -> nodes), StorageKeys.parse("", "localhost", "", null), clock);
  private final Map<SessionId, @Nullable Orphan<String>> stored = new HashMap<>();
  private final List<String> ended = new ArrayList<>();
  private final List<SessionId> asked = new ArrayList<>();

  private OrphanExpiry<String> tomcat() {
    return new OrphanExpiry<>(
        index,
        id -> {
          asked.add(id);
          return CompletableFuture.completedFuture(
              stored.getOrDefault(id, new Orphan<>(Long.MAX_VALUE, null)));
        },
        new StoreWait(Duration.ofSeconds(1)),
        Duration.ofSeconds(10),
        nanos::get);
  }

  private void sweep(OrphanExpiry<String> tomcat) {
    tomcat.sweep(id -> null, ended::add);
  }

  private void over(SessionId id) {
    stored.put(id, new Orphan<>(clock.millis(), id::value));
  }

  @Test
  void sweepWhenASessionIsOverThenItIsEndedOnceAmongTomcats() {
    OrphanExpiry<String> t1 = tomcat();
    OrphanExpiry<String> t2 = tomcat();
    over(ID);
    index.note(ID, clock.millis()).join();
    sweep(t1);
    assertEquals(List.of(), ended, "before its slot");

    clock.advance(SLOT);
    sweep(t1);
    sweep(t2);
    clock.advance(SLOT);
    sweep(t1);

    assertEquals(List.of("s"), ended);
    assertTrue(n1.keys().stream().allMatch(key -> key.endsWith(":c")), "nothing of it is left");
  }

  @Test
  void sweepWhenTheSessionWasUsedThenItIsLookedAtWhenItIsOver() {
    OrphanExpiry<String> tomcat = tomcat();
    stored.put(ID, new Orphan<>(clock.millis() + 60_000, null));
    index.note(ID, clock.millis()).join();
    clock.advance(SLOT);
    sweep(tomcat);
    over(ID);
    for (int i = 0; i < 5; i++) {
      sweep(tomcat);
      clock.advance(SLOT);
    }
    assertEquals(List.of(), ended);
    assertEquals(1, asked.size(), "nobody asks for it meanwhile");

    clock.advance(SLOT);
    sweep(tomcat);

    assertEquals(List.of("s"), ended);
  }

  @Test
  void sweepWhenTheSessionIsHereThenItsOwnTomcatEndsIt() {
    OrphanExpiry<String> tomcat = tomcat();
    over(ID);
    index.note(ID, clock.millis()).join();
    clock.advance(SLOT);

    tomcat.sweep(id -> clock.millis() + 5_000, ended::add);
    assertEquals(List.of(), asked);
    clock.advance(SLOT);
    sweep(tomcat);

    assertEquals(List.of("s"), ended, "if it is gone by then");
  }

  @Test
  void sweepWhenNobodyKnowsThenTriesAgain() {
    OrphanExpiry<String> tomcat = tomcat();
    stored.put(ID, null);
    index.note(ID, clock.millis()).join();
    clock.advance(SLOT);
    sweep(tomcat);
    over(ID);

    clock.advance(Duration.ofMinutes(1));
    sweep(tomcat);

    assertEquals(List.of("s"), ended);
  }

  @Test
  void sweepWhenTheFirstTomcatDiesOverItThenAnotherGoesOn() {
    over(ID);
    index.note(ID, clock.millis()).join();
    ExpiryIndex.Place place = index.placeOf(ID, clock.millis());
    clock.advance(SLOT);
    assertTrue(index.claim(place).join(), "by the first one");
    OrphanExpiry<String> other = tomcat();
    sweep(other);
    assertEquals(List.of(), ended);

    clock.advance(Duration.ofMinutes(1));
    sweep(other);

    assertEquals(List.of("s"), ended);
  }

  @Test
  void sweepWhenATomcatStartsThenItSeesWhatIsLeftOfTheLastMinutes() {
    over(ID);
    index.note(ID, clock.millis()).join();
    clock.advance(Duration.ofMinutes(9));

    sweep(tomcat());

    assertEquals(List.of("s"), ended);
  }

  @Test
  void sweepWhenTheClockWasSetBackThenSessionsAreEndedAsBefore() {
    OrphanExpiry<String> tomcat = tomcat();
    clock.advance(Duration.ofHours(3));
    sweep(tomcat);
    clock.advance(Duration.ofHours(-3));
    over(ID);
    index.note(ID, clock.millis()).join();
    clock.advance(SLOT);

    sweep(tomcat);

    assertEquals(List.of("s"), ended);
  }

  @Test
  void sweepWhenANodeIsSilentThenReadsTheOther() {
    over(ID);
    index.note(ID, clock.millis()).join();
    clock.advance(SLOT);
    n1.failWith(Reason.TIMEOUT);

    sweep(tomcat());

    assertEquals(List.of("s"), ended);
  }

  @Test
  void sweepWhenOneEndFailsThenTheOthersAreEnded() {
    over(ID);
    SessionId failing = new SessionId("failing");
    stored.put(
        failing,
        new Orphan<>(
            clock.millis(),
            () -> {
              throw new IllegalStateException("a listener fails");
            }));
    index.note(failing, clock.millis()).join();
    index.note(ID, clock.millis()).join();
    clock.advance(SLOT);

    try (CapturedLog log = new CapturedLog(OrphanExpiry.class)) {
      sweep(tomcat());
      assertEquals(1, log.warnings().size());
    }

    assertEquals(List.of("s"), ended);
  }

  @Test
  void sweepWhenItTakesTooLongThenTheNextOneGoesOn() {
    OrphanExpiry<String> tomcat = tomcat();
    over(ID);
    SessionId second = new SessionId("second");
    over(second);
    index.note(ID, clock.millis()).join();
    index.note(second, clock.millis() + SLOT.toMillis()).join();
    clock.advance(SLOT.multipliedBy(2));
    tomcat.sweep(
        id -> null,
        session -> {
          ended.add(session);
          nanos.addAndGet(Duration.ofMinutes(1).toNanos());
        });
    assertEquals(List.of("s"), ended);

    sweep(tomcat);

    assertEquals(List.of("s", "second"), ended);
  }

  @Test
  void sweepWhenManySessionsAreOverThenAllAreEnded() {
    for (int i = 0; i < 1_000; i++) {
      SessionId id = new SessionId("s" + i);
      over(id);
      index.note(id, clock.millis()).join();
    }
    clock.advance(SLOT);

    sweep(tomcat());

    assertEquals(1_000, Set.copyOf(ended).size());
    assertEquals(1_000, ended.size());
  }
}
