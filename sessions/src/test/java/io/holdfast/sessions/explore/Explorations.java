package io.holdfast.sessions.explore;

import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What was found in each act, as it is and with each mutation; each is explored once.
 *
 * <p>With {@code -Dholdfast.explore.states=N} up to N states of each act are explored.
 */
final class Explorations {

  private static final @Nullable Long ASKED_FOR = Long.getLong("holdfast.explore.states");
  private static final long MOST_STATES = 30_000;

  private final Map<Act, Exploration> acts = new EnumMap<>(Act.class);
  private final Map<Mutation, Exploration> mutations = new EnumMap<>(Mutation.class);

  /** Whether the limit is the one that the documents are written with. */
  static boolean isAsDocumented() {
    return ASKED_FOR == null;
  }

  static long mostStates() {
    return ASKED_FOR == null ? MOST_STATES : ASKED_FOR;
  }

  synchronized Exploration of(Act act) {
    return acts.computeIfAbsent(act, each -> each.explore(Protocol.TRUE, mostStates()));
  }

  synchronized Exploration of(Mutation mutation) {
    return mutations.computeIfAbsent(mutation, each -> each.act.explore(each, mostStates()));
  }
}
