package io.holdfast.sessions.engine;

import io.holdfast.core.config.Granularity;
import io.holdfast.core.metrics.Metric;
import io.holdfast.core.metrics.SessionMetrics;
import io.holdfast.core.record.RecordCodec;
import io.holdfast.core.routing.NodeHealthBoard;
import io.holdfast.core.routing.NodeStateListener;
import io.holdfast.core.routing.Placement;
import io.holdfast.core.session.SessionId;
import io.holdfast.core.session.SessionTimes;
import io.holdfast.core.session.StorageKeys;
import io.holdfast.core.storage.GuardedStore;
import io.holdfast.core.storage.ManualTimer;
import io.holdfast.core.storage.NodeSet;
import io.holdfast.core.storage.NodeStore;
import io.holdfast.core.storage.TellingStore;
import io.holdfast.core.transcoder.Transcoder;
import io.holdfast.sessions.expiry.ExpiryIndex;
import io.holdfast.sessions.fallback.DiskFallback;
import io.holdfast.sessions.lock.LockSettings;
import io.holdfast.sessions.lock.SessionLocks;
import io.holdfast.sessions.model.ContextLoader;
import io.holdfast.sessions.model.JdkTranscoder;
import io.holdfast.sessions.model.Nodes;
import io.holdfast.sessions.model.SnapshotCodec;
import io.holdfast.sessions.store.Reach;
import io.holdfast.sessions.store.ReadsBehindLease;
import io.holdfast.sessions.store.SessionStore;
import io.holdfast.sessions.store.SharedLines;
import io.holdfast.sessions.store.StoreTools;
import io.holdfast.sessions.store.UnreadableRecords;
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
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * What one Tomcat does with sessions that it shares with others, without Tomcat and without
 * memcached. One thread; what waits for a node waits until the test lets that answer.
 */
public final class EngineTomcat {

  private static final int INTERVAL_SECONDS = 1_800;
  private static final int MAX_RECORD_SIZE = 10_000;
  private static final int COPY_RETRIES = 3;
  private static final Duration LOCK_EXPIRATION = Duration.ofSeconds(4);
  private static final int MAX_WAITERS = 20;

  /** As in the real Tomcat. */
  private static final int MOST_LOOKS = 3;

  /** For those that are made by the thousand. */
  private static final SessionMetrics UNCOUNTED = new SessionMetrics(false);

  public final ManualTimer timer = new ManualTimer();
  public final NodeHealthBoard health;
  public final SessionEngine shared;
  public final SessionLocks locks;
  public final Map<String, FakeInstance> local = new HashMap<>();
  final SessionMetrics metrics;
  private final InstantSource clock;
  private final Placement placement;
  private boolean givesUpObjects;

  EngineTomcat(String name, Nodes nodes, int copies, Granularity granularity) {
    this(new Making(name, nodes).copies(copies).granularity(granularity));
  }

  EngineTomcat(String name, Nodes nodes, DiskFallback files) {
    this(new Making(name, nodes).files(files));
  }

  /** A Tomcat that notes for others when sessions will be over. */
  public static EngineTomcat notingEnds(String name, Nodes nodes) {
    Making making = new Making(name, nodes);
    making.notesEnds = true;
    return new EngineTomcat(making);
  }

  /** A Tomcat that reaches the nodes through these stores, and tries no copy a second time. */
  public EngineTomcat(
      Map<String, ? extends NodeStore> stores,
      int copies,
      Granularity granularity,
      Transcoder transcoder,
      RandomGenerator random,
      InstantSource clock) {
    this(
        new Making(stores, random, clock)
            .copies(copies)
            .granularity(granularity)
            .transcoder(transcoder)
            .copyRetries(0));
  }

  /** The same with sticky sessions. */
  public static EngineTomcat sticky(
      Map<String, ? extends NodeStore> stores,
      int copies,
      Granularity granularity,
      Transcoder transcoder,
      RandomGenerator random,
      InstantSource clock) {
    return new EngineTomcat(
        new Making(stores, random, clock)
            .copies(copies)
            .granularity(granularity)
            .transcoder(transcoder)
            .copyRetries(0)
            .affinity(health -> Affinity.sticky(health::changes)));
  }

  /** A Tomcat that tries no copy a second time, and counts nothing. */
  public static EngineTomcat uncounted(
      Map<String, ? extends NodeStore> stores,
      int copies,
      Granularity granularity,
      Transcoder transcoder,
      RandomGenerator random,
      InstantSource clock,
      boolean sticky) {
    return withAffinity(
        health -> sticky ? Affinity.sticky(health::changes) : Affinity.none(),
        stores,
        copies,
        granularity,
        transcoder,
        random,
        clock);
  }

