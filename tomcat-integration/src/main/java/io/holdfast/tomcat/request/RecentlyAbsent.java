package io.holdfast.tomcat.request;

import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.function.LongSupplier;

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
  private final Set<String> bases = new HashSet<>();
  private long since;

  /** How many questions in a row found nothing, and when the last one ended. */
  private int misses;

  private long lastMiss;

  RecentlyAbsent(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
  }

  /** No node has a session with this base. */
  void add(String base) {
    if (bases.isEmpty() || isOver(since)) {
      bases.clear();
      since = nanoTime.getAsLong();
    }
    if (bases.size() < MOST) {
      bases.add(base);
    }
  }

  boolean contains(String base) {
    return bases.contains(base) && !isOver(since);
  }

  /** The store was asked, and no session came of it, whether or not all nodes answered. */
  void missed() {
    misses++;
    lastMiss = nanoTime.getAsLong();
  }

  /**
   * Returns whether the store was asked often enough: each question may wait for a node. To be
   * called before each question. It is the first one of another request if the last one ended more
   * than a moment ago, however long a node takes to answer.
   */
  boolean isEnough() {
    if (misses > 0 && isOver(lastMiss)) {
      misses = 0;
    }
    return misses >= MOST_MISSES;
  }

  private boolean isOver(long since) {
    return nanoTime.getAsLong() - since >= MOMENT.toNanos();
  }
}
