package io.holdfast.core.storage.memcached;

import io.holdfast.core.config.NodeAddress;
import io.holdfast.core.storage.link.ConnectionListener;
import io.holdfast.core.storage.link.ConnectionSettings;
import io.holdfast.core.storage.link.HostResolver;
import io.holdfast.core.storage.link.LinkKey;
import io.holdfast.core.storage.link.LinkSource;
import io.holdfast.core.storage.link.NodeClient;
import io.holdfast.core.storage.link.NodeConnector;
import io.holdfast.core.storage.link.NodePlaces;
import io.holdfast.core.storage.link.SharedLinks;
import java.net.InetAddress;
import java.time.InstantSource;
import java.util.concurrent.ScheduledExecutorService;

/** The connections to memcached that several web applications share. */
public final class MemcachedConnections implements NodeClient {

  private final ScheduledExecutorService timer;
  private final HostResolver resolver;
  private final SharedLinks<NodeLink> links = new SharedLinks<>();

  /** Creates it without any; the timer, for pings, is closed after all stores are. */
  public MemcachedConnections(ScheduledExecutorService timer) {
    this(timer, InetAddress::getAllByName);
  }

  /** Connects to the addresses that the resolver finds at each attempt. */
  MemcachedConnections(ScheduledExecutorService timer, HostResolver resolver) {
    this.timer = timer;
    this.resolver = resolver;
  }

  /** Connects over a shared connection; opens one if none is in use. */
  @Override
  public MemcachedStore connect(
      NodeAddress node,
      ConnectionSettings settings,
      ScheduledExecutorService ownTimer,
      InstantSource clock,
      ConnectionListener listener) {
    QuietSpyLogger.install();
    LinkSource<NodeLink> shared =
        links.use(
            new LinkKey(node, settings),
            node.id(),
            news ->
                new NodeConnector<>(
                    "memcached",
                    node,
                    settings.operationTimeout(),
                    timer,
                    news,
                    NodePlaces.of(node.host(), node.port(), resolver),
                    new MemcachedOpener(node, settings)),
            listener,
            ownTimer);
    return new MemcachedStore(shared, node, settings, ownTimer, clock, listener);
  }
}
