package io.holdfast.tomcat.session;

import io.holdfast.core.session.SessionId;
import io.holdfast.core.session.SessionTimes;
import io.holdfast.sessions.engine.AnswerState;
import io.holdfast.sessions.engine.InstanceAttributes;
import io.holdfast.sessions.engine.InstanceState;
import io.holdfast.sessions.engine.LoadedSession;
import io.holdfast.sessions.engine.SessionInstance;
import io.holdfast.tomcat.login.PrincipalCodec;
import io.holdfast.tomcat.request.RequestSession;
import io.holdfast.tomcat.response.AttributeEvents;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import org.jspecify.annotations.Nullable;

/**
 * This Tomcat's instance of a session that any Tomcat may serve.
 *
 * <p>There can be several instances of one session in one Tomcat: a request that is still at work
 * keeps its own when another Tomcat has stored something newer, which later requests see.
 */
@SuppressWarnings("serial") // is never serialized: its attributes go through a transcoder
final class HoldfastSession extends BackedUpSession implements SessionInstance {

  /** What its mode does when something happens to a session. */
  interface Events {

    /** The earliest time at which a new session with this id may count as created. */
    long earliestCreation(String id);

    /** The answer to the request that the calling thread serves; null if none is known. */
    @Nullable AnswerState answer();

    /**
     * A request no longer uses the instance.
     *
     * @param hasLeftValve whether it has left the valve, where it was saved
     */
    void accessEnded(HoldfastSession session, boolean hasLeftValve);

    /**
     * The session gets another id.
     *
     * @param change gives it that
     */
    void rename(HoldfastSession session, SessionId former, SessionId now, Runnable change);

    /** Attributes were changed outside of requests. */
    void attributesChanged(HoldfastSession session);

    /** Something else was changed outside of requests. */
    void changed(HoldfastSession session);

    /**
     * Returns whether it has gone on at another Tomcat, or has ended there, and is ended by no
     * request of its own. Only a sticky session can; what is here is forgotten then.
     */
    boolean isGoneOn(HoldfastSession session);

    /** The application has ended the instance. */
    void invalidated(HoldfastSession session);

    /**
     * Returns whether the application is told here that the session has ended.
     *
     * @param isAsked whether the application ends it, or its time seems to be up
     */
    boolean mayEnd(HoldfastSession session, boolean isAsked);

    /** An instance seems to be over, and is dropped: no events, and the record stays as it is. */
    void drop(HoldfastSession session);
  }

  /** Not an object of its own in each session. */
  private static final AtomicIntegerFieldUpdater<HoldfastSession> IGNORED_USES =
      AtomicIntegerFieldUpdater.newUpdater(HoldfastSession.class, "ignoredUses");

  private final transient Events nonSticky;
  private transient InstanceAttributes shared;
  private transient InstanceState state;
  private transient volatile @Nullable RequestSession owner;

  @SuppressWarnings("UnusedVariable") // IGNORED_USES reads it
  private transient volatile int ignoredUses;

  private transient volatile boolean invalidating;

  HoldfastSession(
      SessionHost host, Events nonSticky, PrincipalCodec principals, InstanceAttributes shared) {
    super(host, principals);
    this.nonSticky = nonSticky;
    this.shared = shared;
    this.attributes = shared;
    shared.ignoreChangesOf(AttributeEvents.SOCKETS);
    shared.askedBy(nonSticky::answer);
    this.state = InstanceState.ofNew(new SessionId("none"));
  }

  /**
   * Fills a new instance from the record. It has the record's id then, never the client's text, and
   * still no place in the manager.
   */
  void restore(LoadedSession.Fresh fresh) {
    id = IssuedIds.ofRecord(fresh.id()).value();
    restore(fresh.times(), fresh.authType(), fresh.storedPrincipal(), fresh.storedNotes());
    shared = fresh.attributes();
    shared.askedBy(nonSticky::answer);
    shared.leaveOut(name -> exclude(name, null));
    attributes = shared;
    shared.ignoreChangesOf(AttributeEvents.SOCKETS);
    state = fresh.state();
    state.adoptedBy(this);
  }

  /** A sticky session has the route of this Tomcat in its id; before requests find it. */
  void hasIdHere(SessionId ours) {
    id = ours.value();
  }

  /** Takes over the attributes of a former instance that no filter lets into the store. */
  void keepUnstored(HoldfastSession former) {
    if (former.creationTime == creationTime) {
      shared.keepUnstored(former.shared, this::isStorable);
    }
  }

  /**
   * Tells the application of attributes that were made of the record and want to know: each when it
   * is decoded, which is when it is first read.
   */
  @Override
  public void activate() {
    fireSessionEvent(SESSION_ACTIVATED_EVENT, null);
    shared.onDecoded(value -> inApplication(() -> events().didActivate(this, value)));
  }

