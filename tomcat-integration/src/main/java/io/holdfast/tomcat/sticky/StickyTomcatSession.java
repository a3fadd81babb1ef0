package io.holdfast.tomcat.sticky;

import io.holdfast.core.session.ImmutableValues;
import io.holdfast.core.session.SessionId;
import io.holdfast.sessions.sticky.LiveSession;
import io.holdfast.sessions.sticky.RestoredSession;
import io.holdfast.sessions.sticky.StickyState;
import io.holdfast.tomcat.login.PrincipalCodec;
import io.holdfast.tomcat.mode.BackedUpSession;
import io.holdfast.tomcat.mode.ServingMode;
import io.holdfast.tomcat.mode.SessionHost;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Tomcat's session, with notes of what may have changed since its last backup.
 *
 * <p>A session that turns out to live on another Tomcat is forgotten: it ends here without events
 * and without touching its record.
 */
@SuppressWarnings("serial") // is never serialized: its attributes go through a transcoder
public final class StickyTomcatSession extends BackedUpSession implements LiveSession {

  /** What its mode does when something happens to a session. */
  interface Events {

    /** A request that used the session is over. */
    void requestEnded(StickyTomcatSession session);

    /**
     * Something was changed that no request may ask a backup for.
     *
     * @return whether the session is still this Tomcat's; if not, what is here is forgotten
     */
    boolean changedOutsideRequests(StickyTomcatSession session);

    /** Whether a use that begins or ends now is of a request, and not of code outside of them. */
    boolean isUseOfRequest();

    /** The earliest time at which a new session with this id may count as created. */
    long earliestCreation(String id);

    /** The session is about to get another id. */
    void renaming(StickyTomcatSession session, String oldId, String newId);

    /** The session has got another id. */
    void renamed(StickyTomcatSession session, String oldId);

    /** Whether it has gone on at another Tomcat, and is ended by no request of its own. */
    boolean isGoneOn(StickyTomcatSession session);

    /** Whether the application is to be told here that the session is over. */
    boolean mayTellEnd(StickyTomcatSession session);

    /** Drops this copy of a session that goes on elsewhere. */
    void forget(StickyTomcatSession session);
  }

  private final transient Events holdfast;
  private transient StickyState backupState = new StickyState();
  private transient volatile boolean invalidating;

  StickyTomcatSession(SessionHost host, Events holdfast, PrincipalCodec principals) {
    super(host, principals);
    this.holdfast = holdfast;
  }

  /** Fills a new session from its record. No other thread knows the session yet. */
  private void restore(RestoredSession restored) {
    restore(
        restored.times(), restored.authType(), restored.storedPrincipal(), restored.storedNotes());
    restored
        .attributes()
        .forEach(
            (name, value) -> {
              if (!exclude(name, value)) {
                attributes.put(name, value);
              }
            });
    backupState = restored.backupState();
    backupState.adoptedBy(this, restored.id());
  }

  /** The same, with the id that it has here, and without a place in the manager. */
  void restoreAs(SessionId here, RestoredSession restored) {
    id = here.value();
    restore(restored);
  }

  @Override
  public boolean isOf(@Nullable ServingMode mode) {
    return mode == holdfast;
  }

  // ---- what a backup sees ----

  @Override
  public Map<String, Object> storableAttributes() {
    Map<String, Object> sorted = new TreeMap<>();
    attributes.forEach(sorted::put); // without its entry set, which it would keep for good
    Map<String, Object> storable = new LinkedHashMap<>();
    sorted.forEach(
        (name, value) -> {
          if (!exclude(name, value)) {
            storable.put(name, value);
          }
        });
    return storable;
  }

  @Override
  public StickyState backupState() {
    return backupState;
  }

  @Override
  protected boolean isAtWork() {
    return !backupState.noRequestAtWork();
  }

  // ---- what may have changed ----

  @Override
  public @Nullable Object getAttribute(@Nullable String name) {
    Object value = super.getAttribute(name);
    if (value != null && !isOfOneTomcat(name) && !ImmutableValues.isImmutable(value)) {
      backupState.attributesTouched();
    }
    return value;
  }

  @Override
  protected void attributesChanged() {
    backupState.attributesTouched();
    if (isUsed() && !holdfast.changedOutsideRequests(this)) {
      throw new IllegalStateException(
          "Session %s has moved to another Tomcat, or has ended there: nothing was changed"
              .formatted(sessionId()));
    }
  }

  @Override
  protected void lifetimeChanged() {
    var unused = holdfast.changedOutsideRequests(this);
  }

  /** Tells listeners that the session has come to this Tomcat. */
  @Override
  public void activate() {
    inApplication(super::activate);
  }

  /**
   * Tells listeners that the session leaves this Tomcat. What they change in themselves is to go
   * along.
   */
  @Override
  public void passivate() {
    super.passivate();
    if (attributes.values().stream().anyMatch(events()::listensToActivation)) {
      backupState.attributesTouched();
    }
  }

  // ---- the session's life ----

  @Override
  protected void accessStarted() {
    if (holdfast.isUseOfRequest()) {
      backupState.accessStarted(thisAccessedTime);
    } else {
      backupState.useOutsideStarted();
    }
  }

  /**
   * Ends one request's use of the session. Tomcat calls this when the request is over for good,
   * asynchronous ones included; those, and uses through another application's dispatcher, have not
   * passed the valve's end and are backed up from here.
   *
   * <p>Tomcat ends a request when its answer has left, and the client may have gone on at another
   * Tomcat by then. So a request that has passed the valve's end was over there: what is here must
   * not look newer than what the other Tomcat has stored.
   */
  @Override
  public void endAccess() {
    if (backupState.isUsedOutside() && !holdfast.isUseOfRequest()) {
      super.endAccess();
      backupState.useOutsideEnded();
      var unused = holdfast.changedOutsideRequests(this);
      return;
    }
    long lastUse = backupState.lastUseOf(this);
    super.endAccess();
    long tomcatsLast = lastAccessedTime; // the start of the request, if Tomcat is told so
    long tomcatsEnd = thisAccessedTime;
    lastAccessedTime = Math.min(tomcatsLast, lastUse);
    thisAccessedTime = lastUse;
    boolean valveHasAsked = backupState.accessEnded();
    if (!valveHasAsked) {
      lastAccessedTime = tomcatsLast;
      thisAccessedTime = tomcatsEnd;
      holdfast.requestEnded(this);
    }
  }

  @Override
  public void setId(String newId, boolean notify) {
    String oldId = id;
    if (oldId == null && isNew) {
      creationTime = Math.max(creationTime, holdfast.earliestCreation(newId));
    }
    if (oldId != null) {
      holdfast.renaming(this, oldId, newId);
    }
    super.setId(newId, notify);
    if (oldId != null && !oldId.equals(newId)) {
      holdfast.renamed(this, oldId);
    }
  }

  /**
   * Ends the session.
   *
   * @throws IllegalStateException if it has ended, or if no request of it is at work here and it
   *     has gone on at another Tomcat, whose record this must not delete
   */
  @Override
  public void invalidate() {
    if (isUsed() && holdfast.isGoneOn(this)) {
      throw new IllegalStateException(
          "Session %s has moved to another Tomcat, or has ended there: it was not ended here"
              .formatted(sessionId()));
    }
    invalidating = true;
    super.invalidate();
  }

  /** Whether the application ends the session, which then waits until its record is gone. */
  boolean isInvalidating() {
    return invalidating;
  }

  @Override
  protected boolean mayEnd() {
    return holdfast.mayTellEnd(this);
  }

  @Override
  protected void drop() {
    holdfast.forget(this);
  }
}
