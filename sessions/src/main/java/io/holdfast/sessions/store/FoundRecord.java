package io.holdfast.sessions.store;

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
 * @param recorded the times in the record itself, without later notes of use; null if the state is
 *     no record of a node
 */
public record FoundRecord(
    SessionId id,
    State state,
    boolean isDivided,
    List<NodeHolding> holdings,
    @Nullable SessionTimes recorded) {

  /** Copies the list. */
  public FoundRecord {
    holdings = List.copyOf(holdings);
  }

  /** A session that no node was asked for, because its id is new. */
  public static FoundRecord unknown(SessionId id) {
    return new FoundRecord(id, new State.Absent(), false, List.of(), null);
  }

  @Nullable NodeHolding holdingOn(String nodeId) {
    for (int i = 0; i < holdings.size(); i++) { // without an iterator: each request asks
      if (holdings.get(i).nodeId().equals(nodeId)) {
        return holdings.get(i);
      }
    }
    return null;
  }

  /** Returns whether the record need not be read again where nodes still have it. */
  boolean isComparable() {
    return recorded != null && !hasNoBytes();
  }

  /** The record as nodes have it; null if it is not {@linkplain #isComparable comparable}. */
  @Nullable SessionSnapshot comparable() {
    return state instanceof State.Present present && recorded != null && !hasNoBytes()
        ? withTimes(present.snapshot(), recorded)
        : null;
  }

  /** See {@link SessionSnapshot#contentLength}; 0 without a record. */
  int contentLength() {
    return state instanceof State.Present present ? present.snapshot().contentLength() : 0;
  }

  /** The same record, asked for by this id, with the times and the nodes' versions by now. */
  FoundRecord again(SessionId asked, SessionTimes times, List<NodeHolding> now) {
    return !(state instanceof State.Present present)
            || (present.snapshot().times().isSameAs(times)
                && asked.equals(id)
                && now.equals(holdings))
        ? this
        : new FoundRecord(
            asked,
            new State.Present(withTimes(present.snapshot(), times)),
            isDivided,
            now,
            recorded);
  }

  /** The node's own version of the record that was found; 0 if the node has another one or none. */
  long storeVersionOn(String nodeId) {
    NodeHolding holding = holdingOn(nodeId);
    return holding != null && isWhatWasFound(holding.mark()) ? holding.storeVersion() : 0;
  }

  private boolean isWhatWasFound(@Nullable RecordMark mark) {
    return mark != null
        && state instanceof State.Present present
        && mark.isOfRecord(present.version(), present.snapshot().times().creationTime());
  }

  /** Returns whether a node that replied has no copy of what was found, or an older one. */
  public boolean isMissingSomewhere() {
    for (int i = 0; i < holdings.size(); i++) {
      RecordMark mark = holdings.get(i).mark();
      if (mark == null || mark.version() != version()) {
        return true;
      }
    }
    return false;
  }

  /**
   * The same with the bytes of a snapshot that is known, where that is the same: a Tomcat that has
   * it from before need not keep both. What nodes lack keeps its own bytes where that one has none.
   */
  public FoundRecord sharing(SessionSnapshot known) {
    return state instanceof State.Present present
            && !isDivided
            && !(known.isForgotten() && isMissingSomewhere())
            && !isSharing(present.snapshot(), known)
            && present.snapshot().isSameAs(known)
        ? with(withTimes(known, present.snapshot().times()))
        : this;
  }

  @SuppressWarnings("ReferenceEquality") // the same bytes, not equal ones
  private static boolean isSharing(SessionSnapshot found, SessionSnapshot known) {
    return found.attributes() == known.attributes() && found.principal() == known.principal();
  }

  private static SessionSnapshot withTimes(SessionSnapshot known, SessionTimes times) {
    return known.times().isSameAs(times) ? known : known.withTimes(times);
  }

  /**
   * The same without the bytes of its attributes: what to replace, not what to write. What no node
   * holds, because it is merged, keeps them.
   */
  public FoundRecord forgotten() {
    return state instanceof State.Present present && !isDivided
        ? with(present.snapshot().forgotten())
        : this;
  }

  private FoundRecord with(SessionSnapshot snapshot) {
    return new FoundRecord(id, new State.Present(snapshot), false, holdings, recorded);
  }

  /**
   * Returns whether it holds no bytes of attributes, because there are none or they were given up.
   */
  public boolean hasNoBytes() {
    return !(state instanceof State.Present present) || present.snapshot().isForgotten();
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

    /** The mark that compares it with others; null if nothing was found. */
    default @Nullable RecordMark mark() {
      return null;
    }

    /** When its session was created, see {@link SessionOrder}; null if nothing was found. */
    default @Nullable Long creationTime() {
      return null;
    }

    /** Returns whether it is of a session that was created later than at that time. */
    default boolean isOfLaterThan(long creationTime) {
      Long found = creationTime();
      return found != null && SessionOrder.of(found, creationTime) == SessionOrder.LATER;
    }

    /** There is a record; its snapshot has the latest times known. */
    record Present(SessionSnapshot snapshot) implements State {
      /** Returns how the session of the record relates to the one with these times. */
      public SessionOrder to(SessionTimes times) {
        return SessionOrder.of(snapshot.times(), times);
      }

      @Override
      public long version() {
        return snapshot.version();
      }

      @Override
      public RecordMark mark() {
        return RecordMark.of(snapshot);
      }

      @Override
      public Long creationTime() {
        return snapshot.times().creationTime();
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

      /** Returns whether the session with these times has ended, not only an earlier one. */
      public boolean ends(SessionTimes times) {
        return SessionOrder.of(creationTime(), times.creationTime()).ends();
      }

      @Override
      public long version() {
        return tombstone.version();
      }

      @Override
      public RecordMark mark() {
        return RecordMark.of(tombstone);
      }

      @Override
      public Long creationTime() {
        return tombstone.creationTime();
      }
    }

    /** No node has anything under this id, and every node that should have it answered. */
    record Absent() implements State {}

    /** No node that might have it answered: {@code unreachable} may. */
    record Unavailable(Set<String> unreachable) implements State {

      /** Copies the set. */
      public Unavailable {
        unreachable = Set.copyOf(unreachable);
      }
    }
  }
}
