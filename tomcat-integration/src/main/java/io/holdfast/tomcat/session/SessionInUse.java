package io.holdfast.tomcat.session;

import org.apache.catalina.Manager;
import org.apache.catalina.Session;
import org.apache.catalina.connector.Request;
import org.jspecify.annotations.Nullable;

/** Finds the session that a request has used. */
public final class SessionInUse {

  private SessionInUse() {}

  /**
   * The session that the request has used. Asking the request alone would load the session that it
   * names but did not use; without a name it knows only the one it has.
   */
  public static @Nullable Session of(Request request) {
    String requested = request.getRequestedSessionId();
    request.setRequestedSessionId(null);
    try {
      return request.getSessionInternal(false);
    } finally {
      request.setRequestedSessionId(requested);
    }
  }

  /** Ends the request's use of a session of another application, from which it was sent on. */
  public static void giveUpUnlessOf(Manager manager, Request request) {
    Session used = of(request);
    if (used != null && used.getManager() != manager) {
      giveUp(request);
    }
  }

  /** Ends the request's use of its session; it asks for the session again when it needs it. */
  public static void giveUp(Request request) {
    String requested = request.getRequestedSessionId();
    boolean isOfCookie = request.isRequestedSessionIdFromCookie();
    boolean isOfUrl = request.isRequestedSessionIdFromURL();
    request.recycleSessionInfo();
    request.setRequestedSessionId(requested);
    request.setRequestedSessionCookie(isOfCookie);
    request.setRequestedSessionURL(isOfUrl);
  }
}
