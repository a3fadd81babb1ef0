package io.holdfast.sessions.explore;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiPredicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Tries every way in which a play can go, depth first.
 *
 * <p>The state of a play cannot be copied, so it is started again for each branch and repeats the
 * choices up to there. A moment that was reached before, by another order of the same events, is
 * not followed again. Where the order of two events does not matter because they concern different
 * parts of the play, the moment after both is known from the first order, and the second is not
 * even played.
 */
public final class Explorer {

  private final Supplier<? extends Play> plays;
  private final BiPredicate<Object, Object> commuting;
  private final long maxStates;

  /** The moments on the way to the present one, which is the last. */
  private final List<Moment> path = new ArrayList<>();

  /** Moments whose future is known. */
  private final Map<Long, Moment> known = new HashMap<>();

  /** The play that is at the present moment; null if none is. */
  private @Nullable Play present;

  private long steps;
  private long ends;
  private double schedules;

  /**
   * Creates an explorer of plays in which every order matters.
   *
   * @param plays starts one from the beginning; it can go on in at least one way
   * @param maxStates after which it gives up
   */
  public Explorer(Supplier<? extends Play> plays, long maxStates) {
    this(plays, (one, other) -> false, maxStates);
  }

  /**
   * Creates an explorer.
   *
   * @param plays starts one from the beginning; it can go on in at least one way
   * @param commuting whether two ways that are local lead to the same moment in either order
   * @param maxStates after which it gives up
   */
  public Explorer(
      Supplier<? extends Play> plays, BiPredicate<Object, Object> commuting, long maxStates) {
    this.plays = plays;
    this.commuting = commuting;
    this.maxStates = maxStates;
  }

  /** Tries everything until something is broken, or the limit is reached. */
  public Exploration explore() {
    Play play = plays.get();
    path.add(new Moment(play));
    present = play;
    try {
      while (known.size() < maxStates) {
        if (!goOn() && !turnBack()) {
          return result(true, null);
        }
      }
    } catch (BrokenInvariant e) {
      return result(false, e.getMessage());
    }
    return result(false, null);
  }

  /** Goes on in the way that is next here; false if there is nothing new behind it. */
  private boolean goOn() {
    Moment here = path.get(path.size() - 1);
    Moment behind = foreseen(here);
    if (behind == null) {
      Play play = present == null ? replay() : present;
      present = null;
      behind = played(play, here);
      if (!behind.isExhausted()) {
        path.add(behind);
        present = play;
        return true;
      }
    }
    steps++;
    here.explored(behind.schedules());
    return false;
  }

  /** The moment behind the way that is next here: a known one, an end, or one to go on from. */
  private Moment played(Play play, Moment here) {
    play.choose(here.choice());
    long fingerprint = play.fingerprint();
    here.leadsTo(fingerprint, play.wasLocal());
    Moment behind = known.get(fingerprint);
    if (behind != null) {
      return behind;
    }
    Moment fresh = new Moment(play);
    if (fresh.isExhausted()) {
      play.judge();
      ends++;
      fresh.isEnd();
      known.put(fingerprint, fresh);
    }
    return fresh;
  }

  /**
   * The moment behind the way that is next here, as it is behind the same two ways in the other
   * order; null if that is not known.
   */
  private @Nullable Moment foreseen(Moment here) {
    if (path.size() < 2) {
      return null;
    }
    Moment before = path.get(path.size() - 2);
    if (!before.isLocal() || !commuting.test(before.way(), here.way())) {
      return null;
    }
    Moment beside = before.behind(here.way(), known);
    Moment both = beside == null ? null : beside.behind(before.way(), known);
    if (both != null) {
      here.leadsTo(both.fingerprint(), true);
    }
    return both;
  }

  /** Goes back to the last moment that can go on in another way; false if there is none. */
  private boolean turnBack() {
    while (!path.isEmpty()) {
      Moment last = path.get(path.size() - 1);
      if (!last.isExhausted()) {
        return true;
      }
      path.remove(path.size() - 1);
      present = null;
      known.put(last.fingerprint(), last);
      if (path.isEmpty()) {
        schedules = last.schedules();
      } else {
        steps++;
        path.get(path.size() - 1).explored(last.schedules());
      }
    }
    return false;
  }

  private Play replay() {
    Play play = plays.get();
    for (Moment moment : path.subList(0, path.size() - 1)) {
      play.repeat(moment.choice(), moment.way());
    }
    return play;
  }

  private Exploration result(boolean isComplete, @Nullable String broken) {
    List<Integer> choices = broken == null ? List.of() : path.stream().map(Moment::choice).toList();
    return new Exploration(known.size(), steps, ends, schedules, isComplete, broken, choices);
  }
}
