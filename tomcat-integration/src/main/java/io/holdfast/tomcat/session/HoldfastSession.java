package io.holdfast.tomcat.session;

import io.holdfast.core.log.Loggers;
import io.holdfast.core.session.SessionId;
import io.holdfast.core.session.SessionTimes;
import io.holdfast.sessions.engine.InstanceAttributes;
import io.holdfast.sessions.engine.InstanceState;
import io.holdfast.sessions.engine.LoadedSession;
import io.holdfast.sessions.engine.SessionInstance;
import io.holdfast.tomcat.login.LoginNotes;
import io.holdfast.tomcat.login.PrincipalCodec;
import io.holdfast.tomcat.response.AttributeEvents;
import java.security.Principal;
import org.apache.catalina.SessionListener;
import org.apache.catalina.authenticator.Constants;
import org.apache.catalina.authenticator.SingleSignOnListener;
import org.apache.catalina.session.ManagerBase;
import org.apache.catalina.session.StandardSession;
import org.apache.tomcat.util.ExceptionUtils;
import org.jspecify.annotations.Nullable;

/**
 * This Tomcat's instance of a session, which other Tomcats may serve, too.
 *
 * <p>There can be several instances of one session in one Tomcat: a request that is still at work
 * keeps its own when another Tomcat has stored something newer, which later requests see. An
 * instance can be forgotten: it ends here without events, and its record stays.
 *
 * <p>No failure of a listener stops it. Tomcat itself lets two kinds of failure through: of its own
 * {@link SessionListener}, and of an attribute that hears that it was removed. Such a session would
 * not end as a whole, and the sessions behind it, whose time is up as well, would have to wait.
 */
@SuppressWarnings("serial") // is never serialized: its attributes go through a transcoder
public class HoldfastSession extends StandardSession implements SessionInstance {

  /** The attribute in which an application that logs users in by itself names the user. */
  public static final String USER = "io.holdfast.user";

  private static final System.Logger LOG = Loggers.of(HoldfastSession.class);

  /**
   * What is listed of a session. Times are milliseconds since the epoch.
   *
   * @param user under whose name
   * @param id under which the session is listed
   * @param lastUsed by a request, as it is listed
   * @param at when it was listed
   */
  public record Listing(String user, SessionId id, long lastUsed, long at) {}

  private final transient ServingMode mode;
  private final transient AttributeEvents events;
  private final transient PrincipalCodec principals;
  private final transient boolean keepsLogin;
  private transient InstanceAttributes shared;
  private transient InstanceState state;
  private transient volatile LoginNotes login = LoginNotes.NONE;
  private transient volatile @Nullable Listing listing;

  /** The id that was asked for last: each request asks for it several times. */
  private transient volatile @Nullable SessionId sessionId;

  private transient volatile @Nullable SessionTimes lastTimes;

  /** True once a request has found it; the first one stores what was changed before. */
  private transient volatile boolean used;

  private transient volatile boolean forgotten;
  private transient volatile boolean invalidating;

  /** Creates one that has no id yet. */
  HoldfastSession(
      ManagerBase manager,
      ServingMode mode,
      PrincipalCodec principals,
      AttributeEvents events,
      InstanceAttributes none) {
    super(manager);
    this.mode = mode;
    this.events = events;
    this.principals = principals;
    this.keepsLogin = manager.getPersistAuthentication();
    this.shared = none;
    this.state = InstanceState.ofNew(new SessionId("none"));
    has(none);
  }

  private void has(InstanceAttributes now) {
    shared = now;
    attributes = now;
    now.ignoreChangesOf(AttributeEvents.SOCKETS);
    now.askedBy(mode::answer);
  }

  /**
   * Fills a new instance from the record. It has the record's id then, never the client's text, and
   * still no place in the manager.
   */
  void restore(LoadedSession.Fresh fresh) {
    id = IssuedIds.ofRecord(fresh.id()).value();
    SessionTimes times = fresh.times();
    setCreationTime(times.creationTime());
    lastAccessedTime = times.lastAccessedTime();
    thisAccessedTime = times.thisAccessedTime();
    maxInactiveInterval = times.maxInactiveInterval();
    isNew = false;
    isValid = true;
    if (keepsLogin) {
      setAuthType(fresh.authType());
      setPrincipal(principals.decode(fresh.storedPrincipal()));
      LoginNotes.restore(fresh.storedNotes(), this::setNote);
      if (getNote(LoginNotes.SIGN_ON) instanceof String signOn) {
        addSessionListener(new SingleSignOnListener(signOn));
      }
    }
    has(fresh.attributes());
    shared.leaveOut(name -> exclude(name, null));
    state = fresh.state();
    state.adoptedBy(this);
  }

  /**
   * A sticky session has come here, before requests find it: its id has the route of this Tomcat,
   * and so has that with which a login by FORM was begun.
   */
  void hasIdHere(SessionId ours) {
    id = ours.value();
    if (getNote(Constants.SESSION_ID_NOTE) instanceof String begun
        && SessionId.baseOf(begun).equals(ours.base())) {
      setNote(Constants.SESSION_ID_NOTE, id);
    }
  }

