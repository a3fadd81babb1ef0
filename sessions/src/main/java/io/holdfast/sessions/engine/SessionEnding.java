package io.holdfast.sessions.engine;

import io.holdfast.core.record.Tombstone;
import io.holdfast.core.session.SessionId;
import io.holdfast.core.session.SessionSnapshot;
import io.holdfast.core.session.SessionTimes;
import io.holdfast.core.session.VersionHistory;
import io.holdfast.core.storage.TimeToLive;
import io.holdfast.sessions.model.PendingInvalidations;
import io.holdfast.sessions.store.FoundRecord;
import io.holdfast.sessions.store.FoundRecord.State;
import io.holdfast.sessions.store.SessionOrder;
import io.holdfast.sessions.store.WriteOutcome;
import java.util.Collection;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Writes tombstones for sessions that have ended, so that no late writer brings them back, and ends
 * those whose time is up, once among all Tomcats. The tombstone of an ended session that no node
 * takes is written when a node answers again.
 */
final class SessionEnding {

  /** Each failed attempt means that another Tomcat has written meanwhile. */
  private static final int ATTEMPTS = 100;

  private final EngineTools tools;
  private final Tombstones tombstones;
  private final Retries retries;

  /** Until a node has their tombstone, they do not exist for this Tomcat. */
  private final PendingInvalidations<Ending> pending = new PendingInvalidations<>();

  SessionEnding(EngineTools tools, Tombstones tombstones, Retries retries) {
    this.tools = tools;
    this.tombstones = tombstones;
    this.retries = retries;
  }

  /**
   * Returns whether a session has ended here, or has got another id, and no node has its tombstone
   * yet. A later session with the id goes on.
   *
   * @param local the instance that is here, which is told why it can save nothing any more; null if
   *     there is none
   */
  boolean isPending(SessionId id, @Nullable SessionInstance local) {
    Ending end = pending.get(id);
    if (end == null || local == null) {
      return end != null;
    }
    SessionOrder order = SessionOrder.of(end.times, local.times());
    if (order == SessionOrder.SAME && end.successor != null) {
      local.instanceState().refuse(SaveOutcome.RENAMED);
    }
    return order.ends();
  }

  /** The same for a session in a file, that was used at these times. */
  boolean isPending(SessionId id, SessionTimes inFile) {
    Ending end = pending.get(id);
    return end != null && SessionOrder.of(end.times, inFile).ends();
  }

  /** Returns whether what was found shows a later session than the one whose end is pending. */
  boolean isOfLater(FoundRecord found) {
    Ending end = pending.get(found.id());
    return end == null || found.state().isOfLaterThan(end.times.creationTime());
  }

  /** A session has ended here; completes with whether this call ended it, not another Tomcat. */
  CompletableFuture<Boolean> end(SessionInstance session) {
    tools.files().ended(session.sessionId());
    InstanceState state = session.instanceState();
    if (state.hasEnded()) {
      return CompletableFuture.completedFuture(false);
    }
    state.end();
    if (!state.mayBeStored()) {
      return CompletableFuture.completedFuture(true);
    }
    Ending ending = new Ending(session.sessionId(), session.lastingTimes(), null);
    return end(ending, state.basis())
        .thenApply(
            result -> {
              if (ending.foundFormerId) {
                state.refuse(SaveOutcome.RENAMED);
                state.wishRefused();
              }
              return result != SaveOutcome.ENDED;
            });
  }

  /** A node answers again: writes the tombstones of sessions that ended meanwhile. */
  void nodeReturned() {
    pending.all().values().forEach(ending -> endPending(ending, 0));
  }

  /** The sessions that have ended, and whose tombstone no node has. */
  Collection<SessionId> pending() {
    return pending.all().keySet();
  }

  /** Tries once more to write the tombstone of a session, if no node has it. */
  void repeat(SessionId id) {
    Ending ending = pending.get(id);
    if (ending != null) {
      endPending(ending, Retries.LAST);
    }
  }

  /**
   * Ends an id whose session goes on under another one.
   *
   * @param basis what the store is known to have there; null if that is unknown
   * @param times of the session, with the longest interval that a record of it had
   * @return {@link SaveOutcome#SAVED} if this call ended the id, now or when a node takes the
   *     tombstone; {@link SaveOutcome#LEASE_LOST} or {@link SaveOutcome#OVERTAKEN} if the session
   *     goes on under it, because another request has stored something there that must stay; else
   *     {@link SaveOutcome#ENDED} or {@link SaveOutcome#RENAMED}, as another Tomcat did
   */
  CompletableFuture<SaveOutcome> endFormer(
      SessionId id, @Nullable FoundRecord basis, SessionTimes times, Successor successor) {
    Ending ending = new Ending(id, times, successor);
    return end(ending, basis)
        .thenApply(
            outcome ->
                switch (outcome) {
                  case FAILED -> SaveOutcome.SAVED;
                  case ENDED -> ending.foundFormerId ? SaveOutcome.RENAMED : SaveOutcome.ENDED;
                  default -> outcome;
                });
  }

