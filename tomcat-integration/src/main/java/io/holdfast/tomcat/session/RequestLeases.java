package io.holdfast.tomcat.session;

import io.holdfast.core.config.OnLockTimeout;
import io.holdfast.core.config.Setting;
import io.holdfast.core.session.SessionId;
import io.holdfast.sessions.engine.IdMeaning;
import io.holdfast.sessions.engine.InstanceChanges;
import io.holdfast.sessions.lock.HeldLease;
import io.holdfast.sessions.lock.LockOutcome;
import io.holdfast.sessions.model.StoreWait;
import io.holdfast.sessions.runtime.SessionRuntime;
import io.holdfast.sessions.store.ReadsBehindLease;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.catalina.Session;
import org.jspecify.annotations.Nullable;

/** The leases by which requests have their sessions to themselves. */
final class RequestLeases {

  private final SessionRuntime runtime;
  private final LocalSessions locals;
  private final FormerIds formerIds;
  private final StoreWait store;

  /** The instances that only their requests see. */
  private final Set<HoldfastSession> owned = ConcurrentHashMap.newKeySet();

  /**
   * The leases of a session that has got another id while a request had it to itself: the one of
   * its former id, and the one of its present id. The request has the session as long as it has
   * both.
   *
   * @param former of the id until then
   * @param present of the id since
   */
  record TwoLeases(HeldLease former, HeldLease present) implements HeldLease {

    @Override
    public boolean isGranted() {
      return former.isGranted();
    }

    @Override
    public boolean isLost() {
      return former.isLost() || present.isLost();
    }

    @Override
    public CompletableFuture<Void> release() {
      return CompletableFuture.allOf(former.release(), present.release());
    }
  }

  RequestLeases(SessionRuntime runtime, LocalSessions locals, FormerIds formerIds) {
    this.runtime = runtime;
    this.locals = locals;
    this.formerIds = formerIds;
    this.store = runtime.storeWait();
  }

  /** The time at which a request comes. */
  long now() {
    return formerIds.now();
  }

  /**
   * Takes the lease of the session that the client names, if this request needs it.
   *
   * @return whether the request has to be answered without its application, because others are at
   *     work
   */
  boolean mustBeRejected(SessionRequest use) {
    SessionId requested = use.requestedSession();
    LockOutcome outcome = requested == null ? null : take(use, requested);
    if (outcome instanceof LockOutcome.QueueFull
        || (outcome instanceof LockOutcome.TimedOut
            && runtime.configuration().get(Setting.ON_LOCK_TIMEOUT) == OnLockTimeout.REJECT)) {
      runtime.leaseRefusals().refused(outcome);
      use.refused();
      return true;
    }
    return false;
  }

  /**
   * Takes the lease, if this request needs it and has not asked for it yet. An id without a session
   * needs none. If the session gets another id while the request waits, it waits for the lease of
   * the new id.
   *
   * @param requested as the client sent it
   * @return what came of that; null if the request does not need it, or has asked before
   */
  @Nullable LockOutcome take(SessionRequest use, SessionId requested) {
    if (!use.decidesLock() || !runtime.lockPolicy().needsLease(use.line())) {
      return null;
    }
    use.asksAgain(requested);
    SessionId id = formerIds.follow(requested, use.came());
    if (isUnknown(id)) {
      use.notFound(id, false, false);
      return null;
    }
    LockOutcome outcome = acquire(use, id);
    SessionId next = formerIds.follow(requested, use.came());
    while (!next.base().equals(id.base())) {
      giveBack(outcome);
      id = next;
      outcome = acquire(use, id);
      next = formerIds.follow(requested, use.came());
    }
    HeldLease lease = held(outcome);
    if (lease != null) {
      use.holds(id, lease);
    }
    return outcome;
  }

