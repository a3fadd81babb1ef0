package io.holdfast.sessions.sticky;

import io.holdfast.core.metrics.Metric;
import io.holdfast.core.metrics.SessionMetrics;
import io.holdfast.core.record.RecordCodec;
import io.holdfast.core.routing.NodeHealthBoard;
import io.holdfast.core.routing.NodeStateListener;
import io.holdfast.core.routing.Placement;
import io.holdfast.core.session.SessionId;
import io.holdfast.core.session.SessionSnapshot;
import io.holdfast.core.session.SessionTimes;
import io.holdfast.core.session.StorageKeys;
import io.holdfast.core.storage.GuardedStore;
import io.holdfast.core.storage.ManualTimer;
import io.holdfast.core.storage.NodeSet;
import io.holdfast.core.storage.SessionStore;
import io.holdfast.core.storage.StoreException.Reason;
import io.holdfast.core.transcoder.Transcoder;
import io.holdfast.sessions.backup.BackupExecutor;
import io.holdfast.sessions.expiry.ExpiryNotes;
import io.holdfast.sessions.fallback.DiskFallback;
import io.holdfast.sessions.fallback.PutBack;
import io.holdfast.sessions.model.ContextLoader;
import io.holdfast.sessions.model.JdkTranscoder;
import io.holdfast.sessions.model.KnownInvalidations;
import io.holdfast.sessions.model.Nodes;
import io.holdfast.sessions.model.SnapshotCodec;
import io.holdfast.sessions.repository.ExpiryIndex;
import io.holdfast.sessions.repository.InvalidationMarks;
import io.holdfast.sessions.repository.StickyRepository;
import io.holdfast.sessions.repository.UnreadableRecords;
import io.holdfast.sessions.runtime.StickyRuntime;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What one Tomcat does with its sessions, without Tomcat and without memcached: the parts that
 * {@link StickyRuntime} puts together, over nodes in memory and a timer that the test advances.
 */
public final class OneTomcat implements AutoCloseable {

  private static final int INTERVAL_SECONDS = 1_800;
  private static final int MAX_RECORD_SIZE = 10_000;

  final SessionMetrics metrics = new SessionMetrics(true);
  final JdkTranscoder transcoder = new JdkTranscoder();
  final ManualTimer timer = new ManualTimer();
  final BackupExecutor executor;
  final NodeHealthBoard health;
  final StickySessionService service;
  final StickyResync resync;
  final Map<SessionId, FakeSession> sessions = new ConcurrentHashMap<>();

  /** Of all sessions that were here, those that have ended too: what the executor may be at. */
  private final Set<String> queues = ConcurrentHashMap.newKeySet();

  private final String route;
  private final Nodes nodes;
  private final PutBack fallback;

  /** Settings of a Tomcat. */
  public record Settings(
      int copies,
      int threads,
      boolean async,
      Duration backupTimeout,
      Duration operationTimeout,
      boolean notesEnds) {

    public static final Settings SYNC =
        new Settings(1, 1, false, Duration.ofSeconds(30), Duration.ofSeconds(30), false);

    Settings withCopies(int number) {
      return new Settings(number, threads, async, backupTimeout, operationTimeout, notesEnds);
    }

    Settings withThreads(int number) {
      return new Settings(copies, number, async, backupTimeout, operationTimeout, notesEnds);
    }

    Settings withAsync() {
      return new Settings(copies, threads, true, backupTimeout, operationTimeout, notesEnds);
    }

    Settings withBackupTimeout(Duration timeout) {
      return new Settings(copies, threads, async, timeout, operationTimeout, notesEnds);
    }

    Settings withOperationTimeout(Duration timeout) {
      return new Settings(copies, threads, async, backupTimeout, timeout, notesEnds);
    }

    public Settings withNotesOfEnds() {
      return new Settings(copies, threads, async, backupTimeout, operationTimeout, true);
    }
  }

  public OneTomcat(String route, Nodes nodes) {
    this(route, nodes, Settings.SYNC, (node, store) -> store);
  }

