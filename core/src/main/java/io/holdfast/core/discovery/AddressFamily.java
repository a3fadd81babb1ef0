package io.holdfast.core.discovery;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * The address family of the discovered nodes, IPv4 or IPv6. It is what the first answer has, and
 * changes when three answers in a row agree on the other.
 *
 * <p>While nodes of one family give way to those of the other, step by step, the list has both, and
 * one memcached may be two nodes of it: the two copies of a session would be in one process. So an
 * answer that lacks a family for once must not begin that. Used on the asking thread only.
 */
final class AddressFamily {

  /** The type of DNS records with addresses of IPv4. */
  static final String IPV4 = "A";

  /** The type of DNS records with addresses of IPv6. */
  static final String IPV6 = "AAAA";

  private @Nullable String current;
  private int others;

  /** Notes the family of an answer; refuses it if it is too early to change the one in use. */
  void accept(String answered) throws IOException {
    others = current == null || current.equals(answered) ? 0 : others + 1;
    if (others > 0 && others < NodeFollower.ANSWERS) {
      throw new IOException(
          answered.equals(IPV4)
              ? "there are addresses of IPv4, and nodes of IPv6 are in use"
              : "there are no addresses but those of IPv6, and nodes of IPv4 are in use");
    }
    current = answered;
    others = 0;
  }
}
