package io.holdfast.core.flow;

import io.holdfast.core.session.SessionId;
import io.holdfast.core.session.SessionTimes;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Sessions that have ended and whose tombstone no node has taken yet. Until one does, they do not
 * exist for this Tomcat. Bounded: the oldest are forgotten first. Thread-safe.
 */
final class PendingEnds {

  private static final int MAX = 10_000;

  /**
   * What is over under an id.
   *
   * @param times of the session
   * @param goesOn whether the session goes on under another id
   */
  record Pending(SessionTimes times, boolean goesOn) {}

  private final Map<SessionId, Pending> ends = new LinkedHashMap<>();

  synchronized void add(SessionId id, Pending end) {
    ends.put(keyOf(id), end);
    if (ends.size() > MAX) {
      ends.remove(ends.keySet().iterator().next());
    }
  }

  synchronized void remove(SessionId id) {
    ends.remove(keyOf(id));
  }

  /** Null if nothing is known to be over under this id. */
  synchronized @Nullable Pending get(SessionId id) {
    return ends.isEmpty() ? null : ends.get(keyOf(id));
  }

  synchronized Map<SessionId, Pending> all() {
    return new LinkedHashMap<>(ends);
  }

  private static SessionId keyOf(SessionId id) {
    return id.withJvmRoute(null);
  }
}
