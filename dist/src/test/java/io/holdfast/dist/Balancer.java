package io.holdfast.dist;

import io.holdfast.testkit.tomcat.TomcatProcess;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Sends a sticky session to the Tomcat that its id names, another to each Tomcat in turn, and none
 * to one that is about to be stopped.
 */
final class Balancer {

  private final Cluster cluster;
  private final AtomicInteger turns = new AtomicInteger();
  private volatile @Nullable TomcatProcess drained;

  Balancer(Cluster cluster) {
    this.cluster = cluster;
  }

  /** From now on no visitor is sent there; those who are there finish. */
  void drain(TomcatProcess tomcat) {
    drained = tomcat;
  }

  /** Both Tomcats are used again. */
  void restore() {
    drained = null;
  }

  TomcatProcess choose(Mode mode, @Nullable String sessionId) {
    boolean second =
        mode == Mode.STICKY
            ? sessionId != null && sessionId.endsWith(".t2")
            : turns.incrementAndGet() % 2 == 0;
    TomcatProcess named = second ? cluster.t2 : cluster.t1;
    return named == drained ? other(named) : named;
  }

  private TomcatProcess other(TomcatProcess tomcat) {
    return tomcat == cluster.t1 ? cluster.t2 : cluster.t1;
  }
}
