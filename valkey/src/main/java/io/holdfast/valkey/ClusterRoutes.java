package io.holdfast.valkey;

import io.holdfast.core.config.NodeAddress;
import io.holdfast.core.config.ServerAddress;
import io.holdfast.core.storage.StoreException;
import io.holdfast.core.storage.StoreException.Reason;
import io.holdfast.core.storage.link.LinkSource;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The links of one store to the primaries of a cluster; opened when they are first needed. */
final class ClusterRoutes implements LinkSource<ValkeyLink> {

  /** More than a cluster has: a server that names ever new ones costs no more threads. */
  private static final int MOST_PRIMARIES = 500;

  private final NodeAddress node;
  private final ClusterMap map;
  private final Slots slots;
  private final LinkSource<ValkeyLink> seed;
  private final Function<ServerAddress, LinkSource<ValkeyLink>> connect;
  private final Map<ServerAddress, LinkSource<ValkeyLink>> links = new HashMap<>();

  /** By slot; one future for all that is sent to it keeps the order. */
  private final Map<Integer, CompletableFuture<ValkeyLink>> awaited = new ConcurrentHashMap<>();

  private boolean closed;

  /**
   * Creates it without links to primaries.
   *
   * @param seed link to any server, over which the map is read
   * @param connect opens a link to a primary
   */
  ClusterRoutes(
      NodeAddress node,
      ClusterMap map,
      LinkSource<ValkeyLink> seed,
      Function<ServerAddress, LinkSource<ValkeyLink>> connect) {
    this.node = node;
    this.map = map;
    this.slots = new Slots(node);
    this.seed = seed;
    this.connect = connect;
  }

  /** The key as it is sent. */
  String sent(String key) {
    return slots.tagged(key);
  }

  /** The link over which the map is read. */
  @Override
  public CompletableFuture<ValkeyLink> current() {
    return seed.current();
  }

  @Override
  public CompletableFuture<ValkeyLink> current(String key) {
    int slot = slots.of(key);
    ServerAddress known = map.ownerOf(slot);
    if (known != null) {
      return at(known);
    }
    // before the first answer, or while a slot has no owner
    CompletableFuture<ValkeyLink> link =
        awaited.computeIfAbsent(slot, one -> seed.current().thenCompose(any -> atOwnerOf(one)));
    var unused = link.whenComplete((owner, failure) -> awaited.remove(slot, link));
    return link;
  }

  private CompletableFuture<ValkeyLink> atOwnerOf(int slot) {
    ServerAddress owner = map.ownerOf(slot);
    return owner == null ? none("no server has its slot") : at(owner);
  }

  /** The link to which an error sends an operation. */
  CompletableFuture<ValkeyLink> follow(ReplyError error, String asked) {
    ServerAddress target = ClusterMap.target(error, asked);
    int slot = ClusterMap.slot(error);
    if (target == null || slot < 0) {
      return none("it is sent nowhere: " + error.line());
    }
    if (error.code().equals("MOVED")) {
      map.moved(slot, target);
    }
    return at(target);
  }

  private CompletableFuture<ValkeyLink> at(ServerAddress server) {
    LinkSource<ValkeyLink> link;
    synchronized (this) {
      if (closed) {
        return none("the store is closed");
      }
      link = links.get(server);
      if (link == null) {
        closeFormer();
        if (links.size() >= MOST_PRIMARIES) {
          return none("more than %d primaries are named".formatted(MOST_PRIMARIES));
        }
        link = connect.apply(server);
        links.put(server, link);
      }
    }
    return link.current();
  }

  /** Closes links to servers that have left. */
  private void closeFormer() {
    links
        .entrySet()
        .removeIf(
            link -> {
              boolean isFormer = !map.primaries().contains(link.getKey());
              if (isFormer) {
                link.getValue().close();
              }
              return isFormer;
            });
  }

  private CompletableFuture<ValkeyLink> none(String why) {
    return CompletableFuture.failedFuture(
        new StoreException(Reason.UNAVAILABLE, node.id(), why, null));
  }

  /** The sum of all links' rounds: it grows when any of them has read. */
  @Override
  public long begin() {
    long rounds = seed.begin();
    synchronized (this) {
      for (LinkSource<ValkeyLink> link : links.values()) {
        rounds += Math.max(0, link.begin());
      }
    }
    return rounds;
  }

  @Override
  public @Nullable ValkeyLink now() {
    return null; // operations of different keys take different links
  }

  @Override
  public void close() {
    synchronized (this) {
      closed = true;
      links.values().forEach(LinkSource::close);
      links.clear();
    }
    seed.close();
  }
}
