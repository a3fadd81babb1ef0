package io.holdfast.core.nonsticky;

import io.holdfast.core.config.Granularity;
import io.holdfast.core.expiry.ExpiryNotes;
import io.holdfast.core.fallback.LastResort;
import io.holdfast.core.lock.SessionLocks;
import io.holdfast.core.metrics.Metric;
import io.holdfast.core.metrics.SessionMetrics;
import io.holdfast.core.model.ContextLoader;
import io.holdfast.core.model.JdkTranscoder;
import io.holdfast.core.model.Nodes;
import io.holdfast.core.model.SnapshotCodec;
import io.holdfast.core.record.RecordCodec;
import io.holdfast.core.repository.ExpiryIndex;
import io.holdfast.core.repository.SharedRepository;
import io.holdfast.core.routing.NodeHealthBoard;
import io.holdfast.core.routing.NodeStateListener;
import io.holdfast.core.routing.Placement;
import io.holdfast.core.session.SessionId;
import io.holdfast.core.session.SessionTimes;
import io.holdfast.core.session.StorageKeys;
import io.holdfast.core.storage.GuardedStore;
import io.holdfast.core.storage.ManualTimer;
import io.holdfast.core.storage.NodeSet;
import io.holdfast.core.storage.SessionStore;
import io.holdfast.core.transcoder.Transcoder;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * What one Tomcat does with sessions that it shares with others, without Tomcat and without
 * memcached. One thread; what waits for a node waits until the test lets that answer.
 */
public final class SharedTomcat {

  private static final int INTERVAL_SECONDS = 1_800;
  private static final int MAX_RECORD_SIZE = 10_000;
  private static final int COPY_RETRIES = 3;
  private static final Duration LOCK_EXPIRATION = Duration.ofSeconds(4);
  private static final int MAX_WAITERS = 20;

  public final ManualTimer timer = new ManualTimer();
  public final NodeHealthBoard health;
  public final SharedSessions shared;
  public final SessionLocks locks;
  public final Map<String, FakeSharedSession> local = new HashMap<>();
  final SessionMetrics metrics = new SessionMetrics(true);
  private final InstantSource clock;
  private final Placement placement;
  private boolean givesUpObjects;

  SharedTomcat(String name, Nodes nodes, int copies, Granularity granularity) {
    this(
        nodes.stores(),
        copies,
        granularity,
        new JdkTranscoder(),
        new Random(name.hashCode()),
        nodes.clock,
        LastResort.NONE,
        COPY_RETRIES,
        false);
  }

  SharedTomcat(String name, Nodes nodes, LastResort files) {
    this(
        nodes.stores(),
        2,
        Granularity.ATTRIBUTE,
        new JdkTranscoder(),
        new Random(name.hashCode()),
        nodes.clock,
        files,
        COPY_RETRIES,
        false);
  }

  /** A Tomcat that notes for others when sessions will be over. */
  public static SharedTomcat notingEnds(String name, Nodes nodes) {
    return new SharedTomcat(
        nodes.stores(),
        2,
        Granularity.ATTRIBUTE,
        new JdkTranscoder(),
        new Random(name.hashCode()),
        nodes.clock,
        LastResort.NONE,
        COPY_RETRIES,
        true);
  }

  /** A Tomcat that reaches the nodes through these stores, and tries no copy a second time. */
  public SharedTomcat(
      Map<String, ? extends SessionStore> stores,
      int copies,
      Granularity granularity,
      Transcoder transcoder,
      RandomGenerator random,
      InstantSource clock) {
    this(stores, copies, granularity, transcoder, random, clock, LastResort.NONE, 0, false);
  }

  /** A Tomcat that reaches the nodes through these stores. */
  static SharedTomcat repairing(
      Map<String, ? extends SessionStore> stores,
      Granularity granularity,
      RandomGenerator random,
      InstantSource clock) {
    return new SharedTomcat(
        stores,
        2,
        granularity,
        new JdkTranscoder(),
        random,
        clock,
        LastResort.NONE,
        COPY_RETRIES,
        false);
  }

  private SharedTomcat(
      Map<String, ? extends SessionStore> stores,
      int copies,
      Granularity granularity,
      Transcoder transcoder,
      RandomGenerator random,
      InstantSource clock,
      LastResort files,
      int copyRetries,
      boolean notesEnds) {
    this.clock = clock;
    List<String> nodes = List.copyOf(stores.keySet());
    this.health = new NodeHealthBoard(nodes, 3, clock, new Deaf());
    Map<String, SessionStore> guarded = new HashMap<>();
    stores.forEach((id, store) -> guarded.put(id, new GuardedStore(id, store, health)));
    this.placement = new Placement(nodes, Set.of(), copies, health);
    StorageKeys keys = StorageKeys.parse("", "localhost", "", null);
    NodeSet nodeSet = new NodeSet(placement, guarded);
    this.locks =
        new SessionLocks(
            () -> nodeSet,
            keys,
            LOCK_EXPIRATION,
            MAX_WAITERS,
            new UUID(random.nextLong(), random.nextLong()),
            timer,
            () -> TimeUnit.MILLISECONDS.toNanos(clock.millis()),
            random,
            metrics);
    SnapshotCodec codec =
        new SnapshotCodec(transcoder, new ContextLoader(getClass().getClassLoader()), metrics);
    AttributeLayers layers = new AttributeLayers(codec, granularity);
    SharedRepository repository =
        new SharedRepository(
            () -> nodeSet,
            new RecordCodec("jdk"),
            new CrossedRecords(layers),
            Runnable::run,
            keys,
            MAX_RECORD_SIZE,
            metrics);
    this.shared =
        new SharedSessions(
            repository,
            codec,
            layers,
            granularity,
            timer,
            Runnable::run,
            random,
            clock,
            files,
            metrics,
            notesEnds
                ? new ExpiryNotes(new ExpiryIndex(() -> nodeSet, keys, clock))
                : ExpiryNotes.NONE,
            copyRetries);
  }

