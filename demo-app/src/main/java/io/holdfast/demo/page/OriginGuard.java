package io.holdfast.demo.page;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Decides whether a request may come in.
 *
 * <p>The demo kills processes on request. Listening on the loopback interface keeps other machines
 * out; pages of other sites, which run in a browser on this one, are kept out here: a name that
 * they made resolve to 127.0.0.1 shows in {@code Host}, a form or script of theirs in {@code
 * Origin}.
 */
final class OriginGuard {

  private final Set<String> hosts;

  OriginGuard(int port) {
    // A browser leaves port 80 out.
    String suffix = port == 80 ? "" : ":" + port;
    this.hosts = Set.of("127.0.0.1" + suffix, "localhost" + suffix);
  }

  /** Returns whether the request names this server by one of its own names. */
  boolean allowsHost(@Nullable String host) {
    return host != null && hosts.contains(host);
  }

  /** Returns whether a request that changes something comes from this server's own page. */
  boolean allowsOrigin(@Nullable String origin) {
    return origin != null
        && origin.startsWith("http://")
        && hosts.contains(origin.substring("http://".length()));
  }
}
