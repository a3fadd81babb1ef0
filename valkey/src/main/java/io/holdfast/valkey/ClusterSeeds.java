package io.holdfast.valkey;

import io.holdfast.core.config.ClusterCopy;
import io.holdfast.core.config.NodeAddress;
import io.holdfast.core.config.ServerAddress;
import io.holdfast.core.log.Loggers;
import io.holdfast.core.storage.link.ConnectionSettings;
import io.holdfast.core.storage.link.Deadlines;
import io.holdfast.core.storage.link.HostResolver;
import io.holdfast.core.storage.link.NodePlaces;
import io.holdfast.core.storage.link.Opener;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Keeps one link to any server of a cluster, which is asked each second which server has which
 * slots. When a primary has lost its slots, as after a failover, the link ends: the node counts as
 * lost for a moment, and sessions in memory are stored again.
 */
final class ClusterSeeds implements NodePlaces, Opener<ValkeyLink> {

  private static final System.Logger LOG = Loggers.of(ClusterSeeds.class);

  private final NodeAddress node;
  private final ClusterCopy copy;
  private final ClusterMap map;
  private final ValkeyOpener opener;
  private final HostResolver resolver;
  private @Nullable Dialogue dialogue;

  ClusterSeeds(
      NodeAddress node,
      ClusterCopy copy,
      ClusterMap map,
      ConnectionSettings settings,
      HostResolver resolver) {
    this.node = node;
    this.copy = copy;
    this.map = map;
    this.opener = new ValkeyOpener(node, settings, ValkeyOpener.Part.SEED);
    this.resolver = resolver;
  }

  @Override
  public List<InetSocketAddress> find(Deadlines questions) throws IOException {
    Set<ServerAddress> servers = new LinkedHashSet<>(map.primaries());
    servers.addAll(copy.seeds());
    servers.addAll(map.all());
    List<InetSocketAddress> places = new ArrayList<>();
    UnknownHostException unknown = null;
    for (ServerAddress server : servers) {
      try {
        places.addAll(resolver.placesOf(server.host(), server.port()));
      } catch (UnknownHostException e) {
        unknown = e;
      }
    }
    if (places.isEmpty() && unknown != null) {
      throw unknown;
    }
    return places;
  }

  @Override
  public @Nullable ValkeyLink open(InetSocketAddress address, Deadlines questions)
      throws IOException, InterruptedException {
    Dialogue opened = opener.begin(address, questions);
    if (opened == null) {
      return null;
    }
    boolean isReady = false;
    try {
      Dialogue.Answer slots = opened.ask("CLUSTER", "SLOTS");
      if (slots == null) {
        return null;
      }
      var unused = map.take(slots.reply(), address.getHostString());
      dialogue = opened;
      isReady = true;
      return opened.link();
    } finally {
      if (!isReady) {
        opened.close();
      }
    }
  }

  @Override
  public @Nullable String reasonToLeave(InetSocketAddress place, Deadlines questions)
      throws InterruptedException {
    Dialogue current = dialogue;
    if (current == null) {
      return null;
    }
    try {
      Dialogue.Answer slots = current.ask("CLUSTER", "SLOTS");
      ServerAddress former = slots == null ? null : map.take(slots.reply(), place.getHostString());
      return former == null ? null : "the primary %s has lost its slots".formatted(former);
    } catch (IOException e) {
      LOG.log(Level.DEBUG, () -> "node " + node + ": no slots: " + e);
      return null; // if the link has ended, its owner knows
    }
  }
}
