package io.holdfast.core.storage.memcached;

import java.io.IOException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.UnknownHostException;

/** Tells an operator why there is no connection to a node. */
final class Failures {

  private Failures() {}

  /** Why an attempt to connect failed; neither user name nor password is in it. */
  static String describe(IOException failure) {
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
  static String silence(MemcachedSettings settings) {
    return "no answer within %d ms".formatted(settings.operationTimeout().toMillis());
  }
}
