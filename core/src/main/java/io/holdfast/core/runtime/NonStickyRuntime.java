package io.holdfast.core.runtime;

import io.holdfast.core.config.ConfigurationException;
import io.holdfast.core.config.NodeLayout;
import io.holdfast.core.config.SessionConfiguration;
import io.holdfast.core.config.SharedSettings;
import io.holdfast.core.expiry.OrphanExpiry;
import io.holdfast.core.fallback.AsideThread;
import io.holdfast.core.fallback.FallbackAtStop;
import io.holdfast.core.lock.LeaseRefusals;
import io.holdfast.core.lock.LockPolicies;
import io.holdfast.core.lock.LockPolicy;
import io.holdfast.core.lock.SessionLocks;
import io.holdfast.core.log.Loggers;
import io.holdfast.core.metrics.Metric;
import io.holdfast.core.metrics.SessionMetrics;
import io.holdfast.core.model.UncertaintyPeriod;
import io.holdfast.core.node.NodeStatus;
import io.holdfast.core.node.ResyncProgress;
import io.holdfast.core.nonsticky.AttributeMerger;
import io.holdfast.core.nonsticky.LoadedSession;
import io.holdfast.core.nonsticky.NonStickyResync;
import io.holdfast.core.nonsticky.NonStickySession;
import io.holdfast.core.nonsticky.NonStickySessionService;
import io.holdfast.core.nonsticky.RecordMerger;
import io.holdfast.core.nonsticky.SaveOutcome;
import io.holdfast.core.nonsticky.UnknownIds;
import io.holdfast.core.repository.NonStickyRepository;
import io.holdfast.core.routing.NodeHealthBoard;
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
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Everything that one web application's shared (non-sticky) sessions need, put together from its
 * configuration; owns the connections and the threads.
 */
public final class NonStickyRuntime implements RuntimeView, AutoCloseable {

  /** Of a copy that a node did not take: over some three seconds. */
  private static final int COPY_RETRIES = 6;

  private final SessionConfiguration configuration;
  private final SharedSettings settings;
  private final InstantSource clock;
  private final RuntimeParts parts;
  private final NonStickySessionService sessions;
  private final LockPolicy lockPolicy;
  private final SessionLocks locks;
  private final UnknownIds unknownIds;
  private final LeaseRefusals leaseRefusals;
  private final NonStickyResync resync;
  private final @Nullable OrphanExpiry<LoadedSession.Fresh> sweep;
  private final Supplier<? extends Collection<? extends NonStickySession>> localSessions;

  /**
   * Puts everything together and starts connecting. A store that does not answer is no error.
   *
   * @param configuration checked; of sessions that are not sticky
   * @param surroundings of the web application
   * @param localSessions the instances that the container holds now
   * @throws ConfigurationException if the serializer cannot work, or an attribute that only the
   *     surroundings can tell is wrong
   */
  public NonStickyRuntime(
      SessionConfiguration configuration,
      WebAppContext surroundings,
      Supplier<? extends Collection<? extends NonStickySession>> localSessions) {
    this.configuration = configuration;
    this.localSessions = localSessions;
    this.settings = Objects.requireNonNull(configuration.shared());
    this.clock = surroundings.clock();
    this.parts = new RuntimeParts(configuration, surroundings);
    this.lockPolicy = LockPolicies.of(settings.lockingMode(), clock);
    this.leaseRefusals = new LeaseRefusals(surroundings.contextName(), clock);
    AttributeMerger layers = new AttributeMerger(parts.codec, configuration.granularity());
    NonStickyRepository repository =
        new NonStickyRepository(
            parts.nodes::current,
            parts.records,
            new RecordMerger(layers),
            parts.executor.threads(),
            parts.keys,
            configuration.maxSessionSize(),
            parts.metrics);
    this.sessions =
        new NonStickySessionService(
            repository,
            parts.codec,
            layers,
            configuration.granularity(),
            parts.executor.timer(),
            parts.executor.threads(),
            new Random(),
            clock,
            parts.lastResort,
            parts.metrics,
            parts.expiry,
            COPY_RETRIES);
    this.unknownIds = new UnknownIds(repository, parts.lastResort);
    this.sweep = parts.expiry.sweep(sessions::abandoned, patience());
    this.locks =
        new SessionLocks(
            parts.nodes::current,
            parts.keys,
            settings.lockExpiration(),
            settings.maxLockWaiters(),
            UUID.randomUUID(),
            parts.executor.timer(),
            System::nanoTime,
            new Random(),
            parts.metrics);
    this.resync =
        new NonStickyResync(
            localSessions,
            sessions,
            parts::isOnlyNodeThere,
            parts.executor.timer(),
            configuration.resyncRate());
    parts.metrics.countedElsewhere(Metric.SESSIONS_NOT_STORED, this::sessionsNotStored);
    parts.start(resync, sessions::putBack);
  }

  private long sessionsNotStored() {
    boolean isAnyNodeThere = parts.isAnyNodeThere();
    return localSessions.get().stream()
        .filter(NonStickySession::isLive)
        .map(NonStickySession::sharedState)
        .filter(state -> !state.hasEnded())
        .filter(state -> !isAnyNodeThere || (!state.isInUse() && state.isNotStored()))
        .count();
  }

