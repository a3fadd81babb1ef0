package io.holdfast.core.storage.memcached;

import java.net.InetSocketAddress;
import java.security.cert.X509Certificate;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a node says of itself.
 *
 * @param address that answered, of those that the node's name has
 * @param hasLoggedIn whether the node demanded user name and password, which it has taken
 * @param encryption of the connection; null for none
 * @param version of the server, as it writes it; null in the binary protocol, where none is asked
 * @param figures what it counts, by the names of memcached's {@code stats}; empty if it tells none
 * @param settings how it was started, by the names of {@code stats settings}; empty if it tells
 *     none
 */
public record NodeAnswers(
    InetSocketAddress address,
    boolean hasLoggedIn,
    @Nullable Encryption encryption,
    @Nullable String version,
    Map<String, String> figures,
    Map<String, String> settings) {

  /** How a connection is encrypted. */
  public record Encryption(String protocol, X509Certificate certificate) {}

  /** Copies the maps. */
  public NodeAnswers {
    figures = Map.copyOf(figures);
    settings = Map.copyOf(settings);
  }

  /** A figure or setting as a number; -1 if the node does not tell it. */
  public long number(String name) {
    String value = figures.getOrDefault(name, settings.getOrDefault(name, ""));
    try {
      return Math.max(-1, Long.parseLong(value));
    } catch (NumberFormatException e) {
      return -1;
    }
  }
}
