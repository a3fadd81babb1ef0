package io.holdfast.core.storage.memory;

import io.holdfast.core.config.NodeAddress;
import io.holdfast.core.storage.NodeStore;
import io.holdfast.core.storage.link.ConnectionListener;
import io.holdfast.core.storage.link.ConnectionSettings;
import io.holdfast.core.storage.link.NodeClient;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledExecutorService;

/**
 * The node {@code memory}. All Tomcats that share this class share it, and it outlives them: an
 * application that is deployed again finds its sessions.
 */
public final class InMemoryNodes implements NodeClient {

  private static final Map<String, HeldValues> NODES = new ConcurrentHashMap<>();

  /** Creates it. */
  public InMemoryNodes() {}

  @Override
  public NodeStore connect(
      NodeAddress node,
      ConnectionSettings settings,
      ScheduledExecutorService ownTimer,
      InstantSource clock,
      ConnectionListener listener) {
    HeldValues values = NODES.computeIfAbsent(node.id(), first -> new HeldValues());
    listener.connected(node.id());
    return new InMemoryStore(node.id(), clock, values);
  }
}