  private CompletableFuture<SaveOutcome> end(Ending ending, @Nullable FoundRecord basis) {
    pending.add(ending.id, ending);
    tombstones.ending(ending.id, ending.times);
    return concluded(
        ending, basis == null ? ending.lookAndEnd(ATTEMPTS) : ending.endOver(basis, ATTEMPTS), 0);
  }

  /** Asks nodes again: one that does not answer once does not count as lost, so never returns. */
  private CompletableFuture<SaveOutcome> concluded(
      Ending ending, CompletableFuture<SaveOutcome> end, int done) {
    ending.isUnderWay = true;
    return end.thenCompose(result -> ending.settled(result))
        .thenApply(
            result -> {
              ending.isUnderWay = false;
              if (result != SaveOutcome.FAILED) {
                pending.remove(ending.id, ending);
              } else {
                var unused = retries.later(done, () -> endPending(ending, done + 1));
              }
              return result;
            });
  }

  private void endPending(Ending ending, int done) {
    if (pending.get(ending.id) == ending && !ending.isUnderWay) {
      var unused = concluded(ending, ending.lookAndEnd(ATTEMPTS), done);
    }
  }

  // ---- sessions whose time is up ----

  /**
   * Ends a session on all Tomcats that has expired here, or that an operator finds idle, unless
   * other Tomcats have used it since or have ended it. If all nodes have lost it, that cannot be
   * known at once: then its end is left open, see {@link InstanceState#isEndOpen}.
   *
   * @return whether this call ended it
   */
  CompletableFuture<Boolean> expire(SessionInstance session) {
    if (session.instanceState().hasEnded()) {
      return CompletableFuture.completedFuture(false); // told where it ended
    }
    return new Expiry(session)
        .perform(ATTEMPTS)
        .thenApply(
            isEnded -> {
              if (isEnded) {
                session.instanceState().end();
                tools.files().ended(session.sessionId());
              }
              return isEnded;
            });
  }

  /** Of one session: the Tomcat that writes its tombstone has ended it. */
  private final class Expiry {

    private final SessionInstance session;
    private final Set<Long> written = ConcurrentHashMap.newKeySet();

    /** As the session was when that was asked for: a request may use it here meanwhile. */
    private final SessionTimes asked;

    private final boolean seemedOver;

    Expiry(SessionInstance session) {
      this.session = session;
      this.asked = session.times();
      this.seemedOver = isIdle(asked);
    }

    CompletableFuture<Boolean> perform(int attempts) {
      return tools.store().load(session.sessionId()).thenCompose(found -> over(found, attempts));
    }

    private CompletableFuture<Boolean> over(FoundRecord found, int attempts) {
      SessionOpener.bringBack(session, found); // for those who are told of the end
      State state = found.state();
      if (state.version() > 0 && !isOfEarlier(state)) {
        session.instanceState().notMissed();
      }
      if (state instanceof State.Ended ended && ended.ends(session.times())) {
        tombstones.found(found, ended.tombstone(), session.lastingTimes());
        return CompletableFuture.completedFuture(written.contains(ended.tombstone().version()));
      }
      if (state instanceof State.Present present && !isOfEarlier(state)) {
        SessionTimes times = present.snapshot().times();
        return isOver(times) && present.to(session.times()) == SessionOrder.SAME
            ? write(found, times, attempts)
            : CompletableFuture.completedFuture(false);
      }
      if (!(state instanceof State.Unavailable)
          && (isForgotten() || (isLastKnownHere(session) && isNowhereElse()))) {
        return write(found, session.times(), attempts);
      }
      return CompletableFuture.completedFuture(
          state instanceof State.Unavailable && isLastKnownHere(session));
    }

    /** Returns whether the nodes have a former session with the id: this one is lost there. */
    private boolean isOfEarlier(State state) {
      Long created = state.creationTime();
      return created != null
          && SessionOrder.of(created, session.times().creationTime()) == SessionOrder.EARLIER;
    }

    /** Returns whether it has expired, or is ended before its time and was not used since. */
    private boolean isOver(SessionTimes times) {
      return isIdle(times) || (!seemedOver && times.thisAccessedTime() <= asked.thisAccessedTime());
    }

