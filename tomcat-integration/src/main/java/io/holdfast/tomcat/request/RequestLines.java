package io.holdfast.tomcat.request;

import io.holdfast.sessions.request.RequestLine;
import org.apache.catalina.connector.Request;

/** What the rules for requests see of a request. */
public final class RequestLines {

  private RequestLines() {}

  /**
   * The method, the path by which Tomcat chooses a servlet, and the query as the client sent it. A
   * path can be written in many ways; a client must not choose by that which rules hold.
   */
  public static RequestLine of(Request request) {
    String query = request.getQueryString();
    String uri = request.getDecodedRequestURI();
    return new RequestLine(request.getMethod(), query == null ? uri : uri + '?' + query);
  }
}
