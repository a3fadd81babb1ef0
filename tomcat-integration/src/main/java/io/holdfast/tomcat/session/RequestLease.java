package io.holdfast.tomcat.session;

import io.holdfast.core.session.SessionId;
import io.holdfast.sessions.engine.InstanceState;
import io.holdfast.sessions.lock.HeldLease;
import io.holdfast.sessions.store.ReadsBehindLease;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/**
 * What one request has of its session: the lease, and the instance that only this request sees.
 *
 * <pre>
 *   undecided ── it asks for a session ──► decided ── it needs the lease ──► held ──► given back
 *       ▲                                     │
 *       └── asynchronous, without a session ──┘
 * </pre>
 */
final class RequestLease {

  private boolean decided;
  private boolean over;
  private @Nullable HeldLease held;
  private @Nullable String base;
  private @Nullable ReadsBehindLease reads;
  private @Nullable HoldfastSession own;
  private @Nullable Future<?> endOfHold;

  /** Notes that it is decided whether the request needs the lease; false if it was already. */
  synchronized boolean decide() {
    boolean first = !decided;
    decided = true;
    return first;
  }

  synchronized boolean isDecided() {
    return decided;
  }

  /** The request goes on, and may ask for its session later. */
  synchronized void decideAgain() {
    decided = false;
  }

  /** The request has the session to itself. */
  synchronized void holds(SessionId id, HeldLease granted) {
    held = granted;
    base = id.base();
  }

  /**
   * The request has the session to itself under another id, too, unless it has released the session
   * meanwhile: then the leases would never be released.
   *
   * @param former the lease that it had
   * @param id the other id
   * @param both that lease and the one of the other id
   * @param state of the session
   * @return false if it does not have the former lease any more; then nothing has happened
   */
  synchronized boolean holdsToo(
      HeldLease former, SessionId id, HeldLease both, InstanceState state) {
    if (held != former) {
      return false;
    }
    holds(id, both);
    state.use().leased(both::isLost); // before it is released: then the instance has no lease
    return true;
  }

  /**
   * The request has the session that it has created to itself, unless it has ended meanwhile: then
   * the lease would never be released.
   *
   * @return false if it has ended; then nothing has happened
   */
  synchronized boolean keeps(HoldfastSession created, HeldLease granted) {
    if (!over) {
      owns(created);
      holds(created.sessionId(), granted);
    }
    return !over;
  }

  synchronized @Nullable HeldLease held() {
    return held;
  }

  /** Returns whether the request has this session to itself. */
  synchronized boolean isOf(SessionId id) {
    return held != null && id.base().equals(base);
  }

  /** Takes the lease away, to be released. */
  synchronized @Nullable HeldLease take() {
    HeldLease taken = held;
    held = null;
    return taken;
  }

  /** The same, if the request has this instance to itself. */
  synchronized @Nullable HeldLease takeOf(HoldfastSession session) {
    return own == session ? take() : null;
  }

  /** The nodes have read the session behind the question for the lease; null if they have not. */
  synchronized void hasRead(@Nullable ReadsBehindLease answers) {
    reads = answers;
  }

  /** What the nodes have read so, once. */
  synchronized @Nullable ReadsBehindLease takeReads() {
    ReadsBehindLease answers = reads;
    reads = null;
    return answers;
  }

  /** The instance that only this request sees, because it holds the lease. */
  synchronized void owns(HoldfastSession session) {
    if (own != session && endOfHold != null) {
      endOfHold.cancel(false); // it has ended another one
      endOfHold = null;
    }
    own = session;
  }

  synchronized @Nullable HoldfastSession own() {
    return own;
  }

  /** Returns whether it is arranged when the session is given back, as the response flows. */
  synchronized boolean isFlowing() {
    return endOfHold != null;
  }

  /** The response flows; the request gives its session back then, if it is not over. */
  synchronized void flowsUntil(@Nullable Future<?> end) {
    endOfHold = end;
  }

  /** The request ends. Returns false if it had ended before. */
  synchronized boolean end() {
    boolean ends = !over;
    over = true;
    if (endOfHold != null) {
      endOfHold.cancel(false);
    }
    return ends;
  }
}