    private CompletableFuture<Boolean> write(
        FoundRecord found, SessionTimes ofRecord, int attempts) {
      SessionTimes times = session.instanceState().writer().withLongestInterval(ofRecord);
      Tombstone tombstone = Tombstones.over(found, times, tools.random());
      written.add(tombstone.version());
      return tombstones
          .write(found, tombstone, times)
          .thenCompose(
              result ->
                  result instanceof WriteOutcome.Conflict && attempts > 1
                      ? perform(attempts - 1)
                      : CompletableFuture.completedFuture(result instanceof WriteOutcome.Stored));
    }

    /**
     * Returns whether no other Tomcat can have the session in use, although the nodes have lost its
     * record too early: a Tomcat that has used it since stores it again with its next request.
     */
    private boolean isNowhereElse() {
      boolean wasNeverStored = session.instanceState().base() == null;
      boolean isEndedBeforeItsTime = !isIdle(session.times());
      return wasNeverStored || isEndedBeforeItsTime || isDue(session);
    }

    /**
     * Returns whether the nodes have dropped the record because its time to live has ended: that of
     * the longest interval, because the instance may not show the latest.
     */
    private boolean isForgotten() {
      SessionTimes times = session.lastingTimes();
      return times.maxInactiveInterval() > 0
          && tools.clock().millis() - times.thisAccessedTime()
              >= tools.lifetime().of(times).seconds() * 1000L;
    }
  }

  /**
   * Returns whether to look once more at a session whose end was left open: as long as another
   * Tomcat may have it in use, it is not.
   */
  boolean isDue(SessionInstance session) {
    long now = tools.clock().millis();
    long missed = now - session.instanceState().missedSince(now);
    SessionTimes times = session.lastingTimes();
    boolean isUnlimited = times.maxInactiveInterval() <= 0;
    TimeToLive most = isUnlimited ? tools.lifetime().ofEnd(times) : tools.lifetime().of(times);
    return missed >= most.seconds() * 1000L;
  }

  private boolean isIdle(SessionTimes times) {
    return times.maxInactiveInterval() > 0
        && tools.clock().millis() - times.thisAccessedTime() >= times.maxInactiveInterval() * 1000L;
  }

  /** Returns whether this Tomcat's state is the last that it knows to be written. */
  private static boolean isLastKnownHere(SessionInstance session) {
    InstanceState state = session.instanceState();
    return !state.hasEnded() && (state.isUnsaved() || state.isWrittenHere());
  }

  // ---- one end ----

  /** A session that goes on under another id than the one that ends. */
  interface Successor {

    /** One that is gone, or that takes nothing in. */
    Successor GONE = new Successor() {};

    /** The history of what it includes or takes in; null to drop what it does not include. */
    default @Nullable VersionHistory covered() {
      return null;
    }

    /**
     * Why what others have stored must not be merged with the changes of the request that changes
     * the id: {@link SaveOutcome#LEASE_LOST} if it lost its lease, {@link SaveOutcome#OVERTAKEN} if
     * it was refused because it waited too long; null if they may be merged.
     */
    default @Nullable SaveOutcome refusal() {
      return null;
    }

    /**
     * Takes in what others have stored under the former id; {@link #settle} saves it. So others
     * that store there meanwhile cannot delay the end for ever.
     */
    default void take(SessionSnapshot found) {}

    /** Saves what it took in; no Tomcat can store anything under the former id any more. */
    default CompletableFuture<?> settle() {
      return CompletableFuture.completedFuture(null);
    }
  }

  /**
   * The invalidation of one session, while it goes on. Its outcome is {@link SaveOutcome#SAVED} if
   * a node has its tombstone, {@link SaveOutcome#FAILED} if none has yet, {@link SaveOutcome#ENDED}
   * if another Tomcat has ended it; else the session goes on under this id.
   */
  private final class Ending {

    private final SessionId id;
    private final @Nullable Successor successor;

    /** Of the session, with the longest interval of any record of it that was seen. */
    private volatile SessionTimes times;

    /** The versions of this Tomcat's tombstones: the answer to one may get lost. */
    private final Set<Long> written = ConcurrentHashMap.newKeySet();

    /** True if the session goes on under an id that another Tomcat has given it. */
    private volatile boolean foundFormerId;

    /** True if the nodes were asked once more at once, since no node had confirmed a tombstone. */
    private volatile boolean askedAgain;

    /** True if a node may have a tombstone without having confirmed it. */
    private volatile boolean mayLie;

    /** True if nodes are being asked now; then no other thread need try. */
    private volatile boolean isUnderWay = true;

    /** Has asked no node yet; without a successor the session does not go on. */
    Ending(SessionId id, SessionTimes times, @Nullable Successor successor) {
      this.id = id;
      this.times = times;
      this.successor = successor;
    }