  /** Waits for the lease; a session that is here is read in one packet with the question for it. */
  private LockOutcome acquire(SessionRequest use, SessionId id) {
    ReadsBehindLease reads =
        formerIds.settled(id).isDone()
            ? runtime.sessions().readsBehindLease(id, (HoldfastSession) locals.local(id))
            : null;
    LockOutcome outcome = runtime.locks().acquire(id, reads).join(); // bounded by its expiration
    boolean haveReads = outcome instanceof LockOutcome.Granted granted && granted.isAtOnce();
    use.hasRead(haveReads ? reads : null);
    return outcome;
  }

  /**
   * Has the session to itself while it gets another id: a request that has the lease of the former
   * one, in any Tomcat, must have stored its changes before, or it would go on beside those that
   * have the lease of the new one. A request that has that lease keeps the session under both ids.
   *
   * @param use the request that changes the id, or that has the session to itself; null if none is
   *     known to
   * @param former the id until now
   * @return to be released when the session has its other id; null if others keep the lease too
   *     long, or no further lease is needed
   */
  @Nullable HeldLease ofChangingId(
      @Nullable SessionRequest use, HoldfastSession session, SessionId former, SessionId now) {
    if (!runtime.configuration().lockingMode().takesLeases()
        || (use != null && keepsUnderOtherId(use, session, former, now))) {
      return null;
    }
    return held(runtime.locks().acquire(former).join()); // bounded by its expiration
  }

  /**
   * Lets a request that has the session to itself keep it so under its other id: a client that
   * learns that id while the request goes on must wait. No client knows it yet, so no request has
   * its lease. Where another request changes the id, the one that has the session may end
   * meanwhile.
   *
   * @return whether the request has the session to itself, still
   */
  private boolean keepsUnderOtherId(
      SessionRequest use, HoldfastSession session, SessionId former, SessionId now) {
    HeldLease held = use.held();
    if (held == null || !use.hasToItself(former)) {
      return false;
    }
    if (!held.isGranted()) {
      return true;
    }
    LockOutcome outcome = runtime.locks().acquire(now).join(); // bounded by its expiration
    if (!(outcome instanceof LockOutcome.Granted granted)) {
      giveBack(outcome); // no node answers, or an application chose an id that others have
      return use.hasToItself(former);
    }
    HeldLease both = new TwoLeases(held, granted.lease());
    boolean isKept = use.holdsToo(held, now, both, session.instanceState());
    if (!isKept) {
      giveBack(outcome);
    }
    return isKept;
  }

  /** An instance of this session that only one request sees; null if there is none. */
  @Nullable HoldfastSession owned(SessionId id) {
    return owned.stream()
        .filter(each -> each.isLive() && each.sessionId().hasBaseOf(id))
        .findFirst()
        .orElse(null);
  }

  private boolean isUnknown(SessionId id) {
    if (locals.local(id) != null || owned(id) != null) { // though all nodes may have evicted it
      return false;
    }
    IdMeaning meaning = store.await(runtime.sessions().meaningOf(id));
    return meaning != null && meaning.isOfNoSession();
  }

  /**
   * Bytes of a response leave, and its request goes on: ends its hold after {@code maxLockHold}.
   * How long the response flows is up to its client, and others want the session meanwhile. What
   * the request has changed by then is saved before. What it changes later is not: to it the lease
   * is lost.
   */
  void responseFlows(SessionRequest use) {
    HeldLease lease = use.held();
    HoldfastSession own = use.own();
    if (lease == null || own == null || use.isFlowing()) {
      return;
    }
    Duration limit = runtime.configuration().find(Setting.MAX_LOCK_HOLD).orElse(null);
    if (limit != null && lease.isGranted()) { // otherwise no request could find what is here
      use.flowsUntil(runtime.later(limit, () -> endHold(use, own)));
    }
  }

  /** A session that could not be saved stays with its request: others would not see it as it is. */
  private void endHold(SessionRequest use, HoldfastSession own) {
    var unused =
        runtime
            .sessions()
            .save(own)
            .thenAccept(
                outcome -> {
                  HeldLease lease = outcome.isSettled() ? use.takeLeaseOf(own) : null;
                  if (lease != null) {
                    own.instanceState().use().leased(() -> true);
                    var unusedRelease = lease.release();
                  }
                });
  }

