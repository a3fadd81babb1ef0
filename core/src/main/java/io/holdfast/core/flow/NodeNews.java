package io.holdfast.core.flow;

import io.holdfast.core.routing.NodeStateListener;

/** Hears what happens to nodes and to the connections to them. */
interface NodeNews extends NodeStateListener {

  /** A connection was made again before anybody noticed that it was gone: the node may be empty. */
  void reconnected(String nodeId);
}
