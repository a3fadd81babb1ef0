package io.holdfast.dist;

import org.jspecify.annotations.Nullable;

/**
 * A visitor on his way through an application; what went wrong before its end is told there.
 *
 * @param failure of the first part; null if it went well
 */
record Walk(ApplicationFlow flow, PageVisitor visitor, @Nullable Throwable failure) {

  /** Walks the first part. */
  static Walk begin(Deployment deployment, Balancer balancer) {
    ApplicationFlow flow = deployment.application().flow();
    PageVisitor visitor = visitor(deployment, balancer);
    try {
      flow.begin(visitor);
      return new Walk(flow, visitor, null);
    } catch (RuntimeException | AssertionError e) {
      return new Walk(flow, visitor, e);
    }
  }

  private static PageVisitor visitor(Deployment deployment, Balancer balancer) {
    return new PageVisitor(
        deployment.context(),
        id -> balancer.choose(deployment.mode(), id),
        deployment.application().headers());
  }

  /** Walks the second part. */
  void end() {
    if (failure != null) {
      throw new AssertionError("the first part failed", failure);
    }
    flow.end(visitor);
  }
}
