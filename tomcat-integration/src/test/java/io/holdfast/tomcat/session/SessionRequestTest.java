package io.holdfast.tomcat.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.session.SessionId;
import io.holdfast.sessions.engine.InstanceState;
import io.holdfast.sessions.lock.HeldLease;
import io.holdfast.sessions.request.RequestLine;
import java.util.concurrent.CompletableFuture;
import org.apache.catalina.connector.Request;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class SessionRequestTest {

  private static final SessionId FORMER = new SessionId("A");
  private static final SessionId NOW = new SessionId("B");

  private final InstanceState state = InstanceState.ofNew(FORMER);
  private final TestLease former = new TestLease();
  private final TestLease present = new TestLease();
  private final HeldLease both = new RequestLeases.TwoLeases(former, present);
  private final SessionRequest request =
      new SessionRequest(new NoSteps(), new Request(null), new RequestLine("GET", "/"), false, 0);

  @Test
  void holdsTooWhenItHasTheSessionThenReleasesBothLeases() {
    request.holds(FORMER, former);

    assertTrue(request.holdsToo(former, NOW, both, state));
    assertTrue(request.hasToItself(NOW));
    present.isLost = true;
    assertTrue(state.use().isLeaseLost());
    releaseWhatItHas();
    assertEquals(1, former.releases);
    assertEquals(1, present.releases);
  }

  /**
   * A request ended while another one gave its session another id. The lease of that id was left
   * with the request that had ended, renewed for ever, and each request that needed it was refused.
   */
  @Test
  void holdsTooWhenItHasGivenTheSessionBackThenHoldsNothing() {
    request.holds(FORMER, former);
    releaseWhatItHas();

    assertFalse(request.holdsToo(former, NOW, both, state));
    assertNull(request.held());
    assertFalse(
        state.use().isLeaseLost(), "the instance counts as leased, with a lease that is over");
    assertEquals(0, present.releases, "who asked for it gives it back");
  }

  private void releaseWhatItHas() {
    @Nullable HeldLease held = request.takeLease();
    if (held != null) {
      var unused = held.release();
    }
  }

  /** The request goes nowhere. */
  private static final class NoSteps implements SessionRequest.Steps {

    @Override
    public boolean isOurs(HoldfastSession session) {
      return true;
    }

    @Override
    public boolean responseLeaves(SessionRequest use, boolean flows) {
      return true;
    }

    @Override
    public void asyncRequestEnded(SessionRequest use) {}
  }

  /** Counts releases. */
  private static final class TestLease implements HeldLease {

    private boolean isLost;
    private int releases;

    @Override
    public boolean isGranted() {
      return true;
    }

    @Override
    public boolean isLost() {
      return isLost || releases > 0;
    }

    @Override
    public CompletableFuture<Void> release() {
      releases++;
      return CompletableFuture.completedFuture(null);
    }
  }
}
