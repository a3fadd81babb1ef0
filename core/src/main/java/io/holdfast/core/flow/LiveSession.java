package io.holdfast.core.flow;

import io.holdfast.core.session.SessionId;
import io.holdfast.core.session.SessionTimes;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A session as the container holds it; called from request threads and from backup threads. */
public interface LiveSession {

  /** The id as it is now. */
  SessionId sessionId();

  /** Whether the session still exists; false once it was invalidated, expired or forgotten. */
  boolean isLive();

  /** Clock readings and interval as they are now. */
  SessionTimes times();

  /** How the user was authenticated; null if nobody is. */
  @Nullable String authType();

  /**
   * The authenticated user, as the container's own object: compared by identity to see whether it
   * changed. Null if there is none.
   */
  @Nullable Object principal();

  /** The user in a form that a transcoder can write; null if there is none. */
  @Nullable Object storablePrincipal();

  /** The attributes that are to be stored, in a stable order; a copy. */
  Map<String, Object> storableAttributes();

  /** What is known about the session's records; one object for the session's whole life. */
  BackupState backupState();
}
