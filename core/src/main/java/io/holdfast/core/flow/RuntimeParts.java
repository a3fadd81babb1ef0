package io.holdfast.core.flow;

import io.holdfast.core.backup.BackupExecutor;
import io.holdfast.core.config.ConfigurationException;
import io.holdfast.core.config.NodeAddress;
import io.holdfast.core.config.Protocol;
import io.holdfast.core.config.Secret;
import io.holdfast.core.config.SessionConfiguration;
import io.holdfast.core.config.Setting;
import io.holdfast.core.metrics.SessionMetrics;
import io.holdfast.core.record.RecordCodec;
import io.holdfast.core.routing.NodeHealthBoard;
import io.holdfast.core.routing.NodeStateListener;
import io.holdfast.core.routing.Placement;
import io.holdfast.core.session.StorageKeys;
import io.holdfast.core.storage.GuardedStore;
import io.holdfast.core.storage.NodeProber;
import io.holdfast.core.storage.SessionStore;
import io.holdfast.core.storage.memcached.ConnectionListener;
import io.holdfast.core.storage.memcached.MemcachedProtocol;
import io.holdfast.core.storage.memcached.MemcachedSettings;
import io.holdfast.core.storage.memcached.MemcachedStore;
import io.holdfast.core.transcoder.ClassFilter;
import io.holdfast.core.transcoder.DecodeLimits;
import io.holdfast.core.transcoder.TranscoderContext;
import io.holdfast.core.transcoder.TranscoderException;
import io.holdfast.core.transcoder.TranscoderFactories;
import io.holdfast.core.transcoder.TranscoderFactory;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/**
 * What sticky and shared sessions need alike, made from the configuration: serializer, keys,
 * connections, health of the nodes, threads.
 */
final class RuntimeParts implements AutoCloseable {

  private static final System.Logger LOG = System.getLogger(RuntimeParts.class.getName());
  private static final int MAX_WAITING_SESSIONS = 100_000;
  private static final int FAILURES_TO_OPEN = 3;
  private static final int MAX_IN_FLIGHT = 1_000;
  private static final Duration PROBE_INTERVAL = Duration.ofSeconds(1);

  final SessionMetrics metrics;
  final BackupExecutor executor;
  final SnapshotCodec codec;
  final RecordCodec records;
  final StorageKeys keys;
  final NodeHealthBoard health;
  final Placement placement;
  final Map<String, SessionStore> stores;
  private final Map<String, SessionStore> connections = new HashMap<>();
  private final Relay relay = new Relay();
  private final NodeProber prober;

  /**
   * Puts the parts together and starts connecting. A store that does not answer is no error.
   *
   * @throws ConfigurationException if the serializer cannot work, or an attribute that only the
   *     surroundings can tell is wrong
   */
  RuntimeParts(SessionConfiguration configuration, Surroundings surroundings) {
    this.metrics = new SessionMetrics(configuration.statistics());
    TranscoderFactory factory = transcoderFactory(configuration, surroundings);
    TranscoderContext context = transcoderContext(configuration, surroundings);
    this.codec = snapshotCodec(configuration, factory, context, surroundings);
    this.records = new RecordCodec(factory.name());
    this.keys = storageKeys(configuration, surroundings);
    this.executor =
        new BackupExecutor(
            "holdfast-" + surroundings.host() + surroundings.contextPath(),
            configuration.backupThreads(),
            MAX_WAITING_SESSIONS,
            surroundings.ownLoader());
    executor.start();
    List<String> nodeIds = configuration.nodes().stream().map(NodeAddress::id).toList();
    this.health = new NodeHealthBoard(nodeIds, FAILURES_TO_OPEN, surroundings.clock(), relay);
    this.placement =
        new Placement(nodeIds, configuration.failoverNodes(), configuration.copies(), health);
    Map<String, SessionStore> guarded = new HashMap<>();
    for (NodeAddress node : configuration.nodes()) {
      SessionStore store =
          MemcachedStore.connect(
              node, settings(configuration), executor.timer(), surroundings.clock(), relay);
      connections.put(node.id(), store);
      guarded.put(node.id(), new GuardedStore(node.id(), store, health));
    }
    this.stores = Map.copyOf(guarded);
    this.prober =
        new NodeProber(
            connections, health, executor.timer(), ThreadLocalRandom.current(), PROBE_INTERVAL);
  }

