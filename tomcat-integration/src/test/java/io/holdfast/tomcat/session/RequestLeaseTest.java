package io.holdfast.tomcat.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.session.SessionId;
import io.holdfast.sessions.engine.InstanceState;
import io.holdfast.sessions.lock.HeldLease;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class RequestLeaseTest {

  private static final SessionId FORMER = new SessionId("A");
  private static final SessionId NOW = new SessionId("B");

  private final InstanceState state = InstanceState.ofNew(FORMER);
  private final TestLease former = new TestLease();
  private final TestLease present = new TestLease();
  private final HeldLease both = new RequestLeases.TwoLeases(former, present);
  private final RequestLease lease = new RequestLease();

  @Test
  void holdsTooWhenItHasTheSessionThenReleasesBothLeases() {
    lease.holds(FORMER, former);

    assertTrue(lease.holdsToo(former, NOW, both, state));
    assertTrue(lease.isOf(NOW));
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
    lease.holds(FORMER, former);
    releaseWhatItHas();

    assertFalse(lease.holdsToo(former, NOW, both, state));
    assertNull(lease.held());
    assertFalse(
        state.use().isLeaseLost(), "the instance counts as leased, with a lease that is over");
    assertEquals(0, present.releases, "who asked for it gives it back");
  }

  private void releaseWhatItHas() {
    @Nullable HeldLease held = lease.take();
    if (held != null) {
      var unused = held.release();
    }
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
