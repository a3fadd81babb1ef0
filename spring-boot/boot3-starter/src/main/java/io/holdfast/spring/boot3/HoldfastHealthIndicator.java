package io.holdfast.spring.boot3;

import io.holdfast.spring.boot.NodesHealth;
import java.util.function.Supplier;
import org.springframework.boot.actuate.health.AbstractHealthIndicator;
import org.springframework.boot.actuate.health.Health;
import org.springframework.boot.actuate.health.Status;

/**
 * {@code UP} while a node answers, else {@code UNKNOWN}, which takes nothing out of service; {@code
 * OUT_OF_SERVICE} while this program is drained. The details name each node.
 */
final class HoldfastHealthIndicator extends AbstractHealthIndicator {

  private final Supplier<NodesHealth> nodes;

  /**
   * Looks whenever it is asked.
   *
   * @param nodes how they are now
   */
  HoldfastHealthIndicator(Supplier<NodesHealth> nodes) {
    super("Cannot read the state of the nodes");
    this.nodes = nodes;
  }

  @Override
  protected void doHealthCheck(Health.Builder health) {
    NodesHealth now = nodes.get();
    Status status = now.isUp() ? Status.UP : Status.UNKNOWN;
    health.status(now.isDraining() ? Status.OUT_OF_SERVICE : status).withDetails(now.details());
  }
}