  /** The same with this rule which requests need not ask the nodes. */
  static EngineTomcat withAffinity(
      Function<NodeHealthBoard, Affinity> affinity,
      Map<String, ? extends NodeStore> stores,
      int copies,
      Granularity granularity,
      Transcoder transcoder,
      RandomGenerator random,
      InstantSource clock) {
    Making making =
        new Making(stores, random, clock)
            .copies(copies)
            .granularity(granularity)
            .transcoder(transcoder)
            .copyRetries(0)
            .affinity(affinity);
    making.metrics = UNCOUNTED;
    return new EngineTomcat(making);
  }

  /** A Tomcat of sticky sessions. */
  static EngineTomcat sticky(String name, Nodes nodes, Granularity granularity) {
    return new EngineTomcat(
        new Making(name, nodes).granularity(granularity).affinity(AffinityExplorationTest::sticky));
  }

  /** The same, which tries copies again and goes on from files. */
  static EngineTomcat sticky(
      String name,
      Map<String, ? extends NodeStore> stores,
      int copies,
      InstantSource clock,
      DiskFallback files) {
    return new EngineTomcat(
        new Making(stores, new Random(name.hashCode()), clock)
            .copies(copies)
            .files(files)
            .affinity(AffinityExplorationTest::sticky));
  }

  /** A Tomcat as the {@code site} of a {@link Stage} says. */
  static EngineTomcat of(
      Map<String, ? extends NodeStore> stores,
      int copies,
      Granularity granularity,
      boolean sticky,
      DiskFallback files,
      RandomGenerator random,
      InstantSource clock) {
    return new EngineTomcat(
        new Making(stores, random, clock)
            .copies(copies)
            .granularity(granularity)
            .files(files)
            .affinity(health -> sticky ? Affinity.sticky(health::changes) : Affinity.none()));
  }

  /** A Tomcat that reaches the nodes through these stores. */
  static EngineTomcat repairing(
      Map<String, ? extends NodeStore> stores,
      Granularity granularity,
      RandomGenerator random,
      InstantSource clock) {
    return new EngineTomcat(new Making(stores, random, clock).granularity(granularity));
  }

  /** What a Tomcat is made of, as most tests have it where nothing else is said. */
  private static final class Making {

    private final Map<String, ? extends NodeStore> stores;
    private final RandomGenerator random;
    private final InstantSource clock;
    private int copies = 2;
    private Granularity granularity = Granularity.ATTRIBUTE;
    private Transcoder transcoder = new JdkTranscoder();
    private DiskFallback files = DiskFallback.NONE;
    private int copyRetries = COPY_RETRIES;
    private boolean notesEnds;
    private Function<NodeHealthBoard, Affinity> affinity = health -> Affinity.none();
    private SessionMetrics metrics = new SessionMetrics(true);

    Making(Map<String, ? extends NodeStore> stores, RandomGenerator random, InstantSource clock) {
      this.stores = stores;
      this.random = random;
      this.clock = clock;
    }

    Making(String name, Nodes nodes) {
      this(nodes.stores(), new Random(name.hashCode()), nodes.clock);
    }

    Making copies(int of) {
      copies = of;
      return this;
    }

    Making granularity(Granularity of) {
      granularity = of;
      return this;
    }

    Making transcoder(Transcoder of) {
      transcoder = of;
      return this;
    }

    Making files(DiskFallback of) {
      files = of;
      return this;
    }

    Making copyRetries(int of) {
      copyRetries = of;
      return this;
    }

    Making affinity(Function<NodeHealthBoard, Affinity> of) {
      affinity = of;
      return this;
    }
  }

