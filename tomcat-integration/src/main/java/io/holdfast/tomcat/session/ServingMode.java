package io.holdfast.tomcat.session;

import io.holdfast.core.session.SessionId;
import io.holdfast.sessions.engine.AnswerState;
import io.holdfast.sessions.runtime.RuntimeView;
import java.io.IOException;
import java.util.function.Predicate;
import org.apache.catalina.Valve;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.jspecify.annotations.Nullable;

/**
 * The sessions of one web application, as each of them, the valve of their host, their users and
 * other applications see them.
 */
public interface ServingMode {

  /** The outcome for a session that is to end, wherever it is. */
  enum Ending {
    /** It has ended, or there is none. */
    OVER,
    /** It is not the session that was meant. */
    GOES_ON,
    /** Nodes that may have it do not answer. */
    UNKNOWN
  }

  /**
   * Ends a session wherever it is, with its events.
   *
   * @param isMeant whether it is the one that is to end, as the store knows it now
   */
  Ending endAnywhere(SessionId id, Predicate<HoldfastSession> isMeant);

  /**
   * An operator, or another Tomcat, ends a session by its id. Of a sticky session that has moved,
   * what is here is forgotten: another Tomcat has it. Waits for the store.
   *
   * @return false if there is none that can be ended here, or it goes on in another Tomcat
   */
  boolean endAsked(SessionId id);

  /**
   * Bytes of the response to a request of another application leave. It may have been dispatched to
   * this one, whose session has the same id then. Sticky sessions are backed up when the dispatch
   * ends.
   *
   * @return false if what the dispatch has changed is lost, so that the response must not leave
   */
  boolean responseOfAnotherLeaves(SessionId id);

  /**
   * Another application's session with this id has come from another Tomcat. Of sessions that are
   * not sticky the store is asked at each request anyway.
   */
  void anotherCameBack(SessionId id);

  /**
   * Brackets a request of the application: finds its session before it, has the session saved after
   * it.
   *
   * <p>A request that comes when the application is about to go, or has gone, is answered with 503:
   * the session that it would see and change is saved for the last time. So is one that wants a new
   * session while no Tomcat can tell whether its own is in the store.
   *
   * @param next what serves it
   */
  void serve(Request request, Response response, Valve next) throws IOException;

  /** Returns whether sessions of the application are saved before a response leaves. */
  boolean savesBeforeResponses();

  /**
   * The request on this thread was dispatched to another application, which wants a new session in
   * place of one that may be in the store: the request is refused as if this one wanted it.
   */
  void newIsWantedInDoubt();

  /** What an operator may look at. */
  RuntimeView observed();

  // ---- what happens to a session ----

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

  /**
   * The user of a session may have changed, by a login or a logout.
   *
   * @param before the former user; null if there was none
   */
  void userMayHaveChanged(HoldfastSession session, @Nullable String before);
}
