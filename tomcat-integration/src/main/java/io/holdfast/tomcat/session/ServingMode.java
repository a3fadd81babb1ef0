package io.holdfast.tomcat.session;

import io.holdfast.core.config.NodeLayout;
import io.holdfast.core.session.SessionId;
import io.holdfast.sessions.directory.SessionDirectory;
import io.holdfast.sessions.runtime.RuntimeView;
import io.holdfast.tomcat.request.MissingSessions;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;
import org.apache.catalina.Session;
import org.apache.catalina.Valve;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.session.StandardSession;
import org.jspecify.annotations.Nullable;

/** What sticky and non-sticky sessions do differently, as one web application's manager sees it. */
public interface ServingMode {

  /** An empty session of this mode. */
  StandardSession newSession();

  /**
   * A session by its id, from here or from the store.
   *
   * @return null if there is none
   */
  @Nullable Session find(SessionId id);

  /**
   * A session by its id, as the store knows it now, even if it is here.
   *
   * @return null if there is none, or no longer
   */
  @Nullable Session findNow(SessionId id);

  /**
   * An operator ends a session by its id.
   *
   * @return false if there is none that can be ended here, or it goes on in another Tomcat
   */
  boolean endAsked(SessionId id);

  /** Nodes that could have a session to be ended so, and do not answer. */
  List<String> notAsked();

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

  /** Another Tomcat ends, or has ended, a session that may be here. Waits for the store. */
  void endNoticed(SessionId id);

  /** The sessions of each user; null if they are not listed. */
  @Nullable SessionDirectory directory();

  /** Ends sessions of this Tomcat from now on that another one wants to end, if they are listed. */
  void watchEnds(SessionDirectory.LocalSessions sessions);

  /** A session was removed from this Tomcat, as it has ended: ends it in the store, too. */
  void removed(Session session);

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
   * A request passes the valve of the application: finds its session before it, has the session
   * saved after it. One that must not be served now is answered with 503.
   */
  void serve(Request request, Response response, Valve next) throws IOException;

  /** Returns whether the application stops, or has stopped. */
  boolean isLeaving();

  /** Returns whether nothing can be asked of the store any more. */
  boolean isStopped();

  /** Returns the sessions that requests have asked for and that were not found. */
  MissingSessions missing();

  /** The application starts; its filters do not exist yet. */
  void start();

  /**
   * The application stops: what is not in the store is put there. From now on new requests are
   * refused.
   *
   * @param deadline how long to wait at most
   */
  void leave(Duration deadline);

  /** Ends connections and threads, after {@link #leave} or after a start that failed. */
  void close();

  /** What an operator may look at. */
  RuntimeView observed();

  /**
   * Looks after the sessions that are in this Tomcat, without a request: ends those whose time is
   * up, and those whose Tomcats are all gone if that is configured; stores again what nodes did not
   * take; gives up what idle sessions can make again. Waits for the store.
   *
   * @param tomcatsExpiry looks for sessions whose time is up, one by one
   */
  void lookAfterSessions(Runnable tomcatsExpiry);

  /**
   * Brings to the nodes what they did not take of invalidations, and looks for another Tomcat with
   * the jvmRoute of this one. Does not wait for the nodes.
   */
  void repeatEnds();

  /**
   * From now on these are the nodes; sessions follow in the background.
   *
   * @return completes when they have, and nothing is left of the nodes that are gone
   */
  CompletableFuture<Void> changeNodes(NodeLayout layout);
}
