package io.holdfast.core.explore;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Tries every way in which a play can go, depth first.
 *
 * <p>The state of a play cannot be copied, so it is started anew for each branch and told the
 * choices up to there. A moment that was reached before, by another order of the same events, is
 * not followed again.
 */
public final class Explorer {

  private final Supplier<? extends Play> plays;
  private final long maxStates;
  private final Deque<Branch> path = new ArrayDeque<>();

  /** Moments whose future is known, with the number of ways it can go. */
  private final Map<Long, Double> known = new HashMap<>();

  private long steps;
  private long ends;
  private double schedules;

  /**
   * Creates an explorer.
   *
   * @param plays starts one anew; it can go on in at least one way
   * @param maxStates after which it gives up
   */
  public Explorer(Supplier<? extends Play> plays, long maxStates) {
    this.plays = plays;
    this.maxStates = maxStates;
  }

  /** A moment on the way to the present one. */
  private static final class Branch {

    private final long fingerprint;
    private final int choices;
    private int chosen;
    private double ways;

    Branch(long fingerprint, int choices) {
      this.fingerprint = fingerprint;
      this.choices = choices;
    }
  }

  /** Tries everything until something is broken, or the limit is reached. */
  public Exploration explore() {
    Play play = plays.get();
    path.addLast(new Branch(play.fingerprint(), play.choices()));
    try {
      while (known.size() < maxStates) {
        if (goOn(play)) {
          continue;
        }
        if (!turnBack()) {
          return result(true, null);
        }
        play = replay();
      }
    } catch (BrokenInvariant e) {
      return result(false, e.getMessage());
    }
    return result(false, null);
  }

  /** Takes the choice that is next here; false if there is nothing new behind it. */
  private boolean goOn(Play play) {
    Branch here = path.getLast();
    play.choose(here.chosen);
    steps++;
    long fingerprint = play.fingerprint();
    Double ways = known.get(fingerprint);
    if (ways == null) {
      int choices = play.choices();
      if (choices > 0) {
        path.addLast(new Branch(fingerprint, choices));
        return true;
      }
      play.judge();
      ends++;
      ways = 1.0;
      known.put(fingerprint, ways);
    }
    here.ways += ways;
    return false;
  }

  /** Goes back to the last moment that can go on in another way; false if there is none. */
  private boolean turnBack() {
    while (!path.isEmpty()) {
      Branch last = path.getLast();
      last.chosen++;
      if (last.chosen < last.choices) {
        return true;
      }
      path.removeLast();
      known.put(last.fingerprint, last.ways);
      if (path.isEmpty()) {
        schedules = last.ways;
      } else {
        path.getLast().ways += last.ways;
      }
    }
    return false;
  }

  private Play replay() {
    Play play = plays.get();
    Iterator<Branch> branches = path.iterator();
    Branch branch = branches.next();
    while (branches.hasNext()) {
      play.choose(branch.chosen);
      branch = branches.next();
    }
    return play;
  }

  private Exploration result(boolean isComplete, @Nullable String broken) {
    List<Integer> choices =
        broken == null ? List.of() : path.stream().map(branch -> branch.chosen).toList();
    return new Exploration(known.size(), steps, ends, schedules, isComplete, broken, choices);
  }
}