  /** Takes over the attributes of a former instance that no filter lets into the store. */
  void keepUnstored(HoldfastSession former) {
    if (former.creationTime == creationTime) {
      shared.keepUnstored(former.shared, this::isStorable);
    }
  }

  /** Another Tomcat may have served the session since this instance was used. */
  void usedElsewhere(SessionTimes times) {
    if (times.thisAccessedTime() > thisAccessedTime) {
      lastAccessedTime = times.lastAccessedTime();
      thisAccessedTime = times.thisAccessedTime();
    }
  }

  /**
   * Returns whether this mode made the session, and not that of an earlier start of the
   * application.
   */
  public final boolean isOf(@Nullable ServingMode other) {
    return other == mode;
  }

  // ---- what is stored ----

  /** The id that the session has here. */
  @Override
  public final SessionId sessionId() {
    String now = getIdInternal();
    SessionId known = sessionId;
    if (known == null || !known.value().equals(now)) {
      known = new SessionId(now);
      sessionId = known;
    }
    return known;
  }

  /** Returns whether it has not ended, and was not forgotten. */
  @Override
  public final boolean isLive() {
    return isValid && !expiring && !forgotten;
  }

  @Override
  public final SessionTimes times() {
    SessionTimes now = lastTimes; // a request asks for them ten times
    if (now == null
        || !now.are(creationTime, lastAccessedTime, thisAccessedTime, maxInactiveInterval)) {
      now = new SessionTimes(creationTime, lastAccessedTime, thisAccessedTime, maxInactiveInterval);
      lastTimes = now;
    }
    return now;
  }

  /** How the user has logged in; null if that is not stored. */
  @Override
  public final @Nullable String authType() {
    return keepsLogin ? getAuthType() : null;
  }

  /** The user who is logged in; null if there is none, or if that is not stored. */
  @Override
  public final @Nullable Object principal() {
    return keepsLogin ? getPrincipal() : null;
  }

  @Override
  public final @Nullable Object storablePrincipal() {
    return keepsLogin ? principals.encode(getPrincipal()) : null;
  }

  /** What is stored of a login that is under way. */
  @Override
  public final @Nullable Object storableNotes() {
    return keepsLogin ? login.storable() : null;
  }

  @Override
  public final InstanceAttributes instanceAttributes() {
    return shared;
  }

  @Override
  public final boolean isStorable(String name, Object value) {
    return !exclude(name, value);
  }

  @Override
  public final InstanceState instanceState() {
    return state;
  }

  // ---- whose it is ----

  /**
   * The name of the user who is logged in: what the application has put into the attribute {@value
   * #USER}, or the name of the container's principal. Null if there is none.
   */
  public final @Nullable String user() {
    Object named = attributes.get(USER);
    if (named instanceof String name && !name.isEmpty()) {
      return name;
    }
    try {
      Principal principal = getPrincipal();
      return principal == null ? null : principal.getName();
    } catch (RuntimeException e) { // of the application's principal
      return null;
    }
  }

  /** What is listed of it; null if nothing is. */
  public final @Nullable Listing listing() {
    return listing;
  }

  /** It was listed so. */
  public final void listed(@Nullable Listing now) {
    listing = now;
  }

  @Override
  public final void setPrincipal(@Nullable Principal principal) {
    String before = used ? user() : null;
    super.setPrincipal(principal);
    if (used) {
      mode.userMayHaveChanged(this, before);
    }
  }

  @Override
  public final void setNote(String name, Object value) {
    super.setNote(name, value);
    login = login.with(name, value);
  }

  @Override
  public final void removeNote(String name) {
    super.removeNote(name);
    login = login.with(name, null);
  }

  // ---- the requests that use it ----

  /** Returns whether the request that has created the session is still at work. */
  boolean isInFirstRequest() {
    return isNew && isLive();
  }

  /** Returns whether its last request is so long ago. */
  boolean isIdleSince(long millis) {
    return thisAccessedTime <= millis;
  }

  /** Requests may find it from now on: other code may change it then. */
  void shown() {
    used = true;
  }

  @Override
  public void access() {
    super.access();
    used = true;
    state.use().accessStarted();
  }

  /** Ends one request's use; Tomcat calls this at the final end of the request. */
  @Override
  public void endAccess() {
    super.endAccess();
    boolean hasLeftValve = state.use().accessEnded();
    mode.accessEnded(this, hasLeftValve);
  }

  /**
   * A request gives up the instance without having used it, and asks again: {@code
   * getLastAccessedTime} must still give the time of the request before it.
   *
   * @param end ends its use
   */
  void useWithdrawn(Runnable end) {
    long before = lastAccessedTime;
    state.use().requestIgnored();
    end.run();
    lastAccessedTime = before;
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
    String before = userBefore(name);
    super.setAttribute(name, value, notify);
    attributeChanged(name, before);
  }

