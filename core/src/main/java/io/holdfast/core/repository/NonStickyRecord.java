package io.holdfast.core.repository;

import io.holdfast.core.record.Tombstone;
import io.holdfast.core.session.SessionId;
import io.holdfast.core.session.SessionSnapshot;
import io.holdfast.core.session.SessionTimes;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What the nodes said about a session when they were asked, and the ground on which the next write
 * stands: it succeeds only where nothing has changed since.
 *
 * @param id the session
 * @param state the newest of what was found; if records cross, what they are together
 * @param isDivided whether no node holds that, because it is made of records that cross
 * @param holdings what each node held that answered, in the order of the nodes for this session
 */
public record NonStickyRecord(
    SessionId id, State state, boolean isDivided, List<NodeHolding> holdings) {

  /** Copies the list. */
  public NonStickyRecord {
    holdings = List.copyOf(holdings);
  }

  /** A session that was not looked for, because its id was made just now. */
  public static NonStickyRecord unknown(SessionId id) {
    return new NonStickyRecord(id, new State.Absent(), false, List.of());
  }

  @Nullable NodeHolding holdingOn(String nodeId) {
    for (NodeHolding holding : holdings) {
      if (holding.nodeId().equals(nodeId)) {
        return holding;
      }
    }
    return null;
  }

  /** Whether a node that answered has nothing of what was found, or something older. */
  public boolean isMissingSomewhere() {
    return holdings.stream()
        .anyMatch(holding -> holding.mark() == null || holding.mark().version() != version());
  }

  /** The newest version found; 0 if there is none. */
  public long version() {
    return state.version();
  }

  /** What is known of a session. */
  public sealed interface State {

    /** The version of what was found; 0 if nothing was. */
    default long version() {
      return 0;
    }

    /**
     * There is a record.
     *
     * @param snapshot its content, with the latest times known
     */
    record Present(SessionSnapshot snapshot) implements State {
      @Override
      public long version() {
        return snapshot.version();
      }
    }

    /**
     * The session has ended.
     *
     * @param tombstone what stands in its place
     * @param beside a record of the session that some node has all the same, where the tombstone is
     *     of a former id; null if there is none, or the session has ended for good
     */
    record Ended(Tombstone tombstone, @Nullable SessionSnapshot beside) implements State {

      /** Whether it is of the session with these times, not of one that had its id before. */
      public boolean isOf(SessionTimes times) {
        return tombstone.creationTime() == times.creationTime();
      }

      @Override
      public long version() {
        return tombstone.version();
      }
    }

    /** No node has anything under this id, and every node that should have it answered. */
    record Absent() implements State {}

    /**
     * Nobody who might have it answered.
     *
     * @param unheard the nodes that may have it
     */
    record Unavailable(Set<String> unheard) implements State {

      /** Copies the set. */
      public Unavailable {
        unheard = Set.copyOf(unheard);
      }
    }
  }
}
