package io.holdfast.tomcat.session;

import io.holdfast.core.session.SessionId;
import io.holdfast.sessions.runtime.RuntimeView;
import java.io.IOException;
import java.util.function.Predicate;
import org.apache.catalina.Session;
import org.apache.catalina.Valve;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;

/**
 * The sessions of one web application, as the valve of its host, its users and other applications
 * see them.
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
  Ending endAnywhere(SessionId id, Predicate<Session> isMeant);

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
  default boolean responseOfAnotherLeaves(SessionId id) {
    return true;
  }

  /**
   * Another application's session with this id has come from another Tomcat. Of sessions that are
   * not sticky the store is asked at each request anyway.
   */
  default void anotherCameBack(SessionId id) {}

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
}
