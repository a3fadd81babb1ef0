package io.holdfast.core.config;

import org.jspecify.annotations.Nullable;

/**
 * One node, as it is configured or was found.
 *
 * @param id short name in {@code memcachedNodes}; letters, digits, {@code _} and {@code -}, or
 *     {@code host:port} where there is no name
 * @param host name or literal address, IPv6 without brackets; resolved at each connection
 * @param certifiedName the name or address that the node's certificate must be for, with TLS
 * @param zone that is lost as a whole, such as a data centre; null if none is named
 * @param sentinels who know where it is now, the first of them being its host and port; null if it
 *     is there
 * @param cluster that holds one copy of each session here; null for a server of its own
 */
public record NodeAddress(
    String id,
    String host,
    int port,
    String certifiedName,
    @Nullable String zone,
    Engine engine,
    @Nullable Sentinels sentinels,
    @Nullable ClusterCopy cluster) {

  public NodeAddress {
    if (port < 1 || port > 65_535) {
      throw new IllegalArgumentException("port must be 1 to 65535: " + port);
    }
  }

  /** A node that is where it is configured. */
  public NodeAddress(
      String id,
      String host,
      int port,
      String certifiedName,
      @Nullable String zone,
      Engine engine) {
    this(id, host, port, certifiedName, zone, engine, null, null);
  }

  /** The node in the memory of this process. */
  static NodeAddress inMemory() {
    return new NodeAddress(
        Engine.IN_MEMORY, Engine.IN_MEMORY, 1, Engine.IN_MEMORY, null, Engine.MEMORY);
  }

  /** A node that sentinels know, the first of them being its host and port. */
  static NodeAddress knownBy(Sentinels sentinels) {
    String id = sentinels.name().replace('.', '-');
    ServerAddress first = sentinels.members().get(0);
    return new NodeAddress(
        id, first.host(), first.port(), first.host(), null, Engine.VALKEY, sentinels, null);
  }

  /** One of the copies in a cluster. */
  static NodeAddress of(ClusterCopy cluster) {
    String id = "copy" + cluster.number();
    ServerAddress first = cluster.seeds().get(0);
    return new NodeAddress(
        id, first.host(), first.port(), first.host(), null, Engine.VALKEY, null, cluster);
  }

  /** A node that is memcached, without a zone, whose certificate is for its host. */
  public NodeAddress(String id, String host, int port) {
    this(id, host, port, host, null, Engine.MEMCACHED);
  }

  /** A node without a name: its id is {@code host:port}. */
  public static NodeAddress unnamed(String host, int port, String certifiedName) {
    return new NodeAddress(
        NodeForm.joined(host, port), host, port, certifiedName, null, Engine.MEMCACHED);
  }

  /** The same node in a zone; null for none. */
  public NodeAddress inZone(@Nullable String itsZone) {
    return new NodeAddress(id, host, port, certifiedName, itsZone, engine, sentinels, cluster);
  }

  /** The same node as one of an engine. */
  public NodeAddress of(Engine itsEngine) {
    return new NodeAddress(id, host, port, certifiedName, zone, itsEngine, sentinels, cluster);
  }

  /** The same node at a place that is known now. */
  public NodeAddress at(String itsHost, int itsPort) {
    return new NodeAddress(id, itsHost, itsPort, itsHost, zone, engine);
  }

  /** {@code host:port}, with IPv6 in brackets; of a node that sentinels know, their addresses. */
  public String hostAndPort() {
    if (engine == Engine.MEMORY) {
      return host;
    }
    return sentinels != null
        ? sentinels.toString()
        : cluster != null ? cluster.toString() : NodeForm.joined(host, port);
  }

  /** The node in the form of {@code memcachedNodes}. */
  String entry() {
    if (cluster != null) {
      return cluster.source(); // which stands for all copies
    }
    if (sentinels != null) {
      return sentinels.toString();
    }
    String address = engine.prefix() + hostAndPort();
    return (id.equals(hostAndPort()) ? address : id + ":" + address)
        + zoneShown(engine.beforeZone());
  }

  private String zoneShown(String before) {
    return zone == null ? "" : before + zone;
  }

  @Override
  public String toString() {
    return id + "(" + hostAndPort() + ")" + zoneShown("@");
  }
}
