package io.holdfast.tomcat;

import io.holdfast.core.metrics.SessionMetrics;
import io.holdfast.core.routing.NodeHealthBoard;
import io.holdfast.core.session.SessionId;
import java.time.Duration;
import org.apache.catalina.Session;
import org.apache.catalina.Valve;
import org.apache.catalina.session.StandardSession;
import org.jspecify.annotations.Nullable;

/** What sticky and shared sessions do differently, as one web application's manager sees it. */
interface ServingMode {

  /** An empty session of this mode. */
  StandardSession newSession();

  /**
   * A session by its id, from here or from the store.
   *
   * @return null if there is none
   */
  @Nullable Session find(SessionId id);

  /** Removes a session from this Tomcat, and from the store where it has ended. */
  void remove(Session session, boolean update);

  /** What brackets the requests of the web application; stands in the host's pipeline. */
  Valve valve();

  /** The application starts; its filters do not exist yet. */
  void start();

  /**
   * The application stops: what is not in the store is put there, then connections and threads end.
   *
   * @param deadline how long to wait at most
   */
  void stop(Duration deadline);

  /** The counters. */
  SessionMetrics metrics();

  /** Which nodes answer. */
  NodeHealthBoard health();
}
