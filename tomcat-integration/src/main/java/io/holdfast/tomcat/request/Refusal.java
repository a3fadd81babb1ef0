package io.holdfast.tomcat.request;

import java.io.IOException;
import org.apache.catalina.connector.Response;
import org.apache.coyote.ActionCode;

/** Tells a client that its request has not been carried out, and may be sent again. */
public final class Refusal {

  private static final int SERVICE_UNAVAILABLE = 503;

  private Refusal() {}

  /**
   * Replaces the response by status 503. One whose first bytes have left cannot be replaced: its
   * connection is cut, so that the client does not take it for complete.
   */
  public static void of(Response response) throws IOException {
    if (response.isCommitted()) {
      cut(response);
    } else {
      response.reset();
      response.setHeader("Retry-After", "1");
      response.sendError(SERVICE_UNAVAILABLE);
    }
  }

  /** Closes the connection at once. */
  public static void cut(Response response) {
    response.getCoyoteResponse().action(ActionCode.CLOSE_NOW, null);
  }
}
