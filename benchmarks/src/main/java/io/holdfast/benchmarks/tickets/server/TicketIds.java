package io.holdfast.benchmarks.tickets.server;

import java.security.SecureRandom;
import java.util.Base64;

/** Names for tickets that nobody can guess. */
final class TicketIds {

  private static final int BYTES = 24;

  private final SecureRandom random = new SecureRandom();

  /** A new name, such as {@code ST-} and 32 letters. */
  String next(String prefix) {
    byte[] bytes = new byte[BYTES];
    random.nextBytes(bytes);
    return prefix + Base64.getUrlEncoder().encodeToString(bytes);
  }
}
