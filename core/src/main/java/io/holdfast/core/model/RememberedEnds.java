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
 * The ends of sessions that this Tomcat knows of, each for as long as any copy of its session may
 * live: what a node has lost of them is restored from here.
 *
 * <p>Bounded: where there is no room for all, the end whose time is up first is forgotten first.
 * Thread-safe.
 */
public final class RememberedEnds {

  /** Some 250 bytes each. */
  public static final int MAX = 50_000;

  private final int max;
  private final InstantSource clock;
  private final Runnable forgotten;
  private final Map<SessionId, RememberedEnd> ends = new HashMap<>();
  private final NavigableSet<RememberedEnd> byTime =
      new TreeSet<>(
          Comparator.comparingLong(RememberedEnd::until)
              .thenComparing(end -> end.id().value())
              .thenComparingLong(RememberedEnd::creationTime));

  /**
   * Remembers nothing yet.
   *
   * @param max how many at most
   * @param forgotten hears of each end that is forgotten before its time, for want of room
   */
  public RememberedEnds(int max, InstantSource clock, Runnable forgotten) {
    this.max = max;
    this.clock = clock;
    this.forgotten = forgotten;
  }

  /** Remembers an end, in place of an earlier one of the same id. */
  public synchronized void add(RememberedEnd end) {
    forgetOver();
    remove(end.id());
    ends.put(end.id(), end);
    byTime.add(end);
    if (ends.size() > max) {
      remove(byTime.first().id());
      forgotten.run();
    }
  }

  /** The end of the last session with this id; null if none is known. */
  public synchronized @Nullable RememberedEnd of(SessionId id) {
    if (ends.isEmpty()) {
      return null;
    }
    forgetOver();
    return ends.get(id.withJvmRoute(null));
  }

  /** The end of a session; null if it is not known to have ended. */
  public @Nullable RememberedEnd of(SessionId id, long creationTime) {
    RememberedEnd end = of(id);
    return end != null && end.creationTime() == creationTime ? end : null;
  }

  /** Whether a session is known to have ended. */
  public boolean knows(SessionId id, long creationTime) {
    return of(id, creationTime) != null;
  }

  /** The id has another session. */
  public synchronized void forget(SessionId id) {
    remove(id.withJvmRoute(null));
  }

  /** All that is remembered, what is remembered longest first. */
  public synchronized List<RememberedEnd> all() {
    forgetOver();
    return List.copyOf(byTime.descendingSet());
  }

  private void remove(SessionId id) {
    RememberedEnd end = ends.remove(id);
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
