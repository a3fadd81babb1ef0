package io.holdfast.tomcat.session;

import io.holdfast.core.session.SessionId;
import io.holdfast.core.session.SessionTimes;
import io.holdfast.tomcat.login.PrincipalCodec;
import io.holdfast.tomcat.login.SessionLogin;
import io.holdfast.tomcat.response.AttributeEvents;
import java.security.Principal;
import org.jspecify.annotations.Nullable;

/**
 * Tomcat's session, as far as both modes store it: its id, its times, and who is logged in.
 *
 * <p>An instance can be forgotten: it ends here without events, and its record stays.
 */
@SuppressWarnings("serial") // is never serialized: its attributes go through a transcoder
public abstract class BackedUpSession extends SteadySession {

  /** The attribute in which an application that logs users in by itself names the user. */
  public static final String USER = "io.holdfast.user";

  private final transient SessionLogin login;
  private final transient SessionUsers users;
  private transient volatile @Nullable Listing listing;

  /** The id that was asked for last: each request asks for it several times. */
  private transient volatile @Nullable SessionId sessionId;

  private transient volatile boolean used;
  private transient volatile boolean forgotten;

  /** Creates one that has no id yet. */
  protected BackedUpSession(SessionHost host, PrincipalCodec principals) {
    super(host);
    this.login = new SessionLogin(this, host.keepsLogins(), principals);
    this.users = host.users();
  }

  /** Gives a new instance what was stored of its times and of its login. */
  protected final void restore(
      SessionTimes times,
      @Nullable String authType,
      @Nullable Object storedPrincipal,
      @Nullable Object storedNotes) {
    setCreationTime(times.creationTime());
    lastAccessedTime = times.lastAccessedTime();
    thisAccessedTime = times.thisAccessedTime();
    maxInactiveInterval = times.maxInactiveInterval();
    isNew = false;
    isValid = true;
    login.restore(authType, storedPrincipal, storedNotes);
  }

  // ---- what is stored ----

  /** The id that the session has here. */
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
  public final boolean isLive() {
    return isValid && !expiring && !forgotten;
  }

  /** The times of the session. */
  public final SessionTimes times() {
    return new SessionTimes(creationTime, lastAccessedTime, thisAccessedTime, maxInactiveInterval);
  }

  /** How the user has logged in; null if that is not stored. */
  public final @Nullable String authType() {
    return login.authType();
  }

  /** The user who is logged in; null if there is none, or if that is not stored. */
  public final @Nullable Object principal() {
    return login.principal();
  }

  /** The same as it is stored. */
  public final @Nullable Object storablePrincipal() {
    return login.storablePrincipal();
  }

  /** What is stored of a login that is under way. */
  public final @Nullable Object storableNotes() {
    return login.storableNotes();
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
      users.mayHaveChanged(this, before);
    }
  }

  // ---- what may have changed ----

  /** Attributes were set or removed, by a request or by other code. */
  protected abstract void attributesChanged();

  /** The time without requests after which it ends was changed, by a request or by other code. */
  protected abstract void lifetimeChanged();

  /** A request begins to use the session. */
  protected abstract void accessStarted();

  /** Returns whether requests are at work on it here. */
  protected abstract boolean isAtWork();

  /** Requests may find it from now on: other code may change it then. */
  public final void shown() {
    used = true;
  }

  /** Returns whether a request has found it; the first one stores what was changed before. */
  protected final boolean isUsed() {
    return used;
  }

  /**
   * Returns whether an attribute is Tomcat's own, and stays in this Tomcat: nothing is to store.
   */
  protected static boolean isOfOneTomcat(@Nullable String name) {
    return AttributeEvents.SOCKETS.equals(name);
  }

  @Override
  public void setAttribute(String name, @Nullable Object value, boolean notify) {
    String before = USER.equals(name) ? user() : null;
    super.setAttribute(name, value, notify);
    if (!isOfOneTomcat(name)) {
      attributesChanged();
    }
    if (USER.equals(name)) {
      users.mayHaveChanged(this, before);
    }
  }

  @Override
  protected void removeAttributeInternal(@Nullable String name, boolean notify) {
    String before = USER.equals(name) && isLive() ? user() : null;
    super.removeAttributeInternal(name, notify);
    if (!isOfOneTomcat(name)) {
      attributesChanged();
    }
    if (USER.equals(name) && isLive()) {
      users.mayHaveChanged(this, before);
    }
  }

  @Override
  public void setMaxInactiveInterval(int interval) {
    super.setMaxInactiveInterval(interval);
    if (used) {
      lifetimeChanged();
    }
  }

  @Override
  public void access() {
    super.access();
    used = true;
    accessStarted();
  }

  // ---- a login ----

  @Override
  public final void setNote(String name, Object value) {
    super.setNote(name, value);
    login.noted(name, value);
  }

  @Override
  public final void removeNote(String name) {
    super.removeNote(name);
    login.noted(name, null);
  }

  /** The session has moved here, and its id has the route of this Tomcat. */
  public final void moved() {
    login.moved();
  }

  // ---- the session's end ----

  /**
   * Returns whether its time is up as far as this Tomcat knows, and no request is at work on it.
   */
  final boolean seemsOver() {
    return isLive()
        && !isAtWork()
        && maxInactiveInterval > 0
        && getIdleTimeInternal() / 1_000 >= maxInactiveInterval;
  }

  /**
   * Returns whether the application is told here that the session has ended. May query the store.
   */
  protected abstract boolean mayEnd();

  /** Drops this instance: the session goes on, or has ended, elsewhere. */
  protected abstract void drop();

  /**
   * Ends the session. A session whose time seems to be up, or that an operator finds idle, may be
   * in use elsewhere, and only one Tomcat may tell its application of the end.
   */
  @Override
  public void expire(boolean notify) {
    synchronized (this) {
      if (isValid && !expiring && !mayEnd()) {
        drop();
      } else {
        if (isValid && !expiring && notify) {
          inApplication(() -> events().ending(this, attributes));
        }
        super.expire(notify);
      }
    }
  }

  /** Returns whether it was ended without events. */
  public final boolean isForgotten() {
    return forgotten;
  }

  /** One that was forgotten is to end with events, after all. */
  public final void recall() {
    forgotten = false;
    setValid(true);
  }

  /** Ends this instance without events: the session goes on, or has ended, elsewhere. */
  public final void forget() {
    forgotten = true;
    setValid(false);
  }

  /**
   * The same where no other instance takes its place in this Tomcat, which hears of the session's
   * end no more, or has just heard of it: a WebSocket would stay open beyond a logout.
   */
  public final void leave() {
    if (isValid) {
      events().closeSockets(this, attributes.get(AttributeEvents.SOCKETS));
    }
    forget();
  }
}
