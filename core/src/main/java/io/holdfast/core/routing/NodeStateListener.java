package io.holdfast.core.routing;

/**
 * Is told of nodes that stop answering and of nodes that answer again: once per change, in order,
 * one call at a time. Calls come on the thread that noticed; they must be brief and must not throw.
 */
public interface NodeStateListener {

  /** Operations are no longer sent to the node. */
  void nodeLost(String nodeId);

  /** The node answers again; it may have lost what it held. */
  void nodeReturned(String nodeId);
}
