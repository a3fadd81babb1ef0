package io.holdfast.core.routing;

/**
 * Is told of nodes that stop answering and of nodes that answer again: once per change, in order,
 * one call at a time. Does nothing of its own. Calls come on the thread that noticed; they must be
 * brief and must not throw.
 */
public interface NodeStateListener {

  /** Operations are no longer sent to the node. */
  default void nodeLost(String nodeId) {}

  /** The node answers again; it may have lost what it held. */
  default void nodeReturned(String nodeId) {}
}
