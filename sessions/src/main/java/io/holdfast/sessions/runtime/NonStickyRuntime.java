package io.holdfast.sessions.runtime;

import io.holdfast.core.config.ConfigurationException;
import io.holdfast.core.config.NonStickySettings;
import io.holdfast.core.config.SessionConfiguration;
import io.holdfast.core.config.Setting;
import io.holdfast.core.log.Loggers;
import io.holdfast.core.session.SessionSnapshot;
import io.holdfast.sessions.backup.PendingBackup;
import io.holdfast.sessions.directory.RouteWatch;
import io.holdfast.sessions.directory.RunningTomcat;
import io.holdfast.sessions.expiry.OrphanExpiry;
import io.holdfast.sessions.fallback.AsideThread;
import io.holdfast.sessions.lock.LeaseRefusals;
import io.holdfast.sessions.lock.LockPolicies;
import io.holdfast.sessions.lock.LockPolicy;
import io.holdfast.sessions.lock.LockSettings;
import io.holdfast.sessions.lock.SessionLocks;
import io.holdfast.sessions.model.StoreWait;
import io.holdfast.sessions.node.SessionResync;
import io.holdfast.sessions.nonsticky.Affinity;
import io.holdfast.sessions.nonsticky.AttributeMerger;
import io.holdfast.sessions.nonsticky.LoadedSession;
import io.holdfast.sessions.nonsticky.NonStickyResync;
import io.holdfast.sessions.nonsticky.NonStickySession;
import io.holdfast.sessions.nonsticky.NonStickySessionService;
import io.holdfast.sessions.nonsticky.NonStickyTools;
import io.holdfast.sessions.nonsticky.RecordMerger;
import io.holdfast.sessions.nonsticky.SaveOutcome;
import io.holdfast.sessions.nonsticky.SaveWait;
import io.holdfast.sessions.nonsticky.UnknownIds;
import io.holdfast.sessions.repository.Merging;
import io.holdfast.sessions.repository.NonStickyRepository;
import io.holdfast.sessions.repository.Reach;
import io.holdfast.sessions.repository.UnreadableRecords;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Everything that one web application's non-sticky sessions need. */
public final class NonStickyRuntime extends SessionRuntime<NonStickySession> {

  /** How often a copy is tried again that a node did not take: within some three seconds. */
  private static final int COPY_RETRIES = 6;

  private final NonStickySettings settings;
  private final SaveWait saveWait;
  private final InstantSource clock;
  private final NonStickySessionService sessions;
  private final LockPolicy lockPolicy;
  private final SessionLocks locks;
  private final UnknownIds unknownIds;
  private final LeaseRefusals leaseRefusals;
  private final NonStickyResync resync;
  private final @Nullable OrphanExpiry<LoadedSession.Fresh> orphans;
  private final RouteWatch routes;
  private final RunningTomcat tomcat;

  /**
   * Puts everything together and starts connecting. A store that does not answer is no error.
   *
   * @param configuration checked; of non-sticky sessions
   * @param context the web application
   * @param localSessions the instances that the container holds now
   * @throws ConfigurationException if the serializer cannot work, or an attribute that only the
   *     context can tell is wrong
   */
  public NonStickyRuntime(
      SessionConfiguration configuration,
      WebAppContext context,
      Supplier<? extends Collection<? extends NonStickySession>> localSessions) {
    super(configuration, context, localSessions);
    this.settings =
        configuration.isSticky()
            ? NonStickySettings.UNUSED
            : Objects.requireNonNull(configuration.nonSticky());
    this.saveWait = saveWait(configuration);
    this.tomcat = context.resources().tomcat();
    this.clock = context.clock();
    this.lockPolicy = LockPolicies.of(settings.lockingMode(), clock);
    this.leaseRefusals = new LeaseRefusals(context.contextName(), clock);
    RecordMerger merger =
        new RecordMerger(new AttributeMerger(parts.codec, configuration.granularity()));
    NonStickyRepository repository =
        new NonStickyRepository(
            parts.nodes::current,
            parts.records,
            new Merging(merger, parts.executor.threads()),
            parts.keys,
            configuration.get(Setting.MAX_SESSION_SIZE),
            configuration.isSticky() ? Reach.WIDE : Reach.LIKELY,
            parts.metrics,
            new UnreadableRecords(parts.metrics, clock));
    this.sessions =
        new NonStickySessionService(
            new NonStickyTools(
                repository,
                merger,
                parts.diskFallback,
                parts.metrics,
                clock,
                new Random(),
                parts.expiry),
            configuration.isSticky() ? Affinity.sticky(parts.health::changes) : Affinity.none(),
            parts.executor.timer(),
            parts.executor.threads(),
            COPY_RETRIES);
    this.unknownIds = new UnknownIds(repository, parts.diskFallback);
    this.orphans = parts.expiry.sweep(sessions::abandoned, patience());
    this.locks =
        new SessionLocks(
            parts.nodes::current,
            parts.keys,
            new LockSettings(
                settings.lockExpiration(), settings.maxLockWaiters(), UUID.randomUUID()),
            parts.executor.timer(),
            System::nanoTime,
            new Random(),
            parts.metrics);
    this.routes =
        new RouteWatch(parts.nodes::current, parts.keys, context.contextName(), context.clock());
    this.resync =
        new NonStickyResync(
            localSessions,
            sessions,
            parts::isOnlyNodeThere,
            parts.executor.timer(),
            configuration.get(Setting.RESYNC_RATE));
    start(sessions::putBack);
  }

  private static SaveWait saveWait(SessionConfiguration configuration) {
    if (!configuration.isSticky()) {
      return SaveWait.BEFORE_FIRST_BYTE;
    }
    return configuration.get(Setting.SESSION_BACKUP_ASYNC)
        ? SaveWait.NEVER
        : SaveWait.BEHIND_RESPONSE;
  }

