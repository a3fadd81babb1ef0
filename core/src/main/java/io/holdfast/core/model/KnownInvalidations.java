package io.holdfast.core.model;

import io.holdfast.core.session.SessionId;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The invalidations that this Tomcat knows of, each for as long as any copy of its session may
 * live. Nodes that have lost one get it from here.
 *
 * <p>Bounded: where there is no room for all, the invalidation that expires first is forgotten
 * first. Thread-safe.
 */
public final class KnownInvalidations {

  /** Some 250 bytes each. */
  public static final int MAX = 50_000;

  private final int max;
  private final InstantSource clock;
  private final Runnable forgotten;
  private final Map<SessionId, KnownInvalidation> ends = new HashMap<>();
  private final NavigableSet<KnownInvalidation> byTime =
      new TreeSet<>(
          Comparator.comparingLong(KnownInvalidation::until)
              .thenComparing(end -> end.id().value())
              .thenComparingLong(KnownInvalidation::creationTime));

  /**
   * Remembers nothing yet.
   *
   * @param max how many at most
   * @param forgotten runs for each invalidation that is forgotten before its time, for want of room
   */
  public KnownInvalidations(int max, InstantSource clock, Runnable forgotten) {
    this.max = max;
    this.clock = clock;
    this.forgotten = forgotten;
  }

  /** Remembers an invalidation, in place of an earlier one of the same id. */
  public synchronized void add(KnownInvalidation end) {
    forgetOver();
    remove(end.id());
    ends.put(end.id(), end);
    byTime.add(end);
    if (ends.size() > max) {
      remove(byTime.first().id());
      forgotten.run();
    }
  }

  /** The invalidation of the last session with this id; null if none is known. */
  public synchronized @Nullable KnownInvalidation of(SessionId id) {
    if (ends.isEmpty()) {
      return null;
    }
    forgetOver();
    return ends.get(id.withJvmRoute(null));
  }

  /** The invalidation of a session; null if none is known. */
  public @Nullable KnownInvalidation of(SessionId id, long creationTime) {
    KnownInvalidation end = of(id);
    return end != null && end.creationTime() == creationTime ? end : null;
  }

  /** Whether a session is known to be invalidated. */
  public boolean knows(SessionId id, long creationTime) {
    return of(id, creationTime) != null;
  }

  /** Forgets an id that another session has now. */
  public synchronized void forget(SessionId id) {
    remove(id.withJvmRoute(null));
  }

  /** All that are remembered, the oldest first. */
  public synchronized List<KnownInvalidation> all() {
    forgetOver();
    return List.copyOf(byTime.descendingSet());
  }

  private void remove(SessionId id) {
    KnownInvalidation end = ends.remove(id);
    if (end != null) {
      byTime.remove(end);
    }
  }

  private void forgetOver() {
    long now = clock.millis();
    while (!byTime.isEmpty() && byTime.first().until() <= now) {
      remove(byTime.first().id());
    }
  }
}
