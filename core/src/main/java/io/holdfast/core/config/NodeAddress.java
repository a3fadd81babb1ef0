package io.holdfast.core.config;

import org.jspecify.annotations.Nullable;

/**
 * One memcached node, as it is configured or was found.
 *
 * @param id short name in {@code memcachedNodes}; letters, digits, {@code _} and {@code -}, or
 *     {@code host:port} where there is no name
 * @param host name or literal address, IPv6 without brackets; resolved at each connection
 * @param port 1 to 65535
 * @param certifiedName the name or address that the node's certificate must be for, with TLS
 * @param zone that is lost as a whole, such as a data centre; null if none is named
 */
public record NodeAddress(
    String id, String host, int port, String certifiedName, @Nullable String zone) {

  /** Checks the port. */
  public NodeAddress {
    if (port < 1 || port > 65_535) {
      throw new IllegalArgumentException("port must be 1 to 65535: " + port);
    }
  }

  /** A node without a zone. */
  public NodeAddress(String id, String host, int port, String certifiedName) {
    this(id, host, port, certifiedName, null);
  }

  /** A node without a zone whose certificate is for its host. */
  public NodeAddress(String id, String host, int port) {
    this(id, host, port, host);
  }

  /** A node without a name: its id is {@code host:port}. */
  public static NodeAddress unnamed(String host, int port, String certifiedName) {
    return new NodeAddress(joined(host, port), host, port, certifiedName);
  }

  /** {@code host:port}, with IPv6 in brackets. */
  public String hostAndPort() {
    return joined(host, port);
  }

  private static String joined(String host, int port) {
    return (host.indexOf(':') >= 0 ? "[" + host + "]" : host) + ":" + port;
  }

  /** The node in the form of {@code memcachedNodes}. */
  String entry() {
    return (id.equals(hostAndPort()) ? id : id + ":" + hostAndPort()) + inZone();
  }

  private String inZone() {
    return zone == null ? "" : "@" + zone;
  }

  @Override
  public String toString() {
    return id + "(" + hostAndPort() + ")" + inZone();
  }
}
