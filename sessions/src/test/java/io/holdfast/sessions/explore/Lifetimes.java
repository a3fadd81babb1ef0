package io.holdfast.sessions.explore;

import io.holdfast.sessions.explore.Answer.Outcome;
import java.time.InstantSource;
import java.util.HashSet;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** How long a session must be there, and may be, by what clients were told. */
final class Lifetimes {

  /** As exact as the last use is in the store. */
  private static final long TOLERANCE_MILLIS = 1_000;

  private static final long MILLIS = 1_000;

  private final InstantSource clock;

  /** The intervals that may count now, and whether those who asked for them were answered. */
  private final Map<Integer, Boolean> intervals = new TreeMap<>();

  /** What was so when the present request of a client began. */
  private final Map<String, Start> starts = new TreeMap<>();

  /** When those requests began that were answered, and the session. */
  private final NavigableSet<Long> uses = new TreeSet<>();

  /** When the last request began. */
  private long lastRequest;

  /**
   * What was so when something began.
   *
   * @param at when that was
   * @param lastUse when the last request began before
   * @param shortest interval that may have counted then, in milliseconds
   * @param over when the session was to be over; {@link Long#MAX_VALUE} if it was used
   * @param settled the intervals that a later one replaces
   */
  record Start(long at, long lastUse, long shortest, long over, Set<Integer> settled) {}

  /** The session was used just now. */
  Lifetimes(InstantSource clock, int interval) {
    this.clock = clock;
    this.lastRequest = clock.millis();
    uses.add(lastRequest);
    intervals.put(interval, true);
  }

  void asked(Client client, Turn turn) {
    Start start = start();
    starts.put(
        client.name, new Start(start.at, uses.last(), start.shortest, start.over, start.settled));
    lastRequest = clock.millis();
    if (turn.request() instanceof Request.SetInterval set) {
      intervals.putIfAbsent(set.seconds(), false);
    }
  }

  /** Until when the session may be there, unless a request uses it now. */
  private long unused() {
    long longest = longest();
    return starts.isEmpty() && longest != Long.MAX_VALUE
        ? lastRequest + longest + longest / 4
        : Long.MAX_VALUE;
  }

  private static long plus(long time, long interval) {
    return interval == Long.MAX_VALUE ? interval : time + interval;
  }

  /**
   * What is so now. Requests that are at work have begun to use the session; no Tomcat can know
   * that one began at this very moment.
   */
  Start start() {
    long now = clock.millis();
    NavigableSet<Long> known = new TreeSet<>(uses);
    starts.values().forEach(start -> known.add(start.at));
    Long before = known.lower(now);
    Set<Integer> settled = new HashSet<>();
    intervals.forEach(
        (interval, isSettled) -> {
          if (isSettled) {
            settled.add(interval);
          }
        });
    return new Start(now, before == null ? known.first() : before, shortest(), unused(), settled);
  }

  /** What was so when the present request of a client began; null if its Tomcat was dead. */
  @Nullable Start startOf(Client client) {
    return starts.get(client.name);
  }

  void answered(Client client, Turn turn, Answer answer) {
    Start start = Objects.requireNonNull(starts.remove(client.name));
    if (answer.outcome() != Outcome.DONE) {
      return;
    }
    uses.add(start.at);
    if (turn.request() instanceof Request.SetInterval set) {
      intervals.keySet().removeAll(start.settled);
      intervals.put(set.seconds(), true);
    }
  }

  /** Whether the session may have ended for a request that began then. */
  boolean mayBeOver(Start start) {
    long interval = Math.min(start.shortest, shortest());
    return start.at >= plus(start.lastUse, interval) - TOLERANCE_MILLIS;
  }

  /** Whether the session must be over for a client that began to ask then. */
  boolean mustBeOver(Start start) {
    return start.over != Long.MAX_VALUE && start.at > start.over + TOLERANCE_MILLIS;
  }

  private long shortest() {
    return intervals.keySet().stream().mapToLong(Lifetimes::millis).min().orElseThrow();
  }

  private long longest() {
    return intervals.keySet().stream().mapToLong(Lifetimes::millis).max().orElseThrow();
  }

  private static long millis(int interval) {
    return interval <= 0 ? Long.MAX_VALUE : interval * MILLIS;
  }

  long fingerprint() {
    return Digest.of(intervals.hashCode(), starts.hashCode(), uses.hashCode(), lastRequest);
  }
}