  public OneTomcat(String route, Nodes nodes, Settings settings) {
    this(route, nodes, settings, (node, store) -> store);
  }

  /** A Tomcat with a serializer that is to be used in earnest. */
  public OneTomcat(String route, Nodes nodes, Transcoder serializer) {
    this(route, nodes, Settings.SYNC, (node, store) -> store, serializer);
  }

  public OneTomcat(
      String route,
      Nodes nodes,
      Settings settings,
      BiFunction<String, SessionStore, SessionStore> connection) {
    this(route, nodes, settings, connection, null);
  }

  /** A Tomcat with files as the last resort. */
  OneTomcat(String route, Nodes nodes, Settings settings, DiskFallback files) {
    this(route, nodes, settings, (node, store) -> store, null, files);
  }

  private OneTomcat(
      String route,
      Nodes nodes,
      Settings settings,
      BiFunction<String, SessionStore, SessionStore> connection,
      @Nullable Transcoder serializer) {
    this(route, nodes, settings, connection, serializer, DiskFallback.NONE);
  }

  private OneTomcat(
      String route,
      Nodes nodes,
      Settings settings,
      BiFunction<String, SessionStore, SessionStore> connection,
      @Nullable Transcoder serializer,
      DiskFallback files) {
    this.route = route;
    this.nodes = nodes;
    this.executor =
        new BackupExecutor("test-" + route, settings.threads, 1_000, getClass().getClassLoader());
    Listener listener = new Listener();
    this.health = new NodeHealthBoard(nodes.ids(), 3, nodes.clock, listener);
    Map<String, SessionStore> stores = new HashMap<>();
    for (String id : nodes.ids()) {
      stores.put(id, new GuardedStore(id, connection.apply(id, nodes.get(id)), health));
    }
    NodeSet nodeSet =
        new NodeSet(new Placement(nodes.ids(), Set.of(), settings.copies, health), stores);
    StorageKeys keys = StorageKeys.parse("", "localhost", "", null);
    StickyRepository repository =
        new StickyRepository(
            () -> nodeSet,
            new RecordCodec("jdk"),
            keys,
            MAX_RECORD_SIZE,
            metrics,
            new UnreadableRecords(metrics, nodes.clock));
    SnapshotCodec codec =
        new SnapshotCodec(
            serializer == null ? transcoder : serializer,
            new ContextLoader(getClass().getClassLoader()),
            metrics);
    InvalidationMarks marks = new InvalidationMarks(() -> nodeSet, keys);
    ExpiryNotes expiry =
        settings.notesEnds
            ? new ExpiryNotes(new ExpiryIndex(() -> nodeSet, keys, nodes.clock))
            : ExpiryNotes.NONE;
    this.service =
        new StickySessionService(
            new StickyTools(repository, codec, files, executor, metrics, nodes.clock, expiry),
            new StickySettings(settings.async, settings.backupTimeout, settings.operationTimeout),
            timer,
            marks,
            new KnownInvalidations(
                10, nodes.clock, () -> metrics.increment(Metric.ENDS_FORGOTTEN)));
    this.resync = service.resync(sessions::values, 1_000);
    this.fallback = new StickyFallback(repository, marks, expiry.lifetime());
    listener.resync = resync;
  }

  public FakeSession create(String base) {
    long now = now();
    SessionId id = new SessionId(base).withJvmRoute(route);
    FakeSession session = new FakeSession(id, new SessionTimes(now, now, now, INTERVAL_SECONDS));
    keep(session);
    return session;
  }

  private void keep(FakeSession session) {
    sessions.put(session.sessionId(), session);
    queues.add(session.sessionId().base());
  }

  /** A new session with one attribute, stored. */
  public FakeSession createStored(String base, Object value) {
    FakeSession session = create(base);
    request(session, s -> s.set("value", value));
    return session;
  }

  /** The session, from here or from the store, as the container's adapter does it. */
  public @Nullable FakeSession takeOver(String base) {
    return takeOver(new SessionId(base).withJvmRoute("another"));
  }

