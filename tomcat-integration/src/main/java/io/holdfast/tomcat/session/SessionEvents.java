package io.holdfast.tomcat.session;

import io.holdfast.core.session.SessionId;
import io.holdfast.sessions.engine.AnswerState;
import org.jspecify.annotations.Nullable;

/** What its mode does when something happens to a session. */
public interface SessionEvents {

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
   * Returns whether the application is told here that the session has ended. May query the store: a
   * session whose time seems to be up, or that an operator finds idle, may be in use elsewhere, and
   * only one Tomcat may tell its application of the end.
   *
   * @param isAsked whether the application ends it, or its time seems to be up
   */
  boolean mayEnd(HoldfastSession session, boolean isAsked);

  /** An instance seems to be over, and is dropped: no events, and the record stays as it is. */
  void drop(HoldfastSession session);
}
