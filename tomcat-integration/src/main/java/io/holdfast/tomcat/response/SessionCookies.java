package io.holdfast.tomcat.response;

import java.util.List;
import org.apache.catalina.connector.Request;
import org.apache.catalina.util.SessionConfig;
import org.apache.coyote.Response;

/** The headers of a response that tell the client the id of its session. */
final class SessionCookies {

  private static final String SET_COOKIE = "Set-Cookie";

  private SessionCookies() {}

  /** What the response to a request has of them now. */
  static List<String> of(Request request) {
    String name = SessionConfig.getSessionCookieName(request.getContext());
    return request.getResponse().getHeaders(SET_COOKIE).stream()
        .filter(cookie -> cookie.startsWith(name + "="))
        .toList();
  }

  /** Adds them, also while the application includes something, which may add no header. */
  static void add(Request request, List<String> cookies) {
    Response response = request.getResponse().getCoyoteResponse();
    cookies.forEach(cookie -> response.addHeader(SET_COOKIE, cookie));
  }
}
