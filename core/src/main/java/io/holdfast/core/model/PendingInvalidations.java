package io.holdfast.core.model;

import io.holdfast.core.session.SessionId;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Invalidations that nodes have not taken yet. Bounded: the oldest are forgotten first.
 * Thread-safe.
 *
 * @param <T> what is known of an invalidation
 */
public final class PendingInvalidations<T> {

  private static final int MAX = 10_000;

  private final Map<SessionId, T> ends = new LinkedHashMap<>();

  /** Creates it with nothing pending. */
  public PendingInvalidations() {}

  /** Adds an invalidation, in place of an earlier one of the same id. */
  public synchronized void add(SessionId id, T end) {
    ends.put(keyOf(id), end);
    if (ends.size() > MAX) {
      ends.remove(ends.keySet().iterator().next());
    }
  }

  /** The nodes have taken the invalidation of this id. */
  public synchronized void remove(SessionId id) {
    ends.remove(keyOf(id));
  }

  /** The invalidation of this id; null if none is pending. */
  public synchronized @Nullable T get(SessionId id) {
    return ends.isEmpty() ? null : ends.get(keyOf(id));
  }

  /** All that are pending, the oldest first, by the session's id without a route. */
  public synchronized Map<SessionId, T> all() {
    return new LinkedHashMap<>(ends);
  }

  private static SessionId keyOf(SessionId id) {
    return id.withJvmRoute(null);
  }
}
