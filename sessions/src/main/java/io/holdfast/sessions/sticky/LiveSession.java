package io.holdfast.sessions.sticky;

import io.holdfast.sessions.model.SessionView;
import java.util.Map;

/** A session that this Tomcat alone serves; called from request threads and from backup threads. */
public interface LiveSession extends SessionView {

  /** The attributes that are to be stored, in a stable order; a copy. */
  Map<String, Object> storableAttributes();

  /** What is known about the session's records; one object for the session's whole life. */
  StickyState backupState();
}
