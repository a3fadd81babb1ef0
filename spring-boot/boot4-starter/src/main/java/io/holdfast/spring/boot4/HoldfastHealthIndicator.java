package io.holdfast.spring.boot4;

import io.holdfast.sessions.runtime.RuntimeView;
import io.holdfast.spring.boot.NodesHealth;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.health.contributor.AbstractHealthIndicator;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.Status;

/**
 * {@code UP} while a node answers, else {@code UNKNOWN}, which takes nothing out of service. The
 * details name each node.
 */
final class HoldfastHealthIndicator extends AbstractHealthIndicator {

  private final Supplier<@Nullable RuntimeView> sessions;

  /**
   * Looks whenever it is asked.
   *
   * @param sessions what there is to see; null while no sessions are backed up
   */
  HoldfastHealthIndicator(Supplier<@Nullable RuntimeView> sessions) {
    super("The nodes cannot be looked at");
    this.sessions = sessions;
  }

  @Override
  protected void doHealthCheck(Health.Builder health) {
    NodesHealth now = NodesHealth.of(sessions.get());
    health.status(now.isUp() ? Status.UP : Status.UNKNOWN).withDetails(now.details());
  }
}
