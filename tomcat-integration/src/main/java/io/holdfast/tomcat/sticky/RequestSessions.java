package io.holdfast.tomcat.sticky;

import io.holdfast.core.request.RequestUriFilter;
import io.holdfast.core.session.SessionId;
import io.holdfast.tomcat.request.RequestLines;
import io.holdfast.tomcat.request.SessionInUse;
import org.apache.catalina.connector.Request;

/** What a request means for its session. */
public final class RequestSessions {

  private final StickyMode sticky;
  private final RequestUriFilter ignored;

  RequestSessions(StickyMode sticky, RequestUriFilter ignored) {
    this.sticky = sticky;
    this.ignored = ignored;
  }

  /** Whether the request must not cost a store operation. */
  public boolean isIgnored(Request request) {
    return ignored.isIgnored(RequestLines.of(request));
  }

  /**
   * Makes a session ours that another Tomcat served until now, and tells the client its new id. One
   * that went on here in doubt is looked for again as soon as there is somebody to ask.
   */
  public void takeOver(Request request) {
    SessionId requested = SessionId.parse(request.getRequestedSessionId());
    if (requested == null) {
      return;
    }
    if (sticky.isForeign(requested)) {
      StickyTomcatSession session = sticky.takeOver(requested);
      if (session != null && session.isValid()) {
        request.changeSessionId(session.getIdInternal());
      }
    } else if (sticky.canBeSettled(requested)) {
      var unused = sticky.takeOver(requested); // the request finds it under its id
    }
  }

  /**
   * Ends the request for its session, unless it goes on asynchronously.
   *
   * @param ignored whether the session is not to be backed up because of this request
   * @return false if the application has stopped meanwhile, and what the request changed is lost
   */
  public boolean finish(Request request, boolean ignored) {
    if (request.isAsync()) {
      return true;
    }
    StickyTomcatSession session =
        SessionInUse.of(request) instanceof StickyTomcatSession used ? used : null;
    boolean isLate = sticky.isLeaving(); // before it is asked for a backup, which would be none
    if (session != null) {
      session.backupState().requestFinishing();
      if (ignored) {
        sticky.requestIgnored();
      } else {
        sticky.requestEnded(session);
      }
    }
    return !isLate
        || (session == null
            ? !sticky.isEndLost(SessionId.parse(request.getRequestedSessionId()))
            : sticky.isKept(session));
  }
}
