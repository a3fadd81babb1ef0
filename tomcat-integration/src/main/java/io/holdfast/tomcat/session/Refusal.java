package io.holdfast.tomcat.session;

import java.io.IOException;
import org.apache.catalina.connector.ClientAbortException;
import org.apache.catalina.connector.Response;
import org.apache.coyote.ActionCode;

/** Tells a client that its request has not been carried out, and may be sent again. */
final class Refusal {

  private static final int SERVICE_UNAVAILABLE = 503;

  private Refusal() {}

  /**
   * Replaces the response by status 503. One whose first bytes have left cannot be replaced: its
   * connection is cut, so that the client does not take it for complete.
   */
  static void of(Response response) throws IOException {
    if (response.isCommitted()) {
      cut(response);
    } else {
      response.reset();
      response.setHeader("Retry-After", "1");
      response.sendError(SERVICE_UNAVAILABLE);
    }
  }

  /**
   * What ends a request that must not get a new session, undeclared: to Tomcat it is as if the
   * client had gone, so nothing is logged, and no error page takes the place of what the valve
   * answers.
   */
  static RuntimeException ofNewSession() {
    ClientAbortException refusal =
        new ClientAbortException(
            "A node that may have the client's session does not answer: the client gets 503 with"
                + " Retry-After, and no new session");
    refusal.setStackTrace(new StackTraceElement[0]); // clients that ask again cause many of them
    return Rethrow.<RuntimeException>unchecked(refusal);
  }

  /** Closes the connection at once. */
  static void cut(Response response) {
    response.getCoyoteResponse().action(ActionCode.CLOSE_NOW, null);
  }
}