  /** From now on this Tomcat gives up objects as soon as no request uses them. */
  public void giveUpObjects() {
    givesUpObjects = true;
  }

  /** The node that decides about a session. */
  public String firstNodeOf(String id) {
    return placement.targets(new SessionId(id).base()).get(0);
  }

  /** A session that was created here just now, with the request that did it. */
  public FakeSharedSession create(String id) {
    long now = clock.millis();
    FakeSharedSession session =
        new FakeSharedSession(
            new SessionId(id),
            new SessionTimes(now, now, now, INTERVAL_SECONDS),
            shared.noAttributes());
    local.put(id, session);
    session.sharedState().accessStarted();
    return session;
  }

  /** Begins a request for a session; null if there is none. */
  @Nullable FakeSharedSession begin(String id) {
    return now(beginLater(id, false));
  }

  /** Begins a request for a session; the result is null if there is none. */
  public CompletableFuture<@Nullable FakeSharedSession> beginLater(String id, boolean leased) {
    FakeSharedSession known = local.get(id);
    return shared
        .look(new SessionId(id), known, leased)
        .thenCompose(
            found -> {
              SharedOpening opening = found.get();
              return known == null || known.sessionId().value().equals(id)
                  ? CompletableFuture.completedFuture(instance(id, known, opening))
                  : beginLater(known.sessionId().value(), leased); // it got another one meanwhile
            });
  }

  /**
   * Begins a request with the lease while others use the instance that is here: it gets one of its
   * own, or null if there is no session.
   */
  public CompletableFuture<@Nullable FakeSharedSession> beginAloneLater(String id) {
    return shared.look(new SessionId(id), null, true).thenApply(found -> ownInstance(found.get()));
  }

  private @Nullable FakeSharedSession ownInstance(SharedOpening opening) {
    if (!(opening instanceof SharedOpening.Fresh fresh)) {
      return null;
    }
    FakeSharedSession session = new FakeSharedSession(fresh);
    session.access(clock.millis());
    return session;
  }

  private @Nullable FakeSharedSession instance(
      String id, @Nullable FakeSharedSession known, SharedOpening opening) {
    if (opening instanceof SharedOpening.Nothing) {
      local.remove(id);
      if (known != null) {
        known.end(); // others may be at work in it
      }
      return null;
    }
    FakeSharedSession session =
        opening instanceof SharedOpening.Fresh fresh
            ? published(id, fresh)
            : Objects.requireNonNull(known);
    local.put(id, session);
    session.access(clock.millis());
    return session;
  }

  /** The instance that came first, if it shows the same. */
  private FakeSharedSession published(String id, SharedOpening.Fresh fresh) {
    FakeSharedSession first = local.get(id);
    return first != null && first.isLive() && first.sharedState().showsSameAs(fresh.state())
        ? first
        : new FakeSharedSession(fresh);
  }

  /** Ends a request: what it changed is saved before the response leaves. */
  public SaveOutcome end(FakeSharedSession session) {
    return now(endLater(session));
  }

  /** Ends a request: completes when its response may leave. */
  public CompletableFuture<SaveOutcome> endLater(FakeSharedSession session) {
    session.sharedState().requestFinishing();
    return leaveLater(session);
  }

  /** The response of a request that is over may leave, once this completes. */
  public CompletableFuture<SaveOutcome> leaveLater(FakeSharedSession session) {
    return shared
        .save(session)
        .thenApply(
            outcome -> {
              shared.requestEnded(session);
              session.sharedState().accessEnded();
              if (givesUpObjects) {
                shared.giveUpObjects(session, value -> false);
              }
              return outcome;
            });
  }

  /** One whole request for a session that exists. */
  SaveOutcome request(String id, Consumer<FakeSharedSession> work) {
    FakeSharedSession session = begin(id);
    if (session == null) {
      throw new AssertionError("no session " + id);
    }
    work.accept(session);
    return end(session);
  }

  /** A request that reads one attribute; null if there is no session or no attribute. */
  @Nullable Object read(String id, String name) {
    FakeSharedSession session = begin(id);
    if (session == null) {
      return null;
    }
    Object value = session.get(name);
    end(session);
    return value;
  }

  void invalidate(FakeSharedSession session) {
    session.end();
    local.remove(session.sessionId().value());
    now(shared.end(session));
  }

  long count(Metric metric) {
    return metrics.get(metric);
  }

  static <T> T now(CompletableFuture<T> future) {
    if (!future.isDone()) {
      throw new AssertionError("still waits for a node");
    }
    return future.join();
  }

  private static final class Deaf implements NodeStateListener {
    @Override
    public void nodeLost(String nodeId) {
      // what happens then is not this fixture's concern
    }

    @Override
    public void nodeReturned(String nodeId) {
      // what happens then is not this fixture's concern
    }
  }
}
