package io.holdfast.sessions.engine;

import io.holdfast.core.session.SessionId;
import io.holdfast.core.session.SessionTimes;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A session that several Tomcats serve at the same time; this one's instance of it. */
public interface SessionInstance {

  /** The id as it is now. */
  SessionId sessionId();

  /**
   * Returns whether the session still exists; false once it was invalidated, expired or forgotten.
   */
  boolean isLive();

  /** Clock readings and interval as they are now. */
  SessionTimes times();

  /** How the user was authenticated; null without a user. */
  @Nullable String authType();

  /**
   * The authenticated user, as the container's own object: compared by identity to see whether it
   * changed. Null if there is none.
   */
  @Nullable Object principal();

  /** The user in a form that a transcoder can write; null if there is none. */
  @Nullable Object storablePrincipal();

  /**
   * Notes of the container that must outlive it, such as the request that a login has interrupted,
   * in a form that a transcoder can write: another object whenever they changed. Null if there are
   * none.
   */
  @Nullable Object storableNotes();

  /** The attributes; one object for the instance's whole life. */
  InstanceAttributes instanceAttributes();

  /** Returns whether an attribute is to be stored. */
  boolean isStorable(String name, Object value);

  /** What is known about the session's record; one object for the instance's whole life. */
  InstanceState instanceState();

  /**
   * The times of the session with the longest interval of any record of it that this Tomcat has
   * read or written: a node that was away since may have that record, and keep it so long.
   */
  default SessionTimes lastingTimes() {
    return instanceState().writer().withLongestInterval(times());
  }

  /**
   * What is compared to see whether a record must be written though no attribute changed. Principal
   * and notes count by identity: containers replace them, they do not change them.
   *
   * @param base of the id under which it is stored: the route may be any Tomcat's
   */
  record Header(
      String base,
      int maxInactiveInterval,
      @Nullable String authType,
      Identity principal,
      Identity notes) {

    /** The header of a session in a record under this id. */
    static Header of(SessionInstance session, SessionId stored) {
      return new Header(
          stored.base(),
          session.times().maxInactiveInterval(),
          session.authType(),
          Identity.of(session.principal()),
          Identity.of(session.storableNotes()));
    }

    /** Returns whether this is the header of a session as it is now, whatever its route. */
    boolean isOf(SessionInstance session) {
      return base.equals(session.sessionId().base()) && isAsIn(session);
    }

    /** The same, whatever the id. */
    boolean isAsIn(SessionInstance session) {
      return maxInactiveInterval == session.times().maxInactiveInterval()
          && Objects.equals(authType, session.authType())
          && principal.is(session.principal())
          && notes.is(session.storableNotes());
    }

    /** Compares an object by identity. */
    record Identity(@Nullable Object object) {

      private static final Identity NONE = new Identity(null);

      /** Most sessions have neither a user nor notes. */
      static Identity of(@Nullable Object object) {
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
}
