package io.holdfast.sessions.runtime;

import io.holdfast.core.config.Compression;
import io.holdfast.core.config.SessionConfiguration;
import io.holdfast.core.config.Setting;
import io.holdfast.core.discovery.NodeLookup;
import io.holdfast.core.metrics.Metric;
import io.holdfast.core.metrics.SessionMetrics;
import io.holdfast.core.record.CompressionRule;
import io.holdfast.core.record.RecordCodec;
import io.holdfast.core.routing.NodeHealthBoard;
import io.holdfast.core.session.SessionSnapshot;
import io.holdfast.core.session.StorageKeys;
import io.holdfast.core.storage.ChunkLimits;
import io.holdfast.core.storage.ChunkedStore;
import io.holdfast.core.storage.NoNodeStore;
import io.holdfast.core.storage.NodeFiguresWatch;
import io.holdfast.core.storage.NodeProber;
import io.holdfast.core.storage.NodeSet;
import io.holdfast.core.storage.NodeStore;
import io.holdfast.core.storage.link.ConnectionSettings;
import io.holdfast.sessions.backup.ApplicationThreads;
import io.holdfast.sessions.backup.BackgroundSaves;
import io.holdfast.sessions.directory.SessionDirectory;
import io.holdfast.sessions.engine.EngineTools;
import io.holdfast.sessions.engine.RecordMerger;
import io.holdfast.sessions.expiry.ExpiryIndex;
import io.holdfast.sessions.fallback.DiskFallback;
import io.holdfast.sessions.fallback.FallbackAtStop;
import io.holdfast.sessions.fallback.FallbackReturn;
import io.holdfast.sessions.fallback.FallbackReturn.Fate;
import io.holdfast.sessions.fallback.SessionFiles;
import io.holdfast.sessions.lock.LockSettings;
import io.holdfast.sessions.lock.SessionLocks;
import io.holdfast.sessions.node.NodeConnections;
import io.holdfast.sessions.node.NodeListeners;
import io.holdfast.sessions.node.NodeLog;
import io.holdfast.sessions.node.NodeStatus;
import io.holdfast.sessions.node.NodeUsers;
import io.holdfast.sessions.store.Reach;
import io.holdfast.sessions.store.SessionStore;
import io.holdfast.sessions.store.SharedLines;
import io.holdfast.sessions.store.StoreListener;
import io.holdfast.sessions.store.StoreTools;
import io.holdfast.sessions.store.UnreadableRecords;
import io.holdfast.sessions.tracing.Tracing;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * What both modes need, made from the configuration: serializer, keys, connections, health of the
 * nodes, threads.
 */
final class RuntimeParts implements AutoCloseable {

  private static final long MEGABYTE = 1 << 20;
  private static final int MAX_WAITING_SESSIONS = 100_000;
  private static final int FAILURES_TO_OPEN = 3;

  /** Bytes of one session under way at a time; with a timeout of 1 s, 32 Mbit/s are enough. */
  private static final int BYTES_AT_ONCE = 4 << 20;

  /** Percentage of the time to stop that the store gets where there are files as well. */
  private static final int SHARE_OF_STORE = 60;

  /** How many operations follow each other at most in one step of a request. */
  private static final int OPERATIONS_IN_A_ROW = 4;

  final SessionConfiguration configuration;
  final boolean isTraced;
  final SessionMetrics metrics;
  final ApplicationThreads threads;
  final BackgroundSaves saves;
  final InstantSource clock;
  final Encoding encoding;
  final RecordCodec records;
  final StorageKeys keys;
  final RecordSealing sealing;
  final @Nullable SessionFiles files;
  final NodeHealthBoard health;
  final NodeConnections nodes;
  final SharedLines lines;

  /** When sessions expire; null if no Tomcat looks for orphaned ones. */
  final @Nullable ExpiryIndex expiry;

  /** The sessions of each user; null if they are not listed. */
  final @Nullable SessionDirectory directory;

  private final String contextName;
  private final @Nullable KeyLooks keyLooks;
  private final ChunkLimits chunks;
  private final Random random = new Random();
  private final ClientResources.Use resources;
  private final NodeListeners relay;
  private final NodeFinder finder;
  private final NodeLog nodeLog;
  private final NodeProber prober;
  private final NodeFiguresWatch figures;
  private @Nullable FallbackReturn spillReturn;

