package io.holdfast.core.routing;

/** Which nodes answer at the moment. */
public interface NodeHealth {

  /** Returns whether operations are sent to the node now. */
  boolean isAvailable(String nodeId);
}
