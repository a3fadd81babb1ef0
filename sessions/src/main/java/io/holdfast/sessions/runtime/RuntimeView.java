package io.holdfast.sessions.runtime;

import io.holdfast.core.metrics.SessionMetrics;
import io.holdfast.core.routing.NodeHealthBoard;
import io.holdfast.sessions.engine.ResyncProgress;
import io.holdfast.sessions.node.NodeStatus;
import java.util.List;

/** What an operator may look at, and have done, while sessions are backed up. */
public interface RuntimeView {

  /** The counters. */
  SessionMetrics metrics();

  /** Which nodes answer. */
  NodeHealthBoard health();

  /** The status of each node in use. */
  List<NodeStatus> nodes();

  /** How far the resync is. */
  ResyncProgress resyncProgress();

  /**
   * The line {@code allowedClasses="…"} that would allow what is allowed now and all classes that
   * were refused on writing until now; empty if none was refused.
   */
  String allowedClassesReport();

  /**
   * Which keys seal and open records, by their names, and how many were opened with each; empty if
   * records are not sealed.
   */
  String encryptionKeys();

  /**
   * Begins to store sessions that no request has stored, such as those that began in ignored
   * requests: this Tomcat is about to be stopped, and one that is killed meanwhile would lose them.
   */
  void storeUnsaved();
}
