package io.holdfast.tomcat;

import io.holdfast.core.request.RequestLine;
import org.apache.catalina.connector.Request;

/** What the rules for requests see of a request. */
final class RequestLines {

  private RequestLines() {}

  /** The method and the path with its query, as the client sent them. */
  static RequestLine of(Request request) {
    String query = request.getQueryString();
    String uri = request.getRequestURI();
    return new RequestLine(request.getMethod(), query == null ? uri : uri + '?' + query);
  }
}
