package io.holdfast.sessions.explore;

import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What was found in each act, as it is and with each mutation; each is explored once.
 *
 * <p>Of an act a build explores the first states only; with {@code -Dholdfast.lines=all}, as each
 * night, all of it, or ten times as many where it is too large. A mutation is searched until it is
 * noticed, in a build too, but for those that take minutes. With {@code
 * -Dholdfast.explore.states=N} up to N states of each act are explored.
 */
final class Explorations {

  private static final @Nullable Long ASKED_FOR = Long.getLong("holdfast.explore.states");
  private static final boolean NIGHTLY = "all".equals(System.getProperty("holdfast.lines"));
  private static final long MOST_STATES = 30_000;

  /** Acts that have more than {@link #MOST_STATES}. */
  private static final Set<Act> LARGE =
      EnumSet.of(
          Act.BACKGROUND_BESIDE,
          Act.OWN_NODE_FREEZES,
          Act.OWN_THIRD_NODE,
          Act.OWN_CROSSED,
          Act.OWN_CROSSED_SECOND,
          Act.OWN_LONE,
          Act.READ_LARGE,
          Act.READ_LARGE_OLD,
          Act.READ_LARGE_EMPTY,
          Act.SIDE_BY_SIDE_OTHER,
          Act.SIDE_BY_SIDE_TWICE,
          Act.SIDE_BY_SIDE_THREE,
          Act.IN_PLACE,
          Act.GIVEN_UP_RENAME_BEHIND,
          Act.COUNT,
          Act.COUNT_SILENCE,
          Act.COUNT_NODE_DIES,
          Act.COUNT_CUT,
          Act.COUNT_LARGE,
          Act.COUNT_LARGE_SILENCE,
          Act.COUNT_CROSSED,
          Act.COUNT_AGAIN,
          Act.MIXED_STALL,
          Act.INTERVAL_RAISED_TWO_NODES,
          Act.INTERVAL_EMPTY);

  /** Mutations that are noticed only after minutes: each night. */
  private static final Set<Mutation> LATE = EnumSet.of(Mutation.LEASE_ALWAYS_REMOVED);

  private final Map<Act, Exploration> acts = new EnumMap<>(Act.class);
  private final Map<Mutation, Exploration> mutations = new EnumMap<>(Mutation.class);

  /** Returns whether each act is explored as far as for the figures in the documents. */
  static boolean isAsDocumented() {
    return ASKED_FOR == null && NIGHTLY;
  }

  /** Returns whether all of the act is to be explored. */
  static boolean isWhole(Act act) {
    return isAsDocumented() && !LARGE.contains(act);
  }

  /** Returns whether the mutation is searched for; all of them are each night. */
  static boolean isTried(Mutation mutation) {
    return NIGHTLY || !LATE.contains(mutation);
  }

  private static long mostStates() {
    return ASKED_FOR != null ? ASKED_FOR : NIGHTLY ? MOST_STATES : ExploredScenes.STATES_OF_A_BUILD;
  }

  synchronized Exploration of(Act act) {
    return acts.computeIfAbsent(act, each -> each.explore(Protocol.TRUE, mostStates()));
  }

  synchronized Exploration of(Mutation mutation) {
    return mutations.computeIfAbsent(
        mutation, each -> each.act.explore(each, Math.max(mostStates(), MOST_STATES)));
  }
}