  /** Puts the parts together and starts connecting; refuses what it cannot work with. */
  RuntimeParts(SessionConfiguration configuration, WebAppContext context) {
    this.configuration = configuration;
    this.isTraced = configuration.get(Setting.TRACING);
    if (isTraced) {
      Tracing.check(context.ownLoader());
    }
    this.contextName = context.contextName();
    this.metrics = new SessionMetrics(configuration.get(Setting.ENABLE_STATISTICS));
    this.relay = new NodeListeners();
    this.encoding = Encoding.of(configuration, context, metrics);
    this.records = new RecordCodec(encoding.name(), compressionRule());
    this.keys =
        StorageKeys.parse(
            configuration.get(Setting.STORAGE_KEY_PREFIX),
            context.host(),
            context.contextPath(),
            context.webappVersion());
    this.clock = context.clock();
    this.sealing = RecordSealing.of(configuration);
    this.chunks = chunkLimits();
    NodeClients.check(configuration, context.ownLoader());
    ConnectionSettings connecting = ClientSettings.of(configuration);
    NodeLookup lookup = NodeLookups.of(configuration, connecting);
    this.files = files(context);
    this.resources = context.resources().use();
    this.threads =
        new ApplicationThreads(
            "holdfast-" + context.host() + context.contextPath(),
            configuration.backupThreads(),
            resources.opened.threads());
    this.saves = new BackgroundSaves(threads, MAX_WAITING_SESSIONS, metrics);
    this.keyLooks = sealing.looks(threads.timer(), threads);
    metrics.countedElsewhere(Metric.BACKUPS_WAITING, saves::waiting);
    metrics.countedElsewhere(Metric.CLASSES_REJECTED, encoding.filter()::rejections);
    this.finder = new NodeFinder(configuration, lookup, connecting, resources.opened.discoveries());
    SessionConfiguration atFirst = finder.configuration();
    this.health =
        new NodeHealthBoard(atFirst.layout().nodeIds(), FAILURES_TO_OPEN, context.clock(), relay);
    this.nodeLog =
        new NodeLog(atFirst, context.host() + context.contextName(), health, NodeUsers.OF_PROCESS);
    relay.add(nodeLog);
    relay.add(
        new StoreListener() {
          @Override
          public void nodeLeft(String nodeId) {
            metrics.forgetNode(nodeId);
          }
        });
    metrics.countedElsewhere(Metric.NODES_LOST, () -> health.lostNodes().size());
    try {
      this.nodes = connections(atFirst, connecting);
    } catch (RuntimeException | Error e) { // a client library of another version, for example
      closeThreadsAndFiles();
      throw e;
    }
    RecordSealing.begin(keyLooks, threads.timer(), context);
    this.lines = new SharedLines(nodes);
    this.expiry =
        configuration.get(Setting.EXPIRE_ABANDONED_SESSIONS)
            ? new ExpiryIndex(lines, keys, clock)
            : null;
    this.directory =
        configuration.get(Setting.SESSIONS_BY_USER)
            ? new SessionDirectory(lines, keys, sealing.userKeys(keys), clock)
            : null;
    Supplier<Map<String, NodeStore>> stores = nodes::unguarded;
    this.prober =
        new NodeProber(
            stores, health, threads.timer(), ThreadLocalRandom.current(), NodeProber.INTERVAL);
    this.figures =
        new NodeFiguresWatch(stores, health, threads.timer(), clock, metrics, relay::reconnected);
  }

  /** Returns whether a node answers. */
  boolean isAnyNodeThere() {
    return nodes.get().stores().keySet().stream().anyMatch(health::isAvailable);
  }

  /** Returns whether no other node answers; this one may or may not. */
  boolean isOnlyNodeThere(String nodeId) {
    return nodes.get().stores().keySet().stream()
        .noneMatch(id -> !id.equals(nodeId) && health.isAvailable(id));
  }

  /** The status of each node in use. */
  List<NodeStatus> statuses() {
    return nodes.statuses(figures::figuresOf);
  }

  private NodeConnections connections(
      SessionConfiguration configuration, ConnectionSettings settings) {
    return new NodeConnections(
        configuration.layout(),
        health,
        (node, listener) -> {
          nodeLog.used(node);
          String absence = finder.reasonOfAbsence(node);
          if (absence != null) {
            listener.disconnected(node.id(), absence);
            return new NoNodeStore(node.id());
          }
          return over(
              node.id(),
              resources
                  .opened
                  .clients()
                  .of(node.engine())
                  .connect(node, settings, threads.timer(), clock, listener),
              metrics);
        },
        relay,
        metrics,
        threads.timer(),
        clock,
        configuration.get(Setting.OPERATION_TIMEOUT).multipliedBy(OPERATIONS_IN_A_ROW));
  }

  /** Seals and cuts what goes to a node. */
  NodeStore over(String nodeId, NodeStore store, SessionMetrics counts) {
    NodeStore sealed = sealing.over(nodeId, store, keyLooks, counts, clock);
    return new ChunkedStore(nodeId, sealed, chunks, random, counts);
  }

