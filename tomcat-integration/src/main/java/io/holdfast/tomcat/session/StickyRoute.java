package io.holdfast.tomcat.session;

import io.holdfast.core.log.Loggers;
import io.holdfast.core.session.SessionId;
import io.holdfast.sessions.runtime.SessionRuntime;
import io.holdfast.tomcat.response.NewIdCookie;
import io.holdfast.tomcat.response.ResponseGates;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Supplier;
import org.apache.catalina.connector.Request;
import org.jspecify.annotations.Nullable;

/**
 * Sticky sessions: their ids have the route of this Tomcat, and a request that brings such an id
 * may use the instance that is here.
 */
final class StickyRoute {

  private final SessionHost host;
  private final SessionRuntime runtime;
  private final @Nullable ResponseGates gates = gates();

  /** Questions to the nodes that are under way, by the bases of their ids. */
  private final ConcurrentMap<String, Question> asking = new ConcurrentHashMap<>();

  /** One question, for whose answer other requests of the session wait. */
  private static final class Question {
    private final Thread thread = Thread.currentThread();
    private final CompletableFuture<Void> end = new CompletableFuture<>();
  }

  StickyRoute(SessionHost host, SessionRuntime runtime) {
    this.host = host;
    this.runtime = runtime;
  }

  /** For responses of takeovers; other requests need none. */
  private static @Nullable ResponseGates gates() {
    try {
      return ResponseGates.ofRunningTomcat();
    } catch (IllegalStateException e) {
      Loggers.of(StickyRoute.class)
          .log(System.Logger.Level.DEBUG, "A response that is reset loses the new id", e);
      return null;
    }
  }

  private boolean isForeign(SessionId id) {
    return host.issuedIds().isForeign(id);
  }

  /** The instance that is here, if a request that brings this id need not ask the nodes. */
  @Nullable HoldfastSession trusted(SessionId id) {
    return host.local(id) instanceof HoldfastSession here
            && runtime.sessions().isTrusted(here, !isForeign(id))
        ? here
        : null;
  }

  /**
   * Finds a session for a request, or waits for another request that is about to find it: a session
   * that moves is activated once. Code of the application that this calls may ask, too.
   *
   * @param find asks the nodes
   */
  @Nullable HoldfastSession once(SessionId id, Supplier<@Nullable HoldfastSession> find) {
    Question ours = new Question();
    Question others = asking.putIfAbsent(id.base(), ours);
    if (others != null) {
      if (others.thread != Thread.currentThread()) {
        others.end.join(); // its waits for the nodes are bounded
      }
      SessionId here = host.issuedIds().of(id);
      HoldfastSession found = here == null ? null : trusted(here);
      return found == null ? find.get() : found;
    }
    try {
      return find.get();
    } finally {
      asking.remove(id.base(), ours);
      ours.end.complete(null);
    }
  }

  /**
   * A session was made of its record, and gets the id that it has here.
   *
   * @param requested by which it was asked for
   */
  void arrived(HoldfastSession session, SessionId requested) {
    SessionId ours = host.issuedIds().of(session.sessionId());
    if (ours == null) {
      return;
    }
    session.hasIdHere(ours);
    if (isForeign(requested)) {
      runtime.sessions().movedHere(session);
      session.tellChangedSessionId(ours.value(), requested.value(), true, true);
    }
  }

  /**
   * A request asks the nodes for a session: where another Tomcat gave the id, its client was there.
   */
  void asked(SessionId requested) {
    SessionId ours = isForeign(requested) ? host.issuedIds().of(requested) : null;
    if (ours != null) {
      host.otherModes().forEach(mode -> mode.anotherCameBack(ours));
    }
  }

  /**
   * A request comes, or comes again: makes a session ours that another Tomcat served until now, and
   * tells the client its new id.
   *
   * @param use that asks now
   */
  void enters(Request request, SessionRequest use) {
    NewIdCookie.enterAgain(request);
    SessionId requested = use.isIgnored() ? null : use.requestedSession();
    if (requested == null || !isForeign(requested)) {
      return;
    }
    use.askForSession();
    HoldfastSession session = use.session();
    if (session != null && session.isValid()) {
      request.changeSessionId(session.getIdInternal());
      if (gates != null) {
        NewIdCookie.keep(request, gates);
      }
    }
  }
}
