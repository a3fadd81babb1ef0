package io.holdfast.tomcat.sticky;

import io.holdfast.core.session.SessionId;
import io.holdfast.sessions.request.RequestUriFilter;
import io.holdfast.tomcat.request.RequestLines;
import io.holdfast.tomcat.request.RequestSession;
import io.holdfast.tomcat.request.SessionInUse;
import io.holdfast.tomcat.response.NewIdCookie;
import io.holdfast.tomcat.response.ResponseGates;
import org.apache.catalina.connector.Request;
import org.jspecify.annotations.Nullable;

/** What a request means for its session. */
final class StickyRequests {

  private final StickyMode sticky;
  private final RequestUriFilter ignored;
  private final @Nullable ResponseGates gates;

  /**
   * Creates it.
   *
   * @param gates null if the responses of the running Tomcat cannot have any
   */
  StickyRequests(StickyMode sticky, RequestUriFilter ignored, @Nullable ResponseGates gates) {
    this.sticky = sticky;
    this.ignored = ignored;
    this.gates = gates;
  }

  /** A request enters the valve. */
  RequestSession begin(Request request) {
    boolean isIgnored = ignored.isIgnored(RequestLines.of(request));
    NewIdCookie.enterAgain(request);
    if (!isIgnored) {
      takeOver(request);
    }
    return new Use(request, isIgnored);
  }

  /** One request between the valve and its end. */
  private final class Use implements RequestSession {

    private final Request request;
    private final boolean isIgnored;

    Use(Request request, boolean isIgnored) {
      this.request = request;
      this.isIgnored = isIgnored;
    }

    @Override
    public boolean admit() {
      return true;
    }

    @Override
    public boolean leave(boolean goesOn) {
      NewIdCookie.leave(request);
      return goesOn || finish(request, isIgnored);
    }
  }

  /**
   * Makes a session ours that another Tomcat served until now, and tells the client its new id. One
   * that went on here uncertain is looked for again as soon as a node can be asked.
   */
  private void takeOver(Request request) {
    SessionId requested = SessionId.parse(request.getRequestedSessionId());
    if (requested == null) {
      return;
    }
    if (sticky.isForeign(requested)) {
      StickyTomcatSession session = sticky.takeOver(requested);
      if (session != null && session.isValid()) {
        request.changeSessionId(session.getIdInternal());
        keepCookie(request);
      }
    } else if (sticky.canBeSettled(requested)) {
      var unused = sticky.takeOver(requested); // the request finds it under its id
    }
  }

  private void keepCookie(Request request) {
    if (gates != null) {
      NewIdCookie.keep(request, gates);
    }
  }

  /**
   * Ends the request for its session. An asynchronous one that is not dispatched again does not
   * come here: the end of its use backs the session up ({@link StickyTomcatSession#endAccess}).
   *
   * @param ignored whether the session is not to be backed up because of this request
   * @return false if the application has stopped meanwhile, and what the request changed is lost
   */
  private boolean finish(Request request, boolean ignored) {
    StickyTomcatSession session =
        SessionInUse.of(request) instanceof StickyTomcatSession used && used.isOf(sticky)
            ? used
            : null; // of the application that the request was sent on to
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
