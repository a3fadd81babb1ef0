package io.holdfast.dist;

import io.holdfast.testkit.memcached.MemcachedNode;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What keeps the sessions of a history, and what may go wrong there. */
interface HistoryStore extends AutoCloseable {

  /** The nodes that each Tomcat has a line of its own to; none where they replace each other. */
  List<MemcachedNode> nodes();

  /** {@code memcachedNodes} of all Tomcats; null where they name their lines to the nodes. */
  @Nullable String source();

  /** The kinds of faults. */
  List<HistoryFault> faults();

  /** An application as it uses the store. */
  ContextXml used(ContextXml context);

  @Override
  void close();
}
