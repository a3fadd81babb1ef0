package io.holdfast.dist;

import io.holdfast.testkit.memcached.MemcachedNode;
import java.util.List;

/** How the nodes are while something else happens. */
enum StoreState {
  /** They answer. */
  ALIVE,
  /** They accept connections and answer nothing. */
  FROZEN,
  /** They are not there. */
  DEAD;

  /** Brings running nodes into this state. */
  void begin(List<MemcachedNode> nodes) {
    switch (this) {
      case ALIVE -> {}
      case FROZEN -> nodes.forEach(MemcachedNode::freeze);
      case DEAD -> nodes.forEach(MemcachedNode::kill);
    }
  }

  /** Lets the nodes answer again. */
  void end(List<MemcachedNode> nodes) {
    switch (this) {
      case ALIVE -> {}
      case FROZEN -> nodes.forEach(MemcachedNode::thaw);
      case DEAD -> nodes.forEach(MemcachedNode::start);
    }
  }
}
