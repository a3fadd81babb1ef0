package io.holdfast.tomcat.request;

import io.holdfast.sessions.request.RequestLine;
import org.apache.catalina.connector.Request;

/** What the rules for requests see of a request. */
public final class RequestLines {

  private RequestLines() {}

  /** The method and the path with its query, as the client sent them. */
  public static RequestLine of(Request request) {
    String query = request.getQueryString();
    String uri = request.getRequestURI();
    return new RequestLine(request.getMethod(), query == null ? uri : uri + '?' + query);
  }
}
