package io.holdfast.tomcat.request;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.metrics.SessionMetrics;
import io.holdfast.core.routing.NodeHealthBoard;
import io.holdfast.core.routing.NodeStateListener;
import io.holdfast.core.session.SessionId;
import io.holdfast.sessions.store.UncertaintyPeriod;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class MissingSessionsTest {

  private static final SessionId ID = new SessionId("A");

  private final NodeHealthBoard health =
      new NodeHealthBoard(Set.of("n1"), 1, InstantSource.system(), new NoListener());
  private final MissingSessions missing =
      new MissingSessions(
          new UncertaintyPeriod(health, Duration.ofMinutes(1)), new SessionMetrics(false), () -> 0);

  @Test
  void wasJustAbsentWhenNoNodeHasItThenHoldsOutsideOfTheValve() {
    missing.notFound(ID, Set.of());

    assertTrue(missing.wasJustAbsent(ID));
    assertFalse(missing.wasJustAbsent(new SessionId("B")));
  }

  @Test
  void wasJustAbsentWhenAskedOnAnotherThreadThenDoesNotHold() {
    missing.notFound(ID, Set.of());

    assertFalse(CompletableFuture.supplyAsync(() -> missing.wasJustAbsent(ID)).join());
  }

  @Test
  void wasJustAbsentWhenARequestHasBegunThenNoLongerHolds() {
    missing.notFound(ID, Set.of());
    missing.enter();
    boolean inside = missing.wasJustAbsent(ID);
    boolean unused = missing.leave();

    assertFalse(inside);
    assertFalse(missing.wasJustAbsent(ID));
  }

  @Test
  void isKnownWhenTheRequestHasAskedThenHoldsUntilItLeaves() {
    missing.enter();
    missing.notFound(ID, Set.of());
    boolean inside = missing.isKnown(ID);
    boolean unused = missing.leave();

    assertTrue(inside);
    assertFalse(missing.isKnown(ID));
  }

  @Test
  void wasJustInDoubtWhenANodeDidNotAnswerThenHoldsOnceOutsideOfTheValve() {
    health.watch("n1").succeeded();
    missing.notFound(ID, Set.of("n1"));

    assertTrue(missing.wasUnanswered(ID));
    assertFalse(missing.wasJustAbsent(ID));
    assertTrue(missing.wasJustInDoubt("A.t1"));
    assertFalse(missing.wasJustInDoubt("A.t1"));
  }

  private static final class NoListener implements NodeStateListener {

    @Override
    public void nodeLost(String nodeId) {}

    @Override
    public void nodeReturned(String nodeId) {}
  }
}
