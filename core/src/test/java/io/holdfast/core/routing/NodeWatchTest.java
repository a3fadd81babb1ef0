package io.holdfast.core.routing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class NodeWatchTest implements NodeStateListener {

  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

  private Instant now = NOW;
  private final List<String> news = new ArrayList<>();
  private final NodeHealthBoard.Watch watch = board(3, () -> now).watch("n1");

  private NodeHealthBoard board(int failuresToOpen, InstantSource clock) {
    return new NodeHealthBoard(List.of("n1"), failuresToOpen, clock, this);
  }

  @Override
  public void nodeLost(String nodeId) {
    news.add("lost");
  }

  @Override
  public void nodeReturned(String nodeId) {
    news.add("returned");
  }

  private void fail(int times) {
    for (int i = 0; i < times; i++) {
      watch.failed("no answer");
    }
  }

  @Test
  void failedWhenFewerThanLimitThenAvailable() {
    fail(2);

    assertTrue(watch.isAvailable());
    assertEquals(List.of(), news);
  }

  @Test
  void sinceWhenNothingChangedThenTheTimeOfTheLastChange() {
    now = NOW.plusSeconds(1);
    watch.succeeded();
    assertEquals(NOW, watch.since());

    watch.disconnected("gone");
    now = NOW.plusSeconds(2);
    watch.disconnected("gone");
    assertEquals(NOW.plusSeconds(1), watch.since());

    watch.succeeded();
    assertEquals(NOW.plusSeconds(2), watch.since());
  }

  @Test
  void failedWhenLimitIsReachedThenLostOnce() {
    fail(4);

    assertFalse(watch.isAvailable());
    assertEquals(List.of("lost"), news);
  }

  @Test
  void succeededWhenBetweenFailuresThenCountStartsAgain() {
    fail(2);
    watch.succeeded();
    fail(2);

    assertTrue(watch.isAvailable());
    assertEquals(List.of(), news);
  }

  @Test
  void succeededWhenLostThenBackOnceAndCountsFromZero() {
    fail(4);

    watch.succeeded();
    watch.succeeded();
    fail(2);

    assertTrue(watch.isAvailable());
    assertEquals(List.of("lost", "returned"), news);
  }

  @Test
  void disconnectedWhenAvailableThenLostAtOnceAndOnce() {
    watch.disconnected("gone");
    watch.disconnected("gone");

    assertFalse(watch.isAvailable());
    assertEquals(List.of("lost"), news);
  }

  @Test
  void createWhenLimitIsBelowOneThenRefused() {
    assertThrows(IllegalArgumentException.class, () -> board(0, InstantSource.fixed(NOW)));
  }
}