  private EngineTomcat(Making made) {
    this.metrics = made.metrics;
    this.clock = made.clock;
    RandomGenerator random = made.random;
    List<String> nodes = List.copyOf(made.stores.keySet());
    this.health = new NodeHealthBoard(nodes, 3, clock, new Deaf());
    Map<String, NodeStore> guarded = new HashMap<>();
    made.stores.forEach(
        (id, store) -> {
          NodeStore told = TellingStore.telling(id, store, health, metrics, clock);
          guarded.put(id, new GuardedStore(id, told, health));
        });
    this.placement = new Placement(nodes, Set.of(), made.copies, health::isAvailable);
    StorageKeys keys = StorageKeys.parse("", "localhost", "", null);
    NodeSet nodeSet = new NodeSet(placement, guarded);
    this.locks =
        new SessionLocks(
            () -> nodeSet,
            keys,
            new LockSettings(
                LOCK_EXPIRATION, MAX_WAITERS, new UUID(random.nextLong(), random.nextLong())),
            timer,
            () -> TimeUnit.MILLISECONDS.toNanos(clock.millis()),
            random,
            metrics);
    SnapshotCodec codec =
        new SnapshotCodec(made.transcoder, new ContextLoader(getClass().getClassLoader()), metrics);
    RecordMerger merger = new RecordMerger(codec, made.granularity);
    SessionStore store =
        new SessionStore(
            new StoreTools(
                () -> nodeSet,
                new RecordCodec("jdk"),
                merger::join,
                Runnable::run,
                keys,
                MAX_RECORD_SIZE,
                Reach.LIKELY,
                metrics,
                new UnreadableRecords(metrics, clock)));
    ExpiryIndex expiry =
        made.notesEnds ? new ExpiryIndex(new SharedLines(() -> nodeSet), keys, clock) : null;
    this.shared =
        new SessionEngine(
            new EngineTools(store, merger, made.files, metrics, clock, random, expiry),
            made.affinity.apply(health),
            timer,
            Runnable::run,
            made.copyRetries);
  }

  /** From now on this Tomcat gives up objects as soon as no request uses them. */
  public void giveUpObjects() {
    givesUpObjects = true;
  }

  /** The time by its clock, in milliseconds. */
  public long now() {
    return clock.millis();
  }

  /** The node that decides about a session. */
  public String firstNodeOf(String id) {
    return placement.targets(new SessionId(id).base()).get(0);
  }

  /** A session that was created here just now, with the request that did it. */
  public FakeInstance create(String id) {
    return create(id, clock.millis());
  }

  /**
   * The same.
   *
   * @param now by the clock of this Tomcat, in milliseconds
   */
  public FakeInstance create(String id, long now) {
    long created = Math.max(now, shared.earliestCreation(new SessionId(id)));
    FakeInstance session =
        new FakeInstance(
            new SessionId(id),
            new SessionTimes(created, now, now, INTERVAL_SECONDS),
            shared.noAttributes());
    local.put(id, session);
    session.instanceState().use().accessStarted();
    return session;
  }

  /** Begins a request for a session; null if there is none. */
  @Nullable FakeInstance begin(String id) {
    return now(beginLater(id, false));
  }

  /** Begins a request for a session; the result is null if there is none. */
  public CompletableFuture<@Nullable FakeInstance> beginLater(String id, boolean leased) {
    return accessed(findLater(id, leased));
  }

  private CompletableFuture<@Nullable FakeInstance> accessed(
      CompletableFuture<@Nullable FakeInstance> found) {
    return found.thenApply(
        session -> {
          if (session != null) {
            session.access(clock.millis());
          }
          return session;
        });
  }

  /** What a request finds that has not begun to use it; the result is null if there is none. */
  public CompletableFuture<@Nullable FakeInstance> findLater(String id, boolean leased) {
    FakeInstance known = local.get(id);
    return findLater(id, known, leased, shared.look(new SessionId(id), known, leased));
  }

  /**
   * Begins a request that has got the lease of its session.
   *
   * @param reads by which the nodes have read the session under the lease; null if they have not
   */
  public CompletableFuture<@Nullable FakeInstance> beginLeasedLater(
      String id, @Nullable ReadsBehindLease reads) {
    return accessed(findLeasedLater(id, reads));
  }

  /** What a request finds that names this Tomcat; only sticky sessions need not be asked for. */
  public CompletableFuture<@Nullable FakeInstance> findOwnLater(String id) {
    FakeInstance known = local.get(id);
    return known != null && shared.isTrusted(known, true)
        ? CompletableFuture.completedFuture(known)
        : findLater(id, false);
  }

  /** The same for a request that has not begun to use it. */
  public CompletableFuture<@Nullable FakeInstance> findLeasedLater(
      String id, @Nullable ReadsBehindLease reads) {
    FakeInstance known = local.get(id);
    return reads == null
        ? findLater(id, true)
        : findLater(id, known, true, shared.look(new SessionId(id), known, reads));
  }

  /** Reads of a session to be sent behind the question for its lease; null if it is not here. */
  public @Nullable ReadsBehindLease readsBehindLease(String id) {
    return shared.readsBehindLease(new SessionId(id), local.get(id));
  }

