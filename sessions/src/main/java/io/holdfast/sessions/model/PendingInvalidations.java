package io.holdfast.sessions.model;

import io.holdfast.core.session.SessionId;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
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

  private final Map<Key, T> ends = new LinkedHashMap<>();

  /**
   * What is pending of.
   *
   * @param creationTime of the session; 0 if only one session of an id can be pending
   */
  private record Key(SessionId id, long creationTime) {

    static Key of(SessionId id, long creationTime) {
      return new Key(id.withJvmRoute(null), creationTime);
    }
  }

  /** Creates it with nothing pending. */
  public PendingInvalidations() {}

  /** Adds an invalidation, in place of an earlier one of the same id. */
  public void add(SessionId id, T end) {
    add(id, 0, end);
  }

  /** Adds the invalidation of one of several sessions that had the id one after the other. */
  public synchronized void add(SessionId id, long creationTime, T end) {
    ends.put(Key.of(id, creationTime), end);
    if (ends.size() > MAX) {
      ends.remove(ends.keySet().iterator().next());
    }
  }

  /** The nodes have taken the invalidation of this id. */
  public void remove(SessionId id) {
    remove(id, 0);
  }

  /** The nodes have taken this invalidation of an id, if it is still the one that is pending. */
  public synchronized void remove(SessionId id, T end) {
    ends.remove(Key.of(id, 0), end);
  }

  /** The nodes have taken the invalidation of this session. */
  public synchronized void remove(SessionId id, long creationTime) {
    ends.remove(Key.of(id, creationTime));
  }

  /** The invalidation of this id; null if none is pending. */
  public synchronized @Nullable T get(SessionId id) {
    return ends.isEmpty() ? null : ends.get(Key.of(id, 0));
  }

  /** All that are pending, the oldest first, by the session's id without a route. */
  public synchronized Map<SessionId, T> all() {
    Map<SessionId, T> all = new LinkedHashMap<>();
    ends.forEach((key, end) -> all.put(key.id, end));
    return all;
  }

  /** The same, also those of several sessions that had an id one after the other. */
  public synchronized Collection<T> values() {
    return List.copyOf(ends.values());
  }
}
