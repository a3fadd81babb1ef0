package io.holdfast.spring.boot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import org.junit.jupiter.api.Test;

final class NodesHealthTest {

  @Test
  void ofWhenOneNodeAnswersThenIsUp() {
    assertTrue(NodesHealth.of(FakeView.of("n1", "n2").without("n1")).isUp());
  }

  @Test
  void ofWhenNoNodeAnswersThenIsNotUpAndSaysThatSessionsAreServed() {
    NodesHealth health = NodesHealth.of(FakeView.of("n1", "n2").without("n1", "n2"));

    assertFalse(health.isUp());
    assertEquals(
        "no node answers; this process serves the sessions that it has",
        health.details().get("reason"));
  }

  @Test
  void ofWhenNoSessionsAreBackedUpThenIsNotUp() {
    assertFalse(NodesHealth.of(null).isUp());
  }

  @Test
  void detailsWhenANodeIsThereThenTheyHaveItsAddressStateAndMemory() {
    NodesHealth health = NodesHealth.of(FakeView.of("n1"));

    assertEquals(
        Map.of(
            "n1",
            Map.of(
                "address", "cache-n1:11211",
                "state", "AVAILABLE",
                "since", "2026-01-02T03:04:05Z",
                "evictions", 7L,
                "memoryPercent", 25)),
        health.details().get("nodes"));
  }
}
