package io.holdfast.core.nonsticky;

import io.holdfast.core.session.SessionId;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Sessions that have ended and whose tombstone no node has taken yet. Until one does, they do not
 * exist for this Tomcat. Bounded: the oldest are forgotten first. Thread-safe.
 *
 * @param <T> what is known of an invalidation
 */
final class PendingInvalidations<T> {

  private static final int MAX = 10_000;

  private final Map<SessionId, T> ends = new LinkedHashMap<>();

  synchronized void add(SessionId id, T end) {
    ends.put(keyOf(id), end);
    if (ends.size() > MAX) {
      ends.remove(ends.keySet().iterator().next());
    }
  }

  synchronized void remove(SessionId id) {
    ends.remove(keyOf(id));
  }

  /** The invalidation of this id; null if none is pending. */
  synchronized @Nullable T get(SessionId id) {
    return ends.isEmpty() ? null : ends.get(keyOf(id));
  }

  synchronized Map<SessionId, T> all() {
    return new LinkedHashMap<>(ends);
  }

  private static SessionId keyOf(SessionId id) {
    return id.withJvmRoute(null);
  }
}
