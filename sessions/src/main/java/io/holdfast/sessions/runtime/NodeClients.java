package io.holdfast.sessions.runtime;

import io.holdfast.core.config.ConfigurationException;
import io.holdfast.core.config.Engine;
import io.holdfast.core.config.SessionConfiguration;
import io.holdfast.core.config.Setting;
import io.holdfast.core.storage.link.NodeClient;
import io.holdfast.core.storage.memcached.MemcachedConnections;
import io.holdfast.core.storage.memory.InMemoryNodes;
import io.holdfast.core.transcoder.JarPlace;
import java.util.concurrent.ScheduledExecutorService;
import org.jspecify.annotations.Nullable;

/**
 * The clients of the nodes' engines. That of Valkey is in a jar of its own, which may be missing.
 */
final class NodeClients {

  private static final String VALKEY = "io.holdfast.valkey.ValkeyConnections";

  private final ScheduledExecutorService timer;
  private final ClassLoader loader;
  private final NodeClient memcached;
  private final NodeClient memory = new InMemoryNodes();
  private @Nullable NodeClient valkey;

  NodeClients(ScheduledExecutorService timer, ClassLoader loader) {
    this.timer = timer;
    this.loader = loader;
    this.memcached = new MemcachedConnections(timer);
  }

  /** Refuses nodes whose client is not there, and names the jar that is missing. */
  static void check(SessionConfiguration configuration, ClassLoader loader) {
    if (!configuration.layout().engine().isValkey()) {
      return;
    }
    try {
      Class.forName(VALKEY, false, loader);
    } catch (ClassNotFoundException e) {
      ConfigurationException missing =
          new ConfigurationException(
              Setting.MEMCACHED_NODES,
              configuration.layout().nodeList(),
              "class %s was not found; %s"
                  .formatted(
                      VALKEY,
                      JarPlace.of(
                          "holdfast-valkey",
                          ", which lies in the folder valkey of the distribution,")));
      missing.initCause(e);
      throw missing;
    }
  }

  /** The client of an engine. */
  synchronized NodeClient of(Engine engine) {
    if (!engine.isValkey()) {
      return engine == Engine.MEMORY ? memory : memcached;
    }
    NodeClient found = valkey;
    if (found == null) {
      found = create();
      valkey = found;
    }
    return found;
  }

  private NodeClient create() {
    try {
      return Class.forName(VALKEY, true, loader)
          .asSubclass(NodeClient.class)
          .getConstructor(ScheduledExecutorService.class)
          .newInstance(timer);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("holdfast-valkey is of another version than its core", e);
    }
  }
}
