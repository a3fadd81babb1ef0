package io.holdfast.sessions.runtime;

import io.holdfast.core.config.NodeLayout;
import io.holdfast.core.config.Setting;
import io.holdfast.core.log.Loggers;
import io.holdfast.core.metrics.SessionMetrics;
import io.holdfast.core.routing.NodeHealthBoard;
import io.holdfast.core.routing.Placement;
import io.holdfast.core.session.SessionId;
import io.holdfast.core.session.SessionTimes;
import io.holdfast.core.storage.DecoratedStore;
import io.holdfast.core.storage.GuardedStore;
import io.holdfast.core.storage.KnownValue;
import io.holdfast.core.storage.NodeSet;
import io.holdfast.core.storage.NodeStore;
import io.holdfast.core.storage.TimeToLive;
import io.holdfast.core.storage.WriteCondition;
import io.holdfast.core.storage.memory.InMemoryStore;
import io.holdfast.sessions.backup.BackgroundSaves;
import io.holdfast.sessions.engine.Affinity;
import io.holdfast.sessions.engine.InstanceChanges;
import io.holdfast.sessions.engine.InstanceState;
import io.holdfast.sessions.engine.LoadedSession;
import io.holdfast.sessions.engine.SessionEngine;
import io.holdfast.sessions.engine.SessionInstance;
import io.holdfast.sessions.fallback.DiskFallback;
import io.holdfast.sessions.lock.LockOutcome;
import io.holdfast.sessions.lock.SessionLocks;
import io.holdfast.sessions.model.StoreWait;
import io.holdfast.sessions.store.ReadsBehindLease;
import io.holdfast.sessions.store.StoreListener;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Plays one session from its creation to its end, when its application has started: by then the
 * classes of that way are loaded, and the first request need not wait for them.
 *
 * <p>The nodes of the session are in the memory of this process, and gone with it. The real ones
 * are asked for a key that no value has, so that each connection has carried a request. None of it
 * is counted, logged or stored, or heard of by the application; a node that is away costs nothing.
 */
final class Rehearsal implements Runnable {

  private static final System.Logger LOG = Loggers.of(Rehearsal.class);
  private static final SessionId ID = new SessionId("rehearsal");
  private static final int INTERVAL_SECONDS = 60;
  private static final Duration PATIENCE = Duration.ofSeconds(1);
  private static final String ATTRIBUTE = "rehearsed";

  /** Of a record that a node would compare rather than send. */
  private static final KnownValue LARGE = new KnownValue(1, 1 << 16, false);

  private static final TimeToLive BRIEF = new TimeToLive(1);
  private static final Executor HERE = Runnable::run;

  private final RuntimeParts parts;
  private final Function<LoadedSession.Fresh, ? extends SessionInstance> instances;
  private final SessionMetrics uncounted;
  private final StoreWait wait;

  /** {@link #run} does all that takes time; no request finds what {@code instances} makes. */
  Rehearsal(
      RuntimeParts parts, Function<LoadedSession.Fresh, ? extends SessionInstance> instances) {
    this.parts = parts;
    this.instances = instances;
    this.uncounted = new SessionMetrics(parts.configuration.get(Setting.ENABLE_STATISTICS));
    this.wait = new StoreWait(PATIENCE, parts.threads.virtualWaits());
  }

  @Override
  public void run() {
    try {
      for (NodeStore node : parts.nodes.unguarded().values()) {
        ask(DecoratedStore.innermost(node));
      }
      NodeSet inMemory = nodesInMemory();
      play(() -> inMemory);
    } catch (RuntimeException | Error e) { // a serializer of others, perhaps: a request will tell
      LOG.log(System.Logger.Level.DEBUG, "The rehearsal has ended early", e);
    }
  }

  /** Sends what a request sends, to no effect. */
  private void ask(NodeStore node) {
    String key = parts.keys.rehearsalKey();
    var unusedPair = node.loadPairIfChanged(key, key, KnownValue.NONE);
    var unusedAnswer = node.loadPairIfChanged(key, key, LARGE);
    var unusedResult = node.store(key, new byte[0], BRIEF, WriteCondition.ifVersion(1));
  }

  private NodeSet nodesInMemory() {
    NodeLayout layout = parts.nodes.layout();
    List<String> ids = layout.nodeIds();
    NodeHealthBoard health = new NodeHealthBoard(ids, 1, parts.clock, new StoreListener() {});
    Map<String, NodeStore> nodes = new HashMap<>();
    for (String id : ids) {
      NodeStore node = parts.over(id, new InMemoryStore(id, parts.clock), uncounted);
      nodes.put(id, new GuardedStore(id, node, health));
    }
    return new NodeSet(new Placement(ids, Set.of(), layout.copies(), health::isAvailable), nodes);
  }

  private void play(Supplier<NodeSet> nodes) {
    SessionEngine engine =
        new SessionEngine(
            parts.tools(nodes, HERE, uncounted, DiskFallback.NONE, null),
            parts.configuration.isSticky() ? Affinity.sticky(() -> 0) : Affinity.none(),
            parts.threads.timer(),
            HERE,
            0);
    SessionInstance created = instances.apply(created(engine));
    request(engine, created);
    var unused = wait.awaitAndMake(engine.look(ID, created, false));
    LoadedSession found = wait.awaitAndMake(engine.look(ID, null, false));
    if (parts.threads.isClosed() || !(found instanceof LoadedSession.Fresh fresh)) {
      return;
    }
    SessionInstance taken = instances.apply(fresh);
    request(engine, taken);
    if (parts.configuration.lockingMode().takesLeases()) {
      requestWithLease(engine, taken, nodes);
    }
    var unusedEnd = wait.await(engine.end(taken));
  }

  private LoadedSession.Fresh created(SessionEngine engine) {
    long now = parts.clock.millis();
    return new LoadedSession.Fresh(
        ID,
        new SessionTimes(now, now, now, INTERVAL_SECONDS),
        null,
        null,
        null,
        engine.noAttributes(),
        InstanceState.ofNew(ID));
  }

  /** A request that changes an attribute. */
  private void request(SessionEngine engine, SessionInstance session) {
    session.instanceState().use().accessStarted();
    engine.requestBegan(session);
    @Nullable Object before = session.instanceAttributes().get(ATTRIBUTE);
    session.instanceAttributes().put(ATTRIBUTE, "after " + before);
    session.instanceState().use().requestFinishing();
    if (!InstanceChanges.isSettled(session)) {
      if (parts.configuration.get(Setting.SESSION_BACKUP_ASYNC)) {
        new BackgroundSaves(HERE, 1, uncounted).save(ID.base(), () -> engine.save(session));
      }
      var unused = wait.awaitSave(engine.save(session));
    }
    engine.requestEnded(session);
    session.instanceState().use().accessEnded();
  }

  private void requestWithLease(
      SessionEngine engine, SessionInstance session, Supplier<NodeSet> nodes) {
    try (SessionLocks locks = parts.locks(nodes, uncounted)) {
      ReadsBehindLease reads = engine.readsBehindLease(ID, session);
      LockOutcome outcome = wait.await(locks.acquire(ID, reads));
      if (reads != null && outcome instanceof LockOutcome.Granted granted) {
        var unused = wait.awaitAndMake(engine.look(ID, session, reads));
        request(engine, session);
        var unusedRelease = wait.await(granted.lease().release());
      }
    }
  }
}
