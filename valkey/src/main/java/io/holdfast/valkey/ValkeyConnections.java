package io.holdfast.valkey;

import io.holdfast.core.config.ClusterCopy;
import io.holdfast.core.config.Engine;
import io.holdfast.core.config.NodeAddress;
import io.holdfast.core.config.Sentinels;
import io.holdfast.core.config.ServerAddress;
import io.holdfast.core.storage.link.ConnectionListener;
import io.holdfast.core.storage.link.ConnectionSettings;
import io.holdfast.core.storage.link.LinkKey;
import io.holdfast.core.storage.link.LinkSource;
import io.holdfast.core.storage.link.NodeClient;
import io.holdfast.core.storage.link.NodeConnector;
import io.holdfast.core.storage.link.NodePlaces;
import io.holdfast.core.storage.link.Opener;
import io.holdfast.core.storage.link.SharedLinks;
import io.holdfast.valkey.ValkeyOpener.Part;
import java.net.InetAddress;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledExecutorService;

/** The connections to Valkey or Redis that several web applications share. */
public final class ValkeyConnections implements NodeClient {

  private final ScheduledExecutorService timer;
  private final SharedLinks<ValkeyLink> links = new SharedLinks<>();

  /** One for each configuration of a cluster that this Tomcat has had. */
  private final Map<LinkKey, ClusterMap> maps = new ConcurrentHashMap<>();

  /**
   * Creates it without any connection.
   *
   * @param timer for pings; not closed by this class, and not before all stores are
   */
  public ValkeyConnections(ScheduledExecutorService timer) {
    this.timer = timer;
  }

  @Override
  public ValkeyStore connect(
      NodeAddress node,
      ConnectionSettings settings,
      ScheduledExecutorService ownTimer,
      InstantSource clock,
      ConnectionListener listener) {
    ClusterCopy copy = node.cluster();
    LinkKey key = new LinkKey(node, settings);
    if (copy == null) {
      ValkeyOpener opener = new ValkeyOpener(node, settings, Part.ALONE);
      LinkSource<ValkeyLink> shared =
          links.use(
              key,
              node.id(),
              news -> connector(node, settings, news, places(node, settings), opener),
              listener,
              ownTimer);
      return new ValkeyStore(shared, node, settings, ownTimer, listener);
    }
    ClusterMap map = maps.computeIfAbsent(key, unused -> new ClusterMap(node));
    LinkSource<ValkeyLink> seed =
        links.use(
            key,
            node.id(),
            news -> {
              ClusterSeeds seeds =
                  new ClusterSeeds(node, copy, map, settings, InetAddress::getAllByName);
              return connector(node, settings, news, seeds, seeds);
            },
            listener,
            ownTimer);
    ClusterRoutes routes =
        new ClusterRoutes(node, map, seed, server -> primary(server, settings, ownTimer));
    return new ValkeyStore(routes, node, settings, ownTimer, listener);
  }

  /** The link to a primary of a cluster, for both copies. */
  private LinkSource<ValkeyLink> primary(
      ServerAddress server, ConnectionSettings settings, ScheduledExecutorService ownTimer) {
    NodeAddress place =
        new NodeAddress(
            server.toString(), server.host(), server.port(), server.host(), null, Engine.VALKEY);
    return links.use(
        new LinkKey(place, settings),
        place.id(),
        news ->
            connector(
                place,
                settings,
                news,
                places(place, settings),
                new ValkeyOpener(place, settings, Part.PRIMARY)),
        new ConnectionListener() {}, // the node is told of the cluster's state by its seed
        ownTimer);
  }

  private NodeConnector<ValkeyLink> connector(
      NodeAddress node,
      ConnectionSettings settings,
      ConnectionListener news,
      NodePlaces places,
      Opener<ValkeyLink> opener) {
    return new NodeConnector<>(
        "valkey", node, settings.operationTimeout(), timer, news, places, opener);
  }

  private static NodePlaces places(NodeAddress node, ConnectionSettings settings) {
    Sentinels sentinels = node.sentinels();
    return sentinels == null
        ? NodePlaces.of(node.host(), node.port(), InetAddress::getAllByName)
        : new SentinelPlaces(node, sentinels, settings, InetAddress::getAllByName);
  }
}