  /**
   * Tells the application of attributes that the session leaves this Tomcat: those that were here,
   * as objects. What they change in themselves is to go along.
   */
  @Override
  public void passivate() {
    fireSessionEvent(SESSION_PASSIVATED_EVENT, null);
    shared.offer(events()::listensToActivation, value -> events().willPassivate(this, value));
  }

  @Override
  protected boolean isAtWork() {
    return state.isInUse();
  }

  /** Returns whether its last request is so long ago. */
  boolean isIdleSince(long millis) {
    return thisAccessedTime <= millis;
  }

  /** Another Tomcat may have served the session since this instance was used. */
  void usedElsewhere(SessionTimes times) {
    if (times.thisAccessedTime() > thisAccessedTime) {
      lastAccessedTime = times.lastAccessedTime();
      thisAccessedTime = times.thisAccessedTime();
    }
  }

  @Override
  public boolean isOf(@Nullable ServingMode mode) {
    return mode == nonSticky;
  }

  // ---- what the protocol sees ----

  @Override
  public InstanceAttributes instanceAttributes() {
    return shared;
  }

  @Override
  public boolean isStorable(String name, Object value) {
    return !exclude(name, value);
  }

  @Override
  public InstanceState instanceState() {
    return state;
  }

  // ---- the request that has the session to itself ----

  void ownedBy(@Nullable RequestSession request) {
    owner = request;
  }

  @Nullable RequestSession owner() {
    return owner;
  }

  /** Returns whether the request that has created the session is still at work. */
  boolean isInFirstRequest() {
    return isNew && isLive();
  }

  // ---- what changes ----

  /**
   * Makes the former value first, which may run code of the application. Tomcat (since 9.0.121,
   * 10.1.58 and 11.0.25) holds a lock of the session while it replaces a value.
   */
  @Override
  public void setAttribute(String name, @Nullable Object value, boolean notify) {
    if (name != null && value != null) {
      var unused = shared.get(name);
    }
    super.setAttribute(name, value, notify);
  }

  /** Where no request is at work, no request saves it. */
  @Override
  protected void attributesChanged() {
    if (isUsed() && state.noRequestAtWork()) {
      nonSticky.attributesChanged(this);
    }
  }

  @Override
  protected void lifetimeChanged() {
    if (state.noRequestAtWork()) {
      nonSticky.changed(this);
    }
  }

  // ---- the session's life ----

  /**
   * A request that must not cost a store operation is leaving; its {@link #endAccess} follows. What
   * it changed is saved with the next request that may.
   */
  void useIsIgnored() {
    IGNORED_USES.incrementAndGet(this);
  }

  /**
   * A request gives up the instance without having used it, and asks again: {@code
   * getLastAccessedTime} must still give the time of the request before it.
   *
   * @param end ends its use
   */
  void useWithdrawn(Runnable end) {
    long before = lastAccessedTime;
    useIsIgnored();
    end.run();
    lastAccessedTime = before;
  }

  /** Returns whether the access that ended is one of those. */
  boolean endsIgnoredUse() {
    return IGNORED_USES.getAndUpdate(this, uses -> Math.max(0, uses - 1)) > 0;
  }

  @Override
  protected void accessStarted() {
    state.accessStarted();
  }

  /** Ends one request's use; Tomcat calls this at the final end of the request. */
  @Override
  public void endAccess() {
    super.endAccess();
    boolean hasLeftValve = state.accessEnded();
    nonSticky.accessEnded(this, hasLeftValve);
  }

  @Override
  public void setId(String newId, boolean notify) {
    String oldId = id;
    if (oldId == null) {
      if (isNew) {
        creationTime = Math.max(creationTime, nonSticky.earliestCreation(newId));
      }
      state = InstanceState.ofNew(new SessionId(newId));
    }
    SessionId former = SessionId.parse(oldId);
    SessionId now = SessionId.parse(newId);
    if (former == null || now == null) {
      super.setId(newId, notify);
    } else {
      nonSticky.rename(this, former, now, () -> super.setId(newId, notify));
    }
  }

  /**
   * Ends the session.
   *
   * @throws IllegalStateException if it has ended, or if it is sticky, no request of it is at work
   *     here and it has gone on at another Tomcat, which would not notice the end
   */
  @Override
  public void invalidate() {
    if (isUsed() && nonSticky.isGoneOn(this)) {
      throw new IllegalStateException(
          "Session %s has moved to another Tomcat, or has ended there: it was not ended here"
              .formatted(sessionId()));
    }
    invalidating = true;
    super.invalidate();
    nonSticky.invalidated(this);
  }

  @Override
  protected boolean mayEnd() {
    return nonSticky.mayEnd(this, invalidating);
  }

  /** A request that uses it goes on with it; the next one sees what the store has. */
  @Override
  protected void drop() {
    if (!state.isInUse()) {
      nonSticky.drop(this);
    }
  }
}
