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
import io.holdfast.core.repository.SessionRepository;
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
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Everything that one web application's sessions need, put together from its configuration; owns
 * the connections and, through its executor, the threads.
 */
public final class SessionRuntime implements AutoCloseable {

  private static final System.Logger LOG = System.getLogger(SessionRuntime.class.getName());
  private static final int MAX_WAITING_SESSIONS = 100_000;
  private static final int FAILURES_TO_OPEN = 3;
  private static final int MAX_IN_FLIGHT = 1_000;
  private static final Duration PROBE_INTERVAL = Duration.ofSeconds(1);

  private final SessionConfiguration configuration;
  private final SessionMetrics metrics;
  private final BackupExecutor executor;
  private final NodeHealthBoard health;
  private final Map<String, SessionStore> stores = new HashMap<>();
  private final NodeProber prober;
  private final SessionCoordinator coordinator;

  /**
   * Puts everything together and starts connecting. A store that does not answer is no error.
   *
   * @param configuration checked
   * @param surroundings of the web application
   * @param localSessions the sessions that the container holds now
   * @throws ConfigurationException if sessions are not sticky, the serializer cannot work, or an
   *     attribute that only the surroundings can tell is wrong
   */
  public SessionRuntime(
      SessionConfiguration configuration,
      Surroundings surroundings,
      Supplier<? extends Collection<? extends LiveSession>> localSessions) {
    refuseNonSticky(configuration);
    this.configuration = configuration;
    this.metrics = new SessionMetrics(configuration.statistics());
    TranscoderFactory factory = transcoderFactory(configuration, surroundings);
    TranscoderContext context = transcoderContext(configuration, surroundings);
    SnapshotCodec codec = snapshotCodec(factory, context, surroundings);
    StorageKeys keys = storageKeys(configuration, surroundings);
    this.executor =
        new BackupExecutor(
            "holdfast-" + surroundings.host() + surroundings.contextPath(),
            configuration.backupThreads(),
            MAX_WAITING_SESSIONS,
            surroundings.ownLoader());
    executor.start();
    Relay relay = new Relay();
    List<String> nodeIds = configuration.nodes().stream().map(NodeAddress::id).toList();
    this.health = new NodeHealthBoard(nodeIds, FAILURES_TO_OPEN, surroundings.clock(), relay);
    Map<String, SessionStore> guarded = new HashMap<>();
    for (NodeAddress node : configuration.nodes()) {
      SessionStore store =
          MemcachedStore.connect(
              node, settings(configuration), executor.timer(), surroundings.clock(), relay);
      stores.put(node.id(), store);
      guarded.put(node.id(), new GuardedStore(node.id(), store, health));
    }
    SessionRepository repository =
        new SessionRepository(
            new Placement(nodeIds, configuration.failoverNodes(), configuration.copies(), health),
            guarded,
            new RecordCodec(factory.name()),
            keys,
            configuration.maxSessionSize(),
            metrics);
    SessionBackup backup = new SessionBackup(repository, codec, metrics, surroundings.clock());
    this.coordinator =
        new SessionCoordinator(
            repository,
            codec,
            executor,
            executor.timer(),
            backup,
            metrics,
            surroundings.clock(),
            configuration.backupAsync(),
            configuration.backupTimeout(),
            configuration.operationTimeout());
    this.prober =
        new NodeProber(
            stores, health, executor.timer(), ThreadLocalRandom.current(), PROBE_INTERVAL);
    relay.target = new Resync(localSessions, repository, backup, coordinator, executor.timer());
    prober.start();
  }

  /** The steps around a request. */
  public SessionCoordinator coordinator() {
    return coordinator;
  }

  /** The counters. */
  public SessionMetrics metrics() {
    return metrics;
  }

  /** Which nodes answer. */
  public NodeHealthBoard health() {
    return health;
  }

  /**
   * Backs up what has changed and waits for all backups that are on their way.
   *
   * @param sessions the sessions that the container holds
   * @param deadline how long to wait at most
   * @return how many backups were not done at its end
   */
  public int drain(Collection<? extends LiveSession> sessions, Duration deadline) {
    for (LiveSession session : sessions) {
      coordinator.containerStopping(session);
    }
    return executor.drain(deadline);
  }

  /** Ends all connections and threads. */
  @Override
  public void close() {
    prober.close();
    stores.values().forEach(SessionStore::close);
    executor.close();
  }

  /** The effective settings in one line, without secrets. */
  @Override
  public String toString() {
    return "nodes %s, failover %s, %s backups, serializer %s, copies %d, operation timeout %d ms"
        .formatted(
            configuration.nodes(),
            configuration.failoverNodes(),
            configuration.backupAsync() ? "asynchronous" : "synchronous",
            configuration.transcoder(),
            configuration.copies(),
            configuration.operationTimeout().toMillis());
  }

  private static void refuseNonSticky(SessionConfiguration configuration) {
    if (!configuration.isSticky()) {
      throw new ConfigurationException(
          Setting.STICKY,
          "false",
          "this version keeps sticky sessions only; use true, with a jvmRoute for each Tomcat");
    }
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
      TranscoderFactory factory, TranscoderContext context, Surroundings surroundings) {
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

    private volatile @Nullable Resync target;

    @Override
    public void nodeLost(String nodeId) {
      Resync resync = target;
      if (resync != null) {
        resync.nodeLost(nodeId);
      } else {
        LOG.log(System.Logger.Level.WARNING, "memcached node {0} does not answer", nodeId);
      }
    }

    @Override
    public void nodeReturned(String nodeId) {
      Resync resync = target;
      if (resync != null) {
        resync.nodeReturned(nodeId);
      }
    }

    @Override
    public void connected(String nodeId) {
      // A connection does not prove that anybody answers: a lost node is for the prober to judge.
      Resync resync = target;
      if (resync != null && health.isAvailable(nodeId)) {
        resync.reconnected(nodeId);
      }
    }

    @Override
    public void disconnected(String nodeId) {
      health.disconnected(nodeId);
    }
  }
}
