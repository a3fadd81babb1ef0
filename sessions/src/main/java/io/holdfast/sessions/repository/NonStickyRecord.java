package io.holdfast.sessions.repository;

import io.holdfast.core.record.Tombstone;
import io.holdfast.core.session.SessionId;
import io.holdfast.core.session.SessionSnapshot;
import io.holdfast.core.session.SessionTimes;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The nodes' replies about a session, and the basis of the next write: that succeeds only where
 * nothing has changed since.
 *
 * @param id the session
 * @param state the newest of what was found; concurrent records are merged
 * @param isDivided whether no node holds the state, because it is merged from concurrent records
 * @param holdings what each node held that replied, in the order of the nodes for this session
 */
public record NonStickyRecord(
    SessionId id, State state, boolean isDivided, List<NodeHolding> holdings) {

  /** Copies the list. */
  public NonStickyRecord {
    holdings = List.copyOf(holdings);
  }

  /** A session that no node was asked for, because its id is new. */
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

  /** Whether a node that replied has no copy of what was found, or an older one. */
  public boolean isMissingSomewhere() {
    for (NodeHolding holding : holdings) {
      if (holding.mark() == null || holding.mark().version() != version()) {
        return true;
      }
    }
    return false;
  }

  /**
   * The same with the bytes of a snapshot that is known, where that is the same: a Tomcat that has
   * it from before need not keep both.
   */
  public NonStickyRecord sharing(SessionSnapshot known) {
    return state instanceof State.Present present
            && !isDivided
            && present.snapshot().isSameAs(known)
        ? new NonStickyRecord(
            id, new State.Present(known.withTimes(present.snapshot().times())), false, holdings)
        : this;
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
     * @param tombstone replaces its record
     * @param beside a record of the session that a node has beside the tombstone of a former id;
     *     null if there is none, or the session has ended for good
     */
    record Ended(Tombstone tombstone, @Nullable SessionSnapshot beside) implements State {

      /** Whether it is of the session with these times, not of an earlier one with its id. */
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
     * No node that might have it answered.
     *
     * @param unreachable the nodes that may have it
     */
    record Unavailable(Set<String> unreachable) implements State {

      /** Copies the set. */
      public Unavailable {
        unreachable = Set.copyOf(unreachable);
      }
    }
  }
}