  private static void giveBack(LockOutcome outcome) {
    HeldLease lease = held(outcome);
    if (lease != null) {
      var unused = lease.release();
    }
  }

  private static @Nullable HeldLease held(LockOutcome outcome) {
    if (outcome instanceof LockOutcome.Granted granted) {
      return granted.lease();
    }
    return outcome instanceof LockOutcome.StoreAway away ? away.local() : null;
  }

  /**
   * From now on only this request sees the instance. One that is not there any more was there when
   * the request came: if it goes on under another id, the request must not get a new one, whose
   * cookie would replace that of the other.
   *
   * @param found null if there is none
   */
  void own(SessionRequest use, SessionId id, @Nullable HoldfastSession found) {
    HeldLease lease = use.held();
    if (found == null && store.await(runtime.sessions().meaningOf(id)) == IdMeaning.FORMER) {
      use.mayHaveSession();
    }
    if (found == null || lease == null) {
      release(use);
      return;
    }
    HoldfastSession before = use.own();
    if (before != null && before != found) {
      owned.remove(before); // it was given up while its request had it
    }
    takeAway(use, found, lease);
    use.owns(found);
  }

  private void takeAway(SessionRequest use, HoldfastSession session, HeldLease lease) {
    owned.add(session);
    locals.forgetLocal(session);
    session.setNote(SessionRequest.NOTE, use);
    if (lease.isGranted()) { // and perhaps lost since: then nothing of this request is written
      session.instanceState().use().leased(lease::isLost);
    }
  }

  /**
   * Gives a request that needs a lease the lease of the session that it has created, before its
   * client learns the id: other requests with the id wait until this request ends. No client knows
   * the id yet, so no other request has the lease. A lease that the request already has belongs to
   * a session that it has ended.
   */
  void keepCreated(SessionRequest use, HoldfastSession session) {
    if (!session.isInFirstRequest()
        || SessionRequest.owning(session) != null
        || !runtime.lockPolicy().needsLease(use.line())) {
      return;
    }
    release(use);
    LockOutcome outcome =
        runtime.locks().acquire(session.sessionId()).join(); // bounded by its expiration
    HeldLease lease = held(outcome);
    if (lease == null) {
      return; // the application stops, or chose an id that others have
    }
    takeAway(use, session, lease);
    if (!use.keeps(session, lease)) {
      session.removeNote(SessionRequest.NOTE);
      handBack(session, lease);
    }
  }

  /**
   * Gives the lease back, if there is one, and lets other requests see the instance: when nothing
   * of it is on its way to the store any more, or the next holder would not see that.
   */
  void release(SessionRequest use) {
    HeldLease lease = use.takeLease();
    HoldfastSession own = use.own();
    if (lease == null) {
      if (own != null) {
        owned.remove(own); // it was given back while the response flowed
      }
      return;
    }
    if (own == null) {
      var unused = lease.release(); // completes normally; no request waits for it
      return;
    }
    try {
      saveWhatIsLeftBeside(own);
    } finally {
      own.removeNote(SessionRequest.NOTE);
      var unused =
          own.instanceState().saves().last().whenComplete((done, failure) -> handBack(own, lease));
    }
  }

  /** The instance that others have had meanwhile gives way to this one. */
  private void saveWhatIsLeftBeside(HoldfastSession own) {
    if (locals.local(own.sessionId()) instanceof HoldfastSession beside
        && InstanceChanges.isLeftBehind(beside)) {
      var unused = runtime.sessions().save(beside); // late: no request waits for it
    }
  }

  private void handBack(HoldfastSession session, HeldLease lease) {
    try {
      session.instanceState().use().leaseReleased();
      if (session.isLive() && !session.instanceState().hasEnded()) {
        Session beside = locals.local(session.sessionId());
        var unused = locals.publish(session, other -> false);
        if (beside instanceof HoldfastSession former && former != session) {
          runtime.sessions().saveLeft(former); // what has changed since it was looked at
        }
      }
    } finally {
      owned.remove(session);
      var unused = lease.release();
    }
  }
}