    CompletableFuture<SaveOutcome> lookAndEnd(int attempts) {
      return tools.store().load(id).thenCompose(found -> endFound(found, attempts));
    }

    private CompletableFuture<SaveOutcome> endFound(FoundRecord found, int attempts) {
      if (found.state() instanceof State.Ended ended && ended.ends(times)) {
        SessionSnapshot left = left(ended);
        return left == null
            ? CompletableFuture.completedFuture(foundEnded(found, ended))
            : takeAndEnd(left, found, attempts);
      }
      if (!(found.state() instanceof State.Present present)) {
        return endOver(found, attempts);
      }
      return switch (present.to(times)) {
        case EARLIER -> endOver(found, attempts); // it ended before this one began
        case SAME -> takeAndEnd(present.snapshot(), found, attempts);
        case LATER -> CompletableFuture.completedFuture(foundLater());
      };
    }

    /** A session whose id a later one has by now has ended; it must not go on under another id. */
    private SaveOutcome foundLater() {
      return successor == null ? SaveOutcome.SAVED : SaveOutcome.ENDED;
    }

    /** Saves what was taken in before the end counts as done. */
    CompletableFuture<SaveOutcome> settled(SaveOutcome outcome) {
      boolean isEnding = outcome == SaveOutcome.SAVED || outcome == SaveOutcome.FAILED;
      return successor == null || !isEnding
          ? CompletableFuture.completedFuture(outcome)
          : successor.settle().thenApply(done -> outcome);
    }

    private CompletableFuture<SaveOutcome> takeAndEnd(
        SessionSnapshot left, FoundRecord found, int attempts) {
      times = times.withLongerInterval(left.times().maxInactiveInterval());
      if (successor != null) {
        SaveOutcome refusal = mayLie || isCovered(left) ? null : successor.refusal();
        if (refusal != null) {
          return CompletableFuture.completedFuture(refusal);
        }
        successor.take(left);
      }
      return endOver(found, attempts);
    }

    /** The record beside this Tomcat's tombstone of a former id that is not taken in yet. */
    private @Nullable SessionSnapshot left(State.Ended ended) {
      SessionSnapshot beside = ended.beside();
      return beside != null && written.contains(ended.tombstone().version()) && !isCovered(beside)
          ? beside
          : null;
    }

    /** Returns whether the session under its other id includes all of this, or drops it. */
    private boolean isCovered(SessionSnapshot found) {
      VersionHistory covered = successor == null ? null : successor.covered();
      return covered == null || covered.includes(found.lineage());
    }

    private SaveOutcome foundEnded(FoundRecord found, State.Ended ended) {
      Tombstone tombstone = ended.tombstone();
      foundFormerId =
          InstanceState.isOfFormerId(tombstone, times) && !written.contains(tombstone.version());
      if (found.state().isOfLaterThan(times.creationTime())) {
        return foundLater();
      }
      tombstones.found(found, tombstone, times);
      return written.contains(tombstone.version()) ? SaveOutcome.SAVED : SaveOutcome.ENDED;
    }

    CompletableFuture<SaveOutcome> endOver(FoundRecord basis, int attempts) {
      Tombstone plain = Tombstones.over(basis, times, tools.random());
      Tombstone tombstone =
          successor == null
              ? plain
              : Tombstone.ofFormerId(
                  plain.id(), plain.version(), plain.creationTime(), successor.covered());
      written.add(tombstone.version());
      return tombstones
          .write(basis, tombstone, times)
          .thenCompose(
              result -> {
                mayLie |= !(result instanceof WriteOutcome.Conflict met) || met.isPartial();
                if (result instanceof WriteOutcome.Conflict && attempts > 1) {
                  return lookAndEnd(attempts - 1);
                }
                return result instanceof WriteOutcome.Stored
                    ? CompletableFuture.completedFuture(SaveOutcome.SAVED)
                    : notYet(attempts);
              });
    }

    /**
     * No node has confirmed the tombstone. Asks once more before the request is answered: a node
     * whose answer got lost answers the next time, and one that was not asked before may hold what
     * another Tomcat has stored. Nodes that do not answer at all cost one {@code operationTimeout}
     * more, and nothing once they count as lost.
     */
    private CompletableFuture<SaveOutcome> notYet(int attempts) {
      if (askedAgain) {
        return CompletableFuture.completedFuture(SaveOutcome.FAILED);
      }
      askedAgain = true;
      return tools
          .store()
          .load(id)
          .thenCompose(
              found ->
                  found.state() instanceof State.Unavailable
                      ? CompletableFuture.completedFuture(SaveOutcome.FAILED)
                      : endFound(found, attempts));
    }
  }
}
