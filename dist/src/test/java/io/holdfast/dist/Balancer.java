package io.holdfast.dist;

import io.holdfast.testkit.tomcat.TomcatProcess;
import org.jspecify.annotations.Nullable;

/** Sends a session to the Tomcat that its id names, and none to one that is about to be stopped. */
final class Balancer {

  private final Cluster cluster;
  private volatile @Nullable TomcatProcess drained;

  Balancer(Cluster cluster) {
    this.cluster = cluster;
  }

  /** From now on nobody is sent there; who is there already finishes. */
  void drain(TomcatProcess tomcat) {
    drained = tomcat;
  }

  /** Both Tomcats are used again. */
  void restore() {
    drained = null;
  }

  TomcatProcess choose(@Nullable String sessionId) {
    boolean second = sessionId != null && sessionId.endsWith(".t2");
    TomcatProcess named = second ? cluster.t2 : cluster.t1;
    return named == drained ? other(named) : named;
  }

  private TomcatProcess other(TomcatProcess tomcat) {
    return tomcat == cluster.t1 ? cluster.t2 : cluster.t1;
  }
}
