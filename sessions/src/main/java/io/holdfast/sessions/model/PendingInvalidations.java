package io.holdfast.sessions.model;

import io.holdfast.core.session.SessionId;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Invalidations that nodes have not taken yet, by the id without a route. Bounded: the oldest are
 * forgotten first. Thread-safe.
 */
public final class PendingInvalidations<T> {

  private static final int MAX = 10_000;

  private final Map<SessionId, T> ends = new LinkedHashMap<>();

  /** Adds an invalidation, in place of an earlier one of the same id. */
  public synchronized void add(SessionId id, T end) {
    ends.put(id.withJvmRoute(null), end);
    if (ends.size() > MAX) {
      ends.remove(ends.keySet().iterator().next());
    }
  }

  /** The nodes have taken the invalidation of this id. */
  public synchronized void remove(SessionId id) {
    ends.remove(id.withJvmRoute(null));
  }

  /** The nodes have taken this invalidation of an id, if it is still the one that is pending. */
  public synchronized void remove(SessionId id, T end) {
    ends.remove(id.withJvmRoute(null), end);
  }

  /** The invalidation of this id; null if none is pending. */
  public synchronized @Nullable T get(SessionId id) {
    return ends.isEmpty() ? null : ends.get(id.withJvmRoute(null));
  }

  /** All that are pending, the oldest first. */
  public synchronized Map<SessionId, T> all() {
    return new LinkedHashMap<>(ends);
  }
}
