package io.holdfast.tomcat.response;

import java.util.List;
import org.apache.catalina.connector.Request;
import org.jspecify.annotations.Nullable;

/**
 * Lets the cookie with a session's new id leave although the application resets its response, as
 * many do before they send a file, or Tomcat does for its report of an error. A client that keeps
 * the former id may be sent to the Tomcat that its session has left, which shows its former state.
 */
public final class NewIdCookie implements BeforeResponseLeaves {

  private final Request request;
  private final List<String> cookies;

  /** What the gate did that this one replaces; null if there was none. */
  private final @Nullable BeforeResponseLeaves former;

  private NewIdCookie(Request request) {
    ResponseGate gate = ResponseGate.of(request);
    this.request = request;
    this.cookies = ResponseGate.sessionCookies(request);
    this.former = gate == null ? null : gate.hook;
  }

  /** Keeps the cookie that a response has now, until the response leaves. */
  public static void keep(Request request, ResponseGates gates) {
    NewIdCookie kept = new NewIdCookie(request);
    if (!kept.cookies.isEmpty()) { // cookies may be off
      var unused = gates.put(request, kept);
    }
  }

  @Override
  public boolean responseLeaves(boolean flows) {
    if (!request.getResponse().isCommitted() && ResponseGate.sessionCookies(request).isEmpty()) {
      ResponseGate.addSessionCookies(request, cookies);
    }
    return former == null || former.responseLeaves(flows);
  }
}
