package io.holdfast.demo.server;

/** A server did not start; the message ends with the last lines of its log. */
public final class ServerStartException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  ServerStartException(String message) {
    super(message);
  }
}
