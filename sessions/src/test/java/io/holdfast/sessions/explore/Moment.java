package io.holdfast.sessions.explore;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A moment of a play: in which ways it can go on, and where those lead that were explored. */
final class Moment {

  private final long fingerprint;
  private final Object[] ways;

  /** For each way the fingerprint of the moment behind it, once that is known. */
  private final long[] behind;

  /** For each way whether it was local. */
  private final boolean[] local;

  private int explored;
  private double schedules;

  /** The moment at which a play is. */
  Moment(Play play) {
    this.fingerprint = play.fingerprint();
    this.ways = new Object[play.choices()];
    this.behind = new long[ways.length];
    this.local = new boolean[ways.length];
    for (int choice = 0; choice < ways.length; choice++) {
      ways[choice] = play.way(choice);
    }
  }

  long fingerprint() {
    return fingerprint;
  }

  /** In how many orders of events the play can go from here to an end, as far as explored. */
  double schedules() {
    return schedules;
  }

  /** Whether every way was explored. */
  boolean isExhausted() {
    return explored == ways.length;
  }

  /** The choice of the way that is being explored. */
  int choice() {
    return explored;
  }

  /** The way that is being explored. */
  Object way() {
    return ways[explored];
  }

  /** Whether the way that is being explored was local. */
  boolean isLocal() {
    return local[explored];
  }

  /** Notes where the way leads that is being explored. */
  void leadsTo(long fingerprintBehind, boolean isLocal) {
    behind[explored] = fingerprintBehind;
    local[explored] = isLocal;
  }

  /** Everything behind the way that was being explored is known; the next way is now. */
  void explored(double schedulesBehind) {
    schedules += schedulesBehind;
    explored++;
  }

  /** Notes that the play has ended here. */
  void isEnd() {
    schedules = 1;
  }

  /** The moment behind a way that was explored and local; null if there is none. */
  @Nullable Moment behind(Object way, Map<Long, Moment> known) {
    for (int choice = 0; choice < explored; choice++) {
      if (ways[choice].equals(way) && local[choice]) {
        return known.get(behind[choice]);
      }
    }
    return null;
  }
}
