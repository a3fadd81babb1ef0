package io.holdfast.sessions.model;

import io.holdfast.core.session.SessionId;
import io.holdfast.core.session.SessionTimes;
import org.jspecify.annotations.Nullable;

/** A session as the container holds it, apart from its attributes. */
public interface SessionView {

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
}