  private CompletableFuture<@Nullable FakeInstance> findLater(
      String id,
      @Nullable FakeInstance known,
      boolean leased,
      CompletableFuture<Supplier<LoadedSession>> look) {
    return look.thenCompose(found -> besidesOwnChanges(found.get(), id, known, leased, MOST_LOOKS))
        .thenCompose(
            opening ->
                known == null || known.sessionId().value().equals(id)
                    ? CompletableFuture.completedFuture(instance(id, known, opening))
                    : findLater(known.sessionId().value(), leased)); // it got another one meanwhile
  }

  /** Before an instance gives way to a record, saves what it has, and asks again. */
  private CompletableFuture<LoadedSession> besidesOwnChanges(
      LoadedSession found, String id, @Nullable FakeInstance known, boolean leased, int looks) {
    CompletableFuture<SaveOutcome> saving =
        known != null && looks > 0 && found instanceof LoadedSession.Fresh
            ? shared.saveBeforeGivingWay(known)
            : null;
    return saving == null
        ? CompletableFuture.completedFuture(found)
        : saving
            .thenCompose(saved -> shared.look(new SessionId(id), known, leased))
            .thenCompose(now -> besidesOwnChanges(now.get(), id, known, leased, looks - 1));
  }

  /**
   * Begins a request with the lease while others use the instance that is here: it gets one of its
   * own, or null if there is no session.
   */
  public CompletableFuture<@Nullable FakeInstance> beginAloneLater(String id) {
    return shared.look(new SessionId(id), null, true).thenApply(found -> ownInstance(found.get()));
  }

  private @Nullable FakeInstance ownInstance(LoadedSession opening) {
    if (!(opening instanceof LoadedSession.Fresh fresh)) {
      return null;
    }
    FakeInstance session = new FakeInstance(fresh);
    session.access(clock.millis());
    return session;
  }

  private @Nullable FakeInstance instance(
      String id, @Nullable FakeInstance known, LoadedSession opening) {
    if (opening instanceof LoadedSession.Nothing) {
      local.remove(id);
      if (known != null) {
        known.end(); // others may be at work in it
      }
      return null;
    }
    FakeInstance session =
        opening instanceof LoadedSession.Fresh fresh
            ? published(id, fresh)
            : Objects.requireNonNull(known);
    if (opening instanceof LoadedSession.Local here && here.times() != null) {
      session.usedElsewhere(here.times());
    }
    local.put(session.sessionId().value(), session); // it may just have got another id
    return session;
  }

  /** The instance that came first, if it shows the same. */
  private FakeInstance published(String id, LoadedSession.Fresh fresh) {
    FakeInstance first = local.get(id);
    return first != null && first.isLive() && first.instanceState().showsSameAs(fresh.state())
        ? first
        : new FakeInstance(fresh);
  }

  /** Ends a request: what it changed is saved before the response leaves. */
  public SaveOutcome end(FakeInstance session) {
    return now(endLater(session));
  }

  /** Ends a request: completes when its response may leave. */
  public CompletableFuture<SaveOutcome> endLater(FakeInstance session) {
    session.instanceState().use().requestFinishing();
    return leaveLater(session);
  }

  /** The response of a finished request may leave, once this completes. */
  public CompletableFuture<SaveOutcome> leaveLater(FakeInstance session) {
    return shared
        .save(session)
        .thenApply(
            outcome -> {
              left(session);
              return outcome;
            });
  }

  /** A request uses a session no longer, whatever becomes of its save. */
  public void left(FakeInstance session) {
    shared.requestEnded(session);
    session.instanceState().use().accessEnded();
    if (givesUpObjects) {
      shared.giveUpObjects(session, value -> false);
    }
  }

  /** Whether nodes lack something of a session that is here, and nothing is tried for it. */
  public boolean hasStragglers() {
    return local.values().stream().anyMatch(EngineTomcat::isStraggler);
  }

  /** Stores such sessions, as a Tomcat does from time to time. */
  public void storeStragglers() {
    for (FakeInstance session : List.copyOf(local.values())) {
      if (isStraggler(session)) {
        var unused = shared.repair(session);
      }
    }
  }

  private static boolean isStraggler(FakeInstance session) {
    return session.isLive() && session.instanceState().isStraggler();
  }

  /** One whole request for a session that exists. */
  SaveOutcome request(String id, Consumer<FakeInstance> work) {
    FakeInstance session = begin(id);
    if (session == null) {
      throw new AssertionError("no session " + id);
    }
    work.accept(session);
    return end(session);
  }

  /** A request that reads one attribute; null if there is no session or no attribute. */
  @Nullable Object read(String id, String name) {
    FakeInstance session = begin(id);
    if (session == null) {
      return null;
    }
    Object value = session.get(name);
    end(session);
    return value;
  }

  void invalidate(FakeInstance session) {
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
