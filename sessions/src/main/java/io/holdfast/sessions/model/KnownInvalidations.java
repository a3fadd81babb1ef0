package io.holdfast.sessions.model;

import io.holdfast.core.metrics.Metric;
import io.holdfast.core.metrics.SessionMetrics;
import io.holdfast.core.session.SessionId;
import io.holdfast.sessions.store.SessionOrder;
import java.time.InstantSource;
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
  private final SessionMetrics metrics;

  /** Of each id, that of the session that was created last. */
  private final Map<SessionId, KnownInvalidation> ends = new HashMap<>();

  private final NavigableSet<KnownInvalidation> byTime = new TreeSet<>(KnownInvalidations::compare);

  private static int compare(KnownInvalidation one, KnownInvalidation other) {
    int byTime = Long.compare(one.until(), other.until());
    int byId = byTime == 0 ? one.id().value().compareTo(other.id().value()) : byTime;
    return byId == 0 ? Long.compare(one.creationTime(), other.creationTime()) : byId;
  }

  /** Counts each that is forgotten early because the list is full. */
  public KnownInvalidations(int max, InstantSource clock, SessionMetrics metrics) {
    this.max = max;
    this.clock = clock;
    this.metrics = metrics;
  }

  /**
   * Remembers an invalidation as the only one of its id: the tombstone of a session ends those that
   * had the id before, for as long as any copy of one of them may live. That of an earlier session
   * than is remembered changes nothing else.
   */
  public synchronized void add(KnownInvalidation end) {
    forgetOver();
    KnownInvalidation known = of(end.id());
    KnownInvalidation all = known == null ? end : together(known, end);
    if (known != null) {
      byTime.remove(known);
    }
    ends.put(all.id(), all);
    byTime.add(all);
    if (byTime.size() > max) {
      remove(byTime.first());
      metrics.increment(Metric.ENDS_FORGOTTEN);
    }
  }

  private static KnownInvalidation together(KnownInvalidation known, KnownInvalidation end) {
    SessionOrder order = SessionOrder.of(end.creationTime(), known.creationTime());
    return new KnownInvalidation(
        (order.ends() ? end : known).tombstone(), Math.max(known.until(), end.until()));
  }

  /** The invalidation of the last session with this id; null if none is known. */
  public synchronized @Nullable KnownInvalidation of(SessionId id) {
    if (ends.isEmpty()) {
      return null;
    }
    forgetOver();
    return ends.get(id.withJvmRoute(null));
  }

  /** The one that ended a session, its own or a later one with its id; null if unknown. */
  public @Nullable KnownInvalidation ending(SessionId id, long creationTime) {
    KnownInvalidation last = of(id);
    return last != null && SessionOrder.of(last.creationTime(), creationTime).ends() ? last : null;
  }

  /** All that are remembered, the oldest first. */
  public synchronized List<KnownInvalidation> all() {
    forgetOver();
    return List.copyOf(byTime.descendingSet());
  }

  private void remove(KnownInvalidation end) {
    byTime.remove(end);
    ends.remove(end.id());
  }

  private void forgetOver() {
    long now = clock.millis();
    while (!byTime.isEmpty() && byTime.first().until() <= now) {
      remove(byTime.first());
    }
  }
}