  @Override
  protected void removeAttributeInternal(@Nullable String name, boolean notify) {
    String before = userBefore(name);
    Object value = name == null || !notify ? null : attributes.get(name);
    try {
      super.removeAttributeInternal(name, notify);
    } catch (Throwable t) {
      ExceptionUtils.handleThrowable(t);
      LOG.log(System.Logger.Level.WARNING, "An attribute failed when it was removed", t);
      if (name != null && value != null) {
        events.removed(this, name, value); // Tomcat was on its way to them
      }
    }
    attributeChanged(name, before);
  }

  private @Nullable String userBefore(@Nullable String changing) {
    return USER.equals(changing) && isLive() ? user() : null;
  }

  /** Where no request is at work, no request saves it; Tomcat's own attribute stays here. */
  private void attributeChanged(@Nullable String name, @Nullable String userBefore) {
    if (!AttributeEvents.SOCKETS.equals(name) && used && state.use().noRequestAtWork()) {
      mode.attributesChanged(this);
    }
    if (USER.equals(name) && isLive()) {
      mode.userMayHaveChanged(this, userBefore);
    }
  }

  @Override
  public void setMaxInactiveInterval(int interval) {
    super.setMaxInactiveInterval(interval);
    if (used && state.use().noRequestAtWork()) {
      mode.changed(this);
    }
  }

  @Override
  public void setId(String newId, boolean notify) {
    String oldId = id;
    if (oldId == null) {
      if (isNew) {
        creationTime = Math.max(creationTime, mode.earliestCreation(newId));
      }
      state = InstanceState.ofNew(new SessionId(newId));
    }
    SessionId former = SessionId.parse(oldId);
    SessionId now = SessionId.parse(newId);
    if (former == null || now == null) {
      super.setId(newId, notify);
    } else {
      mode.rename(this, former, now, () -> super.setId(newId, notify));
    }
  }

  // ---- what the application hears ----

  /**
   * Tells the application of attributes that were made of the record and want to know: each when it
   * is decoded, which is when it is first read.
   */
  @Override
  public void activate() {
    fireSessionEvent(SESSION_ACTIVATED_EVENT, null);
    shared.onDecoded(value -> inApplication(() -> events.didActivate(this, value)));
  }

  /**
   * Tells the application of attributes that the session leaves this Tomcat: those that were here,
   * as objects. What they change in themselves is to go along.
   */
  @Override
  public void passivate() {
    fireSessionEvent(SESSION_PASSIVATED_EVENT, null);
    shared.offer(events::listensToActivation, value -> events.willPassivate(this, value));
  }

  @Override
  public void tellChangedSessionId(
      String newId,
      String oldId,
      boolean notifySessionListeners,
      boolean notifyContainerListeners) {
    inApplication(
        () ->
            super.tellChangedSessionId(
                newId, oldId, notifySessionListeners, notifyContainerListeners));
  }

  @Override
  public void addSessionListener(SessionListener listener) {
    super.addSessionListener(new ApplicationCode.ContainedListener(listener));
  }

  @Override
  public void removeSessionListener(SessionListener listener) {
    super.removeSessionListener(new ApplicationCode.ContainedListener(listener));
  }

  private void inApplication(Runnable calls) {
    ApplicationCode.run(getManager().getContext(), calls);
  }

  // ---- the session's end ----

  /**
   * Returns whether its time is up as far as this Tomcat knows, and no request is at work on it.
   */
  boolean seemsOver() {
    return isLive()
        && !state.use().isInUse()
        && maxInactiveInterval > 0
        && getIdleTimeInternal() / 1_000 >= maxInactiveInterval;
  }

  /**
   * Ends the session.
   *
   * @throws IllegalStateException if it has ended, or if it is sticky, no request of it is at work
   *     here and it has gone on at another Tomcat, which would not notice the end
   */
  @Override
  public void invalidate() {
    if (used && mode.isGoneOn(this)) {
      throw new IllegalStateException(
          "Session %s has moved to another Tomcat, or has ended there: it was not ended here"
              .formatted(sessionId()));
    }
    invalidating = true;
    super.invalidate();
    mode.invalidated(this);
  }

  /** Ends the session, unless that is another Tomcat's business. */
  @Override
  public void expire(boolean notify) {
    synchronized (this) {
      boolean begins = isValid && !expiring;
      if (!begins || mode.mayEnd(this, invalidating)) {
        if (begins && notify) {
          inApplication(() -> events.ending(this, attributes));
        }
        super.expire(notify);
      } else if (!state.use().isInUse()) { // else its request goes on; the next one asks the store
        mode.drop(this);
      }
    }
  }

  /** Returns whether it was ended without events. */
  public final boolean isForgotten() {
    return forgotten;
  }

  /** One that was forgotten is to end with events, after all. */
  void recall() {
    forgotten = false;
    setValid(true);
  }

  /**
   * Ends this instance without events: the session goes on, or has ended, elsewhere. No other
   * instance takes its place in this Tomcat, which hears of the session's end no more, or has just
   * heard of it: a WebSocket would stay open beyond a logout.
   */
  void leave() {
    if (isValid) {
      events.closeSockets(this, attributes.get(AttributeEvents.SOCKETS));
    }
    forgotten = true;
    setValid(false);
  }
}