  /** Stores again what no node took, or not each that should, when it was to be stored. */
  public void storeStragglers() {
    if (parts.isAnyNodeThere()) {
      resync.stragglers();
    }
  }

  /** The steps around a request. */
  public NonStickySessionService sessions() {
    return sessions;
  }

  /** Which requests need a session to themselves. */
  public LockPolicy lockPolicy() {
    return lockPolicy;
  }

  /** Gives requests a session to themselves. */
  public SessionLocks locks() {
    return locks;
  }

  /** Tells ids of no session from others. */
  public UnknownIds unknownIds() {
    return unknownIds;
  }

  /** Hears of the requests that are refused because others have their session. */
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

  /** What matters for non-sticky sessions only. */
  public SharedSettings settings() {
    return settings;
  }

  /** All nodes in use. */
  public Set<String> nodeIds() {
    return parts.nodes.current().stores().keySet();
  }

  /** How long a request waits at most for the steps around it, if the nodes do not answer. */
  public Duration patience() {
    return configuration.operationTimeout().multipliedBy(2).plus(Duration.ofMillis(100));
  }

  /** For how long nobody gets a new session in place of one that silent nodes may hold. */
  public UncertaintyPeriod doubtPeriod() {
    return parts.doubtPeriod;
  }

  @Override
  public SessionMetrics metrics() {
    return parts.metrics;
  }

  @Override
  public NodeHealthBoard health() {
    return parts.health;
  }

  @Override
  public List<NodeStatus> nodes() {
    return parts.statuses();
  }

  @Override
  public String allowedClassesReport() {
    return parts.filter.allowedClassesReport();
  }

  @Override
  public ResyncProgress resyncProgress() {
    return resync.progress();
  }

  /**
   * Ends sessions whose Tomcats are all gone, if that is configured. Waits for the store.
   *
   * @param end ends a session with its events, unless another Tomcat does
   */
  public void expireAbandoned(Consumer<LoadedSession.Fresh> end) {
    if (sweep != null) {
      sweep.sweep(new LocalInvalidations(localSessions), end);
    }
  }

  /**
   * From now on these are the nodes.
   *
   * @return completes when sessions are where they belong, as far as nodes answer, and nothing is
   *     left of the nodes that are gone
   */
  public CompletableFuture<Void> changeNodes(NodeLayout layout) {
    return parts.nodes.change(layout);
  }

  /**
   * Saves what has not been saved, and waits for it.
   *
   * @param local the instances that the container holds
   * @param deadline how long to wait at most
   * @return how many could not be saved
   */
  public int drain(Collection<? extends NonStickySession> local, Duration deadline) {
    long end = System.nanoTime() + deadline.toNanos();
    List<CompletableFuture<SaveOutcome>> saves = new ArrayList<>();
    try (AsideThread aside = new AsideThread()) {
      for (NonStickySession session : local) {
        saves.add(begun(session, aside, Duration.ofNanos(end - System.nanoTime())));
      }
    }
    try {
      CompletableFuture.allOf(saves.toArray(new CompletableFuture<?>[0]))
          .get(Math.max(0, end - System.nanoTime()), TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (TimeoutException | ExecutionException e) {
      Loggers.of(NonStickyRuntime.class)
          .log(System.Logger.Level.DEBUG, "Not everything could be saved in time", e);
    }
    return (int)
        saves.stream()
            .filter(save -> save.getNow(SaveOutcome.FAILED) == SaveOutcome.FAILED)
            .count();
  }

  /** An attribute that blocks while it is written costs its session, and not the others. */
  private CompletableFuture<SaveOutcome> begun(
      NonStickySession session, AsideThread aside, Duration left) {
    try {
      return aside.call(() -> sessions.save(session), left);
    } catch (AsideThread.StuckException | ExecutionException e) {
      Loggers.of(NonStickyRuntime.class)
          .log(System.Logger.Level.WARNING, "Session " + session.sessionId() + " is not saved", e);
    }
    return CompletableFuture.completedFuture(SaveOutcome.FAILED);
  }

  /**
   * Saves what has not been saved, waits for it, and writes to files what could not be saved, if
   * there is a directory for that.
   *
   * @param local the instances that the container holds
   * @param deadline how long all that may take at most
   */
  public StopResult leave(Collection<? extends NonStickySession> local, Duration deadline) {
    return parts.leave(
        deadline, share -> drain(local, share), () -> local.stream().map(this::candidate).toList());
  }

  private FallbackAtStop.Candidate candidate(NonStickySession session) {
    return new FallbackAtStop.Candidate(
        session.sessionId(), session.times().thisAccessedTime(), () -> sessions.unsaved(session));
  }

  /** Ends all connections and threads. */
  @Override
  public void close() {
    locks.close();
    parts.close();
  }

  /** The effective settings in one line, without secrets. */
  @Override
  public String toString() {
    return ("%s, non-sticky, locking mode %s, granularity %s, serializer %s,"
            + " operation timeout %d ms")
        .formatted(
            parts.nodes.layout(),
            settings.lockingMode(),
            configuration.granularity(),
            parts.serializer,
            configuration.operationTimeout().toMillis());
  }
}