  /** From now on nodes are probed, and who listens hears of them. */
  void start(NodeNews listener) {
    relay.target = listener;
    prober.start();
  }

  /** Ends all connections and threads. */
  @Override
  public void close() {
    prober.close();
    connections.values().forEach(SessionStore::close);
    executor.close();
  }

  private static TranscoderFactory transcoderFactory(
      SessionConfiguration configuration, Surroundings surroundings) {
    try {
      return TranscoderFactories.find(configuration.transcoder(), surroundings.ownLoader());
    } catch (TranscoderException e) {
      throw wrong(Setting.TRANSCODER_FACTORY_CLASS, configuration.transcoder(), e);
    }
  }

  private static TranscoderContext transcoderContext(
      SessionConfiguration configuration, Surroundings surroundings) {
    try {
      ClassFilter filter =
          ClassFilter.create(surroundings.applicationLoader(), configuration.allowedClasses());
      return new TranscoderContext(
          filter,
          DecodeLimits.DEFAULTS,
          configuration.copyCollections(),
          configuration.customConverters());
    } catch (IllegalArgumentException e) {
      throw wrong(Setting.ALLOWED_CLASSES, configuration.allowedClasses(), e);
    }
  }

  private SnapshotCodec snapshotCodec(
      SessionConfiguration configuration,
      TranscoderFactory factory,
      TranscoderContext context,
      Surroundings surroundings) {
    try {
      return new SnapshotCodec(
          factory.create(context), new ContextLoader(surroundings.applicationLoader()), metrics);
    } catch (TranscoderException e) {
      throw wrong(Setting.TRANSCODER_FACTORY_CLASS, configuration.transcoder(), e);
    }
  }

  private static StorageKeys storageKeys(
      SessionConfiguration configuration, Surroundings surroundings) {
    return StorageKeys.parse(
        configuration.storageKeyPrefix(),
        surroundings.host(),
        surroundings.contextPath(),
        surroundings.webappVersion());
  }

  private static ConfigurationException wrong(Setting setting, String value, Exception cause) {
    ConfigurationException error =
        new ConfigurationException(setting, value, String.valueOf(cause.getMessage()));
    error.initCause(cause);
    return error;
  }

  private static MemcachedSettings settings(SessionConfiguration configuration) {
    Secret password = configuration.password();
    return new MemcachedSettings(
        configuration.protocol() == Protocol.BINARY
            ? MemcachedProtocol.BINARY
            : MemcachedProtocol.TEXT,
        configuration.operationTimeout(),
        MAX_IN_FLIGHT,
        Math.max(
            configuration.maxSessionSize() + StorageKeys.MAX_LENGTH,
            MemcachedSettings.DEFAULTS.maxItemSize()),
        configuration.username(),
        password == null ? null : password.value());
  }

  /**
   * Passes news of nodes on. The stores need somebody to tell before the one who listens can exist;
   * what happens before that concerns no session yet.
   */
  private final class Relay implements NodeStateListener, ConnectionListener {

    private volatile @Nullable NodeNews target;

    @Override
    public void nodeLost(String nodeId) {
      NodeNews news = target;
      if (news != null) {
        news.nodeLost(nodeId);
      } else {
        LOG.log(System.Logger.Level.WARNING, "memcached node {0} does not answer", nodeId);
      }
    }

    @Override
    public void nodeReturned(String nodeId) {
      NodeNews news = target;
      if (news != null) {
        news.nodeReturned(nodeId);
      }
    }

    @Override
    public void connected(String nodeId) {
      // A connection does not prove that anybody answers: a lost node is for the prober to judge.
      NodeNews news = target;
      if (news != null && health.isAvailable(nodeId)) {
        news.reconnected(nodeId);
      }
    }

    @Override
    public void disconnected(String nodeId) {
      health.disconnected(nodeId);
    }
  }
}
