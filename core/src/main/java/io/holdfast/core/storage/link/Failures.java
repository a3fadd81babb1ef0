package io.holdfast.core.storage.link;

import java.io.IOException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.UnknownHostException;
import java.time.Duration;

/** Tells an operator why there is no connection to a node. */
public final class Failures {

  private Failures() {}

  /** Why an attempt to connect failed; neither user name nor password is in it. */
  public static String describe(IOException failure) {
    if (failure instanceof UnknownHostException) {
      return "unknown host";
    }
    if (failure instanceof NoRouteToHostException) {
      return "no route to the host";
    }
    String message = failure.getMessage();
    if (failure instanceof ConnectException
        && (message == null || message.startsWith("Connection refused"))) {
      return "connection refused";
    }
    return message == null ? failure.getClass().getSimpleName() : message;
  }

  /** The reason for a node that accepts connections but does not answer in time. */
  public static String silence(Duration timeout) {
    return "no answer within %d ms".formatted(timeout.toMillis());
  }
}