  private ChunkLimits chunkLimits() {
    return new ChunkLimits(
        configuration.get(Setting.MAX_ITEM_SIZE)
            - ClientSettings.ITEM_OVERHEAD
            - StorageKeys.MAX_WITH_SUFFIX
            - sealing.overhead(),
        configuration.get(Setting.MAX_SESSION_SIZE),
        BYTES_AT_ONCE);
  }

  private @Nullable SessionFiles files(WebAppContext context) {
    Path directory = configuration.find(Setting.SPILL_DIRECTORY).orElse(null);
    return directory == null
        ? null
        : new SessionFiles(
            directory,
            configuration.get(Setting.SPILL_LIMIT) * MEGABYTE,
            context.host(),
            context.contextPath(),
            keys,
            records,
            sealing.sealing(),
            metrics);
  }

  /** The steps of sessions on these nodes share this; {@code work} runs the application's code. */
  EngineTools tools(
      Supplier<NodeSet> on,
      Executor work,
      SessionMetrics counts,
      DiskFallback kept,
      @Nullable ExpiryIndex notes) {
    RecordMerger merger = new RecordMerger(encoding.codec(counts), configuration.granularity());
    SessionStore store =
        new SessionStore(
            new StoreTools(
                on,
                records,
                merger::join,
                work,
                keys,
                configuration.get(Setting.MAX_SESSION_SIZE),
                configuration.isSticky() ? Reach.WIDE : Reach.LIKELY,
                counts,
                new UnreadableRecords(counts, clock)));
    return new EngineTools(
        isTraced ? Tracing.of(store, contextName) : store,
        merger,
        kept,
        counts,
        clock,
        random,
        notes);
  }

  /** The locks of sessions on these nodes, with an owner that no other locks have. */
  SessionLocks locks(Supplier<NodeSet> on, SessionMetrics counts) {
    return new SessionLocks(
        on,
        keys,
        new LockSettings(
            configuration.get(Setting.LOCK_EXPIRATION),
            configuration.get(Setting.MAX_LOCK_WAITERS),
            UUID.randomUUID()),
        threads.timer(),
        System::nanoTime,
        random,
        counts);
  }

  /** Begins to probe, to tell the listener and to put files back; closes all if that fails. */
  void start(StoreListener listener, Function<SessionSnapshot, CompletableFuture<Fate>> putBack) {
    try {
      relay.add(listener);
      if (files != null) {
        spillReturn = new FallbackReturn(files, putBack, threads, threads.timer(), clock, metrics);
        relay.add(spillReturn);
        spillReturn.start();
      }
      prober.start();
      figures.start();
      threads.watch();
      encoding.transcoder().watch(threads.timer());
      finder.follow(nodes, clock);
    } catch (RuntimeException | Error e) {
      close();
      throw e;
    }
  }

  /**
   * Stops the work for the sessions of this Tomcat.
   *
   * @param drain brings the store up to date within a time; returns how many sessions failed
   * @param candidates gives the sessions that may have to go to files then
   */
  StopResult leave(
      Duration deadline,
      ToIntFunction<Duration> drain,
      Supplier<List<FallbackAtStop.Candidate>> candidates) {
    if (files == null) {
      return new StopResult(drain.applyAsInt(deadline), 0);
    }
    if (spillReturn != null) {
      spillReturn.stop();
    }
    long start = System.nanoTime();
    int unfinished = drain.applyAsInt(deadline.multipliedBy(SHARE_OF_STORE).dividedBy(100));
    Duration rest = deadline.minusNanos(System.nanoTime() - start);
    FallbackAtStop spill = new FallbackAtStop(files, System::nanoTime);
    return new StopResult(unfinished, spill.write(candidates.get(), rest));
  }

  /** Ends all connections and threads. */
  @Override
  public void close() {
    prober.close();
    figures.close();
    nodes.close();
    closeThreadsAndFiles();
  }

  private void closeThreadsAndFiles() {
    if (spillReturn != null) {
      spillReturn.stop();
    }
    finder.close();
    nodeLog.close();
    threads.close();
    resources.close();
    if (files != null) {
      files.close();
    }
  }

  private CompressionRule compressionRule() {
    return configuration.get(Setting.COMPRESSION) == Compression.NONE
        ? CompressionRule.none(configuration.get(Setting.MAX_SESSION_SIZE))
        : new CompressionRule(
            configuration.get(Setting.COMPRESSION_THRESHOLD),
            configuration.get(Setting.MAX_SESSION_SIZE));
  }
}
