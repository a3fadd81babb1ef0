package io.holdfast.core.flow;

import io.holdfast.core.session.SessionId;
import io.holdfast.core.session.SessionTimes;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Sessions that have ended and whose tombstone no node has taken yet. Until one does, they do not
 * exist for this Tomcat. Bounded: the oldest are forgotten first. Thread-safe.
 */
final class PendingEnds {

  private static final int MAX = 10_000;

  private final Map<SessionId, SessionTimes> ends = new LinkedHashMap<>();

  synchronized void add(SessionId id, SessionTimes times) {
    ends.put(keyOf(id), times);
    if (ends.size() > MAX) {
      ends.remove(ends.keySet().iterator().next());
    }
  }

  synchronized void remove(SessionId id) {
    ends.remove(keyOf(id));
  }

  synchronized boolean contains(SessionId id) {
    return !ends.isEmpty() && ends.containsKey(keyOf(id));
  }

  synchronized Map<SessionId, SessionTimes> all() {
    return new LinkedHashMap<>(ends);
  }

  private static SessionId keyOf(SessionId id) {
    return id.withJvmRoute(null);
  }
}
