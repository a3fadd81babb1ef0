package io.holdfast.tomcat.session;

import io.holdfast.sessions.engine.SessionEngine;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Instances whose time is up here, while no node has their session any more: another Tomcat may
 * have it in use, and would store it again with its next request. No request finds them. They end,
 * with events, if no Tomcat stores the session for as long as it may be idle.
 */
final class OpenEnds {

  private final SessionEngine sessions;
  private final Set<HoldfastSession> open = ConcurrentHashMap.newKeySet();

  /** Creates one that knows of none. */
  OpenEnds(SessionEngine sessions) {
    this.sessions = sessions;
  }

  /** An instance was forgotten; it is kept if its end was left open. */
  void forgotten(HoldfastSession session) {
    if (sessions.isEndOpen(session)) {
      open.add(session);
    }
  }

  /** Ends those that are due, or forgets them for good. Waits for the store. */
  void settle() {
    for (HoldfastSession session : List.copyOf(open)) {
      if (sessions.isEndDue(session)) {
        open.remove(session);
        session.recall();
        session.expire();
      }
    }
  }
}
