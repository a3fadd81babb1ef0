package io.holdfast.testkit.memcached;

import io.holdfast.testkit.relay.Relay;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Stands in front of a node and answers {@code config get cluster} like the configuration endpoint
 * of ElastiCache, which memcached itself does not know. Everything else the node answers.
 */
public final class ClusterEndpoint implements AutoCloseable {

  private final Relay relay;
  private volatile List<String> nodes = List.of();
  private final AtomicInteger version = new AtomicInteger();

  private ClusterEndpoint(MemcachedNode node) {
    relay =
        Relay.before(
            new InetSocketAddress(node.host(), node.port()),
            (client, upstream, clock) -> new ConfiguredConnection(client, upstream, this::answer));
  }

  /** Opens a port of the node's address that leads to it; does not close the node. */
  public static ClusterEndpoint before(MemcachedNode node) {
    return new ClusterEndpoint(node);
  }

  /** The port for clients, on the node's address. */
  public int port() {
    return relay.port();
  }

  /** The cluster has these nodes from now on, each as {@code host|address|port}. */
  public void set(String... all) {
    nodes = List.of(all);
    version.incrementAndGet();
  }

  private String answer() {
    String configuration = version.get() + "\n" + String.join(" ", nodes) + "\n";
    return "CONFIG cluster 0 %d\r\n%s\r\nEND\r\n".formatted(configuration.length(), configuration);
  }

  /** Ends all connections; the node runs on. */
  @Override
  public void close() {
    relay.close();
  }
}
