package io.holdfast.tomcat.request;

import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Ids for which a thread has just asked the store, and which certainly are on no node.
 *
 * <p>Of a request with several session cookies Tomcat asks for one after the other, before any
 * valve: 190 times the same id would be as many reads. No hook tells there which request it is, so
 * what a thread has learnt holds for a moment only. That is shorter than a client needs to come
 * back with an id that another Tomcat has given a session meanwhile.
 */
final class RecentlyAbsent {

  static final Duration MOMENT = Duration.ofMillis(100);

  private static final int MOST = 8;

  /** Questions of one request before its valve for which the store is asked. */
  static final int MOST_MISSES = 3;

  private final LongSupplier nanoTime;

  @SuppressWarnings("ThreadLocalUsage") // one per application, as of the requests
  private final ThreadLocal<@Nullable Asked> asked = new ThreadLocal<>();

  @SuppressWarnings("ThreadLocalUsage") // as above
  private final ThreadLocal<@Nullable Misses> misses = new ThreadLocal<>();

  /**
   * Knows of none yet.
   *
   * @param nanoTime as {@link System#nanoTime}
   */
  RecentlyAbsent(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
  }

  private record Asked(long since, Set<String> bases) {}

  /** How many questions in a row found nothing, and when the last one ended. */
  private record Misses(int count, long last) {}

  /** No node has a session with this base. */
  void add(String base) {
    Asked known = current();
    if (known == null) {
      known = new Asked(nanoTime.getAsLong(), new HashSet<>());
      asked.set(known);
    }
    if (known.bases.size() < MOST) {
      known.bases.add(base);
    }
  }

  boolean contains(String base) {
    Asked known = current();
    return known != null && known.bases.contains(base);
  }

  /** The store was asked, and no session came of it, whether or not all nodes answered. */
  void missed() {
    Misses before = misses.get();
    misses.set(new Misses(before == null ? 1 : before.count + 1, nanoTime.getAsLong()));
  }

  /**
   * Returns whether the store was asked often enough: each question may wait for a node. To be
   * called before each question. It is the first one of another request if the last one ended more
   * than a moment ago, however long a node takes to answer.
   */
  boolean isEnough() {
    Misses last = misses.get();
    if (last != null && isOver(last.last)) {
      misses.remove();
      return false;
    }
    return last != null && last.count >= MOST_MISSES;
  }

  /** A request enters the valve on this thread: from then on it is known by itself. */
  void clear() {
    asked.remove();
    misses.remove();
  }

  private @Nullable Asked current() {
    Asked known = asked.get();
    return known == null || isOver(known.since) ? null : known;
  }

  private boolean isOver(long since) {
    return nanoTime.getAsLong() - since >= MOMENT.toNanos();
  }
}
