package io.holdfast.sessions.model;

import io.holdfast.core.session.SessionId;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What is compared to see whether a record must be written though no attribute changed. Principal
 * and notes count by identity: containers replace them, they do not change them.
 *
 * @param base of the id under which it is stored: the route may be any Tomcat's
 */
public record SessionHeader(
    String base,
    int maxInactiveInterval,
    @Nullable String authType,
    Identity principal,
    Identity notes) {

  /** The header of a session in a record under this id. */
  public static SessionHeader of(SessionView session, SessionId stored) {
    return new SessionHeader(
        stored.base(),
        session.times().maxInactiveInterval(),
        session.authType(),
        Identity.of(session.principal()),
        Identity.of(session.storableNotes()));
  }

  /** Returns whether this is the header of a session as it is now, whatever its route. */
  public boolean isOf(SessionView session) {
    return base.equals(session.sessionId().base()) && isAsIn(session);
  }

  /** The same, whatever the id. */
  public boolean isAsIn(SessionView session) {
    return maxInactiveInterval == session.times().maxInactiveInterval()
        && Objects.equals(authType, session.authType())
        && principal.is(session.principal())
        && notes.is(session.storableNotes());
  }

  /** Compares an object by identity. */
  public record Identity(@Nullable Object object) {

    private static final Identity NONE = new Identity(null);

    /** Most sessions have neither a user nor notes. */
    public static Identity of(@Nullable Object object) {
      return object == null ? NONE : new Identity(object);
    }

    /** Returns whether it is this object. */
    @SuppressWarnings("ReferenceEquality")
    boolean is(@Nullable Object other) {
      return object == other;
    }

    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof Identity that && is(that.object);
    }

    @Override
    public int hashCode() {
      return System.identityHashCode(object);
    }
  }
}
