package io.holdfast.tomcat;

import io.holdfast.core.request.RequestUriFilter;
import io.holdfast.core.session.SessionId;
import org.apache.catalina.Session;
import org.apache.catalina.connector.Request;
import org.jspecify.annotations.Nullable;

/** What a request means for its session. */
final class RequestSessions {

  private final MemcachedSessionManager manager;
  private final RequestUriFilter ignored;

  RequestSessions(MemcachedSessionManager manager, RequestUriFilter ignored) {
    this.manager = manager;
    this.ignored = ignored;
  }

  /** Whether the request must not cost a store operation. */
  boolean isIgnored(Request request) {
    String query = request.getQueryString();
    String uri = request.getRequestURI();
    return ignored.isIgnored(request.getMethod(), query == null ? uri : uri + '?' + query);
  }

  /** Makes a session ours that another Tomcat served until now, and tells the client its new id. */
  void takeOver(Request request) {
    SessionId requested = SessionId.parse(request.getRequestedSessionId());
    if (requested == null || !manager.isForeign(requested)) {
      return;
    }
    MemcachedSession session = manager.takeOver(requested);
    if (session != null && session.isValid()) {
      request.changeSessionId(session.getIdInternal());
    }
  }

  /**
   * Ends the request for its session, unless it goes on asynchronously.
   *
   * @param ignored whether the session is not to be backed up because of this request
   */
  void finish(Request request, boolean ignored) {
    if (request.isAsync()) {
      return;
    }
    if (sessionInUse(request) instanceof MemcachedSession session) {
      session.backupState().requestFinishing();
      if (ignored) {
        manager.requestIgnored();
      } else {
        manager.requestEnded(session);
      }
    }
  }

  /**
   * The session that the request has used. Asking the request alone would load the session that it
   * names but did not use; without a name it knows only the one it has.
   */
  private static @Nullable Session sessionInUse(Request request) {
    String requested = request.getRequestedSessionId();
    request.setRequestedSessionId(null);
    try {
      return request.getSessionInternal(false);
    } finally {
      request.setRequestedSessionId(requested);
    }
  }
}
