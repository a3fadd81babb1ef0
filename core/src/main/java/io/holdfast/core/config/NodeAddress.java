package io.holdfast.core.config;

/**
 * One memcached node as configured.
 *
 * @param id short name in {@code memcachedNodes}; letters, digits, {@code _} and {@code -}, or
 *     {@code host:port} where the configuration gives no name
 * @param host name or literal address, IPv6 without brackets; resolved at each connection
 * @param port 1 to 65535
 */
public record NodeAddress(String id, String host, int port) {

  /** Checks the port. */
  public NodeAddress {
    if (port < 1 || port > 65_535) {
      throw new IllegalArgumentException("port must be 1 to 65535: " + port);
    }
  }

  /** {@code host:port}, with IPv6 in brackets. */
  public String hostAndPort() {
    return (host.indexOf(':') >= 0 ? "[" + host + "]" : host) + ":" + port;
  }

  /** The node in the form of {@code memcachedNodes}. */
  String entry() {
    return id.equals(hostAndPort()) ? id : id + ":" + hostAndPort();
  }

  @Override
  public String toString() {
    return id + "(" + hostAndPort() + ")";
  }
}