  private @Nullable FakeSession takeOver(SessionId requested) {
    SessionId id = requested.withJvmRoute(route);
    FakeSession local = sessions.get(id);
    FailoverResult takeover = service.takeOver(requested, local);
    if (takeover instanceof FailoverResult.NothingBetter) {
      return local;
    }
    if (local != null) {
      local.end();
      sessions.remove(id, local);
    }
    if (!(takeover instanceof FailoverResult.Newer newer)) {
      return null;
    }
    FakeSession session = new FakeSession(newer.session());
    session.changeId(id);
    keep(session);
    return session;
  }

  /**
   * The session as a request finds it that comes with this Tomcat's own route.
   *
   * @return null if it is lost for this request
   */
  @Nullable FakeSession arrive(FakeSession session) {
    return service.loader().canBeSettled(session) ? takeOver(session.sessionId()) : session;
  }

  /** What a Tomcat that has nothing of a session finds in the store; null if it finds nothing. */
  public @Nullable RestoredSession load(SessionId id) {
    return service.takeOver(id, null) instanceof FailoverResult.Newer newer
        ? newer.session()
        : null;
  }

  /** One whole request. */
  public void request(FakeSession session, Consumer<FakeSession> work) {
    begin(session);
    work.accept(session);
    end(session);
  }

  void begin(FakeSession session) {
    session.access(now());
  }

  void end(FakeSession session) {
    session.backupState().requestFinishing();
    service.requestEnded(session);
    session.backupState().accessEnded();
  }

  /** The application ends the session. */
  void invalidate(FakeSession session) {
    service.invalidation().asked(session);
    session.end();
    service.invalidation().ending(session.sessionId(), session);
    sessions.remove(session.sessionId(), session);
    service.removed(session, true);
  }

  /** The session gets a new id, as at login. */
  void changeId(FakeSession session, String newBase) {
    SessionId old = session.sessionId();
    service.invalidation().ending(old, session);
    session.changeId(new SessionId(newBase).withJvmRoute(route));
    sessions.remove(old, session);
    keep(session);
    queues.add(old.base() + " renamed");
    service.renamed(session, old);
    awaitBackup(old.base() + " renamed"); // else it may fail when its node is there again
  }

  /** The node is away; this Tomcat has noticed. */
  public void lose(String node) {
    nodes.get(node).failWith(Reason.UNAVAILABLE);
    health.disconnected(node);
    settle();
  }

  /** The node is back; this Tomcat has noticed. */
  void returned(String node) {
    nodes.get(node).heal();
    health.succeeded(node);
    settle();
  }

  /** Puts a session back that is in a file, without a request. */
  PutBack.Fate putBack(SessionSnapshot kept) {
    return fallback.store(kept).join();
  }

  /** Lets everything happen that is due, repetitions included. */
  void settle() {
    awaitBackups();
    for (Duration next = timer.untilNext(); next != null; next = timer.untilNext()) {
      timer.advance(next);
      awaitBackups();
    }
    long open =
        executor.submitted() - executor.executed() - executor.coalesced() - executor.rejected();
    if (open != 0) {
      throw new AssertionError(open + " backups run or wait that this does not know of");
    }
  }

  /** Waits for what was submitted for the sessions that are or were here. */
  void awaitBackups() {
    queues.forEach(this::awaitBackup);
  }

  void awaitBackup(String base) {
    executor.endOfWork(base).join();
  }

  public long count(Metric metric) {
    return metrics.get(metric);
  }

  private long now() {
    return nodes.clock.millis();
  }

  @Override
  public void close() {
    executor.close();
  }

  private static final class Listener implements NodeStateListener {

    private @Nullable StickyResync resync;

    @Override
    public void nodeLost(String nodeId) {
      if (resync != null) {
        resync.nodeLost(nodeId);
      }
    }

    @Override
    public void nodeReturned(String nodeId) {
      if (resync != null) {
        resync.nodeReturned(nodeId);
      }
    }
  }
}
