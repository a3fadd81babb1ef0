package io.holdfast.sessions.explore;

import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What was found in each act, as it is and with each mutation; each is explored once.
 *
 * <p>All of an act is explored, unless it is too large: then a part of it, and three times as much
 * with {@code -Dholdfast.lines=all}, as each night. With {@code -Dholdfast.explore.states=N} up to
 * N states of each act are explored.
 */
final class Explorations {

  private static final @Nullable Long ASKED_FOR = Long.getLong("holdfast.explore.states");
  private static final boolean NIGHTLY = "all".equals(System.getProperty("holdfast.lines"));
  private static final long MOST_STATES = 30_000;

  /** Of an act that has more than {@link #MOST_STATES}: each mutation in it shows in so many. */
  private static final long FIRST_STATES = 10_000;

  private static final Set<Act> LARGE =
      EnumSet.of(
          Act.OWN_NODE_FREEZES,
          Act.OWN_THIRD_NODE,
          Act.OWN_CROSSED,
          Act.OWN_CROSSED_SECOND,
          Act.OWN_LONE,
          Act.SIDE_BY_SIDE_OTHER,
          Act.SIDE_BY_SIDE_TWICE,
          Act.SIDE_BY_SIDE_THREE,
          Act.IN_PLACE,
          Act.BEHIND_TWO_NODES,
          Act.GIVEN_UP_RENAME_BEHIND,
          Act.COUNT,
          Act.COUNT_SILENCE,
          Act.COUNT_NODE_DIES,
          Act.COUNT_CUT,
          Act.COUNT_CROSSED,
          Act.MIXED_STALL,
          Act.INTERVAL_RAISED_TWO_NODES,
          Act.INTERVAL_EMPTY);

  /** An act that is as large, with a mutation that shows later. */
  private static final Act LARGEST = Act.COUNT_AGAIN;

  private final Map<Act, Exploration> acts = new EnumMap<>(Act.class);
  private final Map<Mutation, Exploration> mutations = new EnumMap<>(Mutation.class);

  /** Whether the limit is the one that the documents are written with. */
  static boolean isAsDocumented() {
    return ASKED_FOR == null && !NIGHTLY;
  }

  /** Whether all of it is to be explored. */
  static boolean isWhole(Act act) {
    return ASKED_FOR == null && !LARGE.contains(act) && act != LARGEST;
  }

  private static long mostStates(Act act) {
    if (ASKED_FOR != null) {
      return ASKED_FOR;
    }
    return isAsDocumented() && LARGE.contains(act) ? FIRST_STATES : MOST_STATES;
  }

  synchronized Exploration of(Act act) {
    return acts.computeIfAbsent(act, each -> each.explore(Protocol.TRUE, mostStates(each)));
  }

  synchronized Exploration of(Mutation mutation) {
    return mutations.computeIfAbsent(
        mutation, each -> each.act.explore(each, mostStates(each.act)));
  }
}