  /** When requests wait for the saves of their sessions. */
  public SaveWait saveWait() {
    return saveWait;
  }

  /** How long a request waits at most for a save {@link SaveWait#BEHIND_RESPONSE}. */
  public Duration backupTimeout() {
    return configuration.get(Setting.SESSION_BACKUP_TIMEOUT);
  }

  /**
   * Saves a session on another thread, after a save of it that runs so. One that waits is replaced:
   * the later one stores at least as much.
   */
  public void saveInBackground(
      NonStickySession session, Supplier<CompletableFuture<SaveOutcome>> save) {
    var unused =
        parts.executor.begin(session.sessionId().base(), () -> new PendingBackup<>(save.get(), 0));
  }

  /**
   * Warns if another running Tomcat has the same jvmRoute. To be called every few seconds; does not
   * wait for the store.
   *
   * @param route the jvmRoute of this Tomcat
   * @return completes when the nodes have answered
   */
  public CompletableFuture<Boolean> watchRoute(String route) {
    return routes.sign(route, tomcat);
  }

  @Override
  SessionResync<NonStickySession, ?> resync() {
    return resync;
  }

  @Override
  @Nullable SessionSnapshot unstored(NonStickySession session) {
    return sessions.unsaved(session);
  }

  @Override
  long sessionsNotStored() {
    boolean isAnyNodeThere = parts.isAnyNodeThere();
    return localSessions.get().stream()
        .filter(NonStickySession::isLive)
        .map(NonStickySession::instanceState)
        .filter(state -> !state.hasEnded())
        .filter(state -> !isAnyNodeThere || state.isNotStored())
        .count();
  }

  /** The steps around a request. */
  public NonStickySessionService sessions() {
    return sessions;
  }

  /** Which requests need the lease of their session. */
  public LockPolicy lockPolicy() {
    return lockPolicy;
  }

  /** Gives requests the lease of their session. */
  public SessionLocks locks() {
    return locks;
  }

  /** Tells which ids have no session. */
  public UnknownIds unknownIds() {
    return unknownIds;
  }

  /** Is told of the requests that are refused because another request has their session. */
  public LeaseRefusals leaseRefusals() {
    return leaseRefusals;
  }

  /**
   * Runs a task later on a thread that may run the application's code.
   *
   * @return to cancel it; null if everything stops
   */
  public @Nullable Future<?> later(Duration delay, Runnable task) {
    return parts.later(delay, task);
  }

  /** The settings of non-sticky sessions. */
  public NonStickySettings settings() {
    return settings;
  }

  /** All nodes in use. */
  public Set<String> nodeIds() {
    return parts.nodes.current().stores().keySet();
  }

  /** How long a request waits at most for the steps around it, if the nodes do not answer. */
  public Duration patience() {
    return patience(configuration);
  }

  /** The same for a configuration. */
  public static Duration patience(SessionConfiguration configuration) {
    return configuration
        .get(Setting.OPERATION_TIMEOUT)
        .multipliedBy(2)
        .plus(Duration.ofMillis(100));
  }

  /**
   * Expires orphaned sessions, if that is configured. Waits for the store.
   *
   * @param end ends a session with its events, unless another Tomcat does
   */
  public void expireAbandoned(Consumer<LoadedSession.Fresh> end) {
    if (orphans != null) {
      orphans.sweep(new LocalExpiries(localSessions), end);
    }
  }

  @Override
  public int drain(Collection<? extends NonStickySession> local, Duration deadline) {
    long end = System.nanoTime() + deadline.toNanos();
    List<CompletableFuture<SaveOutcome>> saves = new ArrayList<>();
    try (AsideThread aside = new AsideThread()) {
      for (NonStickySession session : local) {
        saves.add(begun(session, aside, Duration.ofNanos(end - System.nanoTime())));
      }
    }
    Duration rest = Duration.ofNanos(Math.max(0, end - System.nanoTime()));
    var unused =
        new StoreWait(rest).await(CompletableFuture.allOf(saves.toArray(CompletableFuture[]::new)));
    return (int)
        saves.stream()
            .filter(save -> save.getNow(SaveOutcome.FAILED) == SaveOutcome.FAILED)
            .count();
  }

  /** Starts a save on the aside thread: an attribute that blocks it holds up no other session. */
  private CompletableFuture<SaveOutcome> begun(
      NonStickySession session, AsideThread aside, Duration left) {
    try {
      return aside.call(() -> sessions.saveAtStop(session), left);
    } catch (AsideThread.StuckException | ExecutionException e) {
      Loggers.of(NonStickyRuntime.class)
          .log(System.Logger.Level.WARNING, "Session " + session.sessionId() + " is not saved", e);
    }
    return CompletableFuture.completedFuture(SaveOutcome.FAILED);
  }

  /** Ends all connections and threads. */
  @Override
  public void close() {
    locks.close();
    super.close();
  }

  /** Nodes, mode and serializer in one line, without secrets. */
  @Override
  public String toString() {
    if (configuration.isSticky()) {
      return "%s, sticky, %s backups, serializer %s, operation timeout %d ms"
          .formatted(
              parts.nodes.layout(),
              configuration.get(Setting.SESSION_BACKUP_ASYNC) ? "asynchronous" : "synchronous",
              parts.serializer,
              configuration.get(Setting.OPERATION_TIMEOUT).toMillis());
    }
    return ("%s, non-sticky, locking mode %s, granularity %s, serializer %s,"
            + " operation timeout %d ms")
        .formatted(
            parts.nodes.layout(),
            settings.lockingMode(),
            configuration.granularity(),
            parts.serializer,
            configuration.get(Setting.OPERATION_TIMEOUT).toMillis());
  }
}
