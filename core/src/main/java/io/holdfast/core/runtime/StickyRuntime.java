package io.holdfast.core.runtime;

import io.holdfast.core.config.ConfigurationException;
import io.holdfast.core.config.NodeLayout;
import io.holdfast.core.config.SessionConfiguration;
import io.holdfast.core.expiry.OrphanExpiry;
import io.holdfast.core.fallback.FallbackAtStop;
import io.holdfast.core.metrics.Metric;
import io.holdfast.core.metrics.SessionMetrics;
import io.holdfast.core.model.KnownInvalidations;
import io.holdfast.core.model.SessionAge;
import io.holdfast.core.model.UncertaintyPeriod;
import io.holdfast.core.node.NodeStatus;
import io.holdfast.core.node.ResyncProgress;
import io.holdfast.core.repository.InvalidationMarks;
import io.holdfast.core.repository.StickyRepository;
import io.holdfast.core.routing.NodeHealthBoard;
import io.holdfast.core.sticky.FailoverLoader;
import io.holdfast.core.sticky.FileTakeover;
import io.holdfast.core.sticky.LiveSession;
import io.holdfast.core.sticky.RestoredSession;
import io.holdfast.core.sticky.StickyBackup;
import io.holdfast.core.sticky.StickyFallback;
import io.holdfast.core.sticky.StickyInvalidation;
import io.holdfast.core.sticky.StickyResync;
import io.holdfast.core.sticky.StickySessionService;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Everything that one web application's sticky sessions need, put together from its configuration;
 * owns the connections and, through its executor, the threads.
 */
public final class StickyRuntime implements RuntimeView, AutoCloseable {

  private final SessionConfiguration configuration;
  private final RuntimeParts parts;
  private final StickyResync resync;
  private final StickySessionService coordinator;
  private final StickyBackup backup;
  private final @Nullable OrphanExpiry<RestoredSession> sweep;
  private final Supplier<? extends Collection<? extends LiveSession>> localSessions;

  /**
   * Puts everything together and starts connecting. A store that does not answer is no error.
   *
   * @param configuration checked; of sticky sessions
   * @param surroundings of the web application
   * @param localSessions the sessions that the container holds now
   * @throws ConfigurationException if the serializer cannot work, or an attribute that only the
   *     surroundings can tell is wrong
   */
  public StickyRuntime(
      SessionConfiguration configuration,
      WebAppContext surroundings,
      Supplier<? extends Collection<? extends LiveSession>> localSessions) {
    this.configuration = configuration;
    this.localSessions = localSessions;
    this.parts = new RuntimeParts(configuration, surroundings);
    StickyRepository repository =
        new StickyRepository(
            parts.nodes::current,
            parts.records,
            parts.keys,
            configuration.maxSessionSize(),
            parts.metrics);
    StickyBackup backup =
        new StickyBackup(
            repository,
            parts.codec,
            parts.lastResort,
            parts.metrics,
            surroundings.clock(),
            parts.expiry);
    FailoverLoader takeovers =
        new FailoverLoader(
            repository,
            parts.codec,
            parts.metrics,
            surroundings.clock(),
            configuration.operationTimeout());
    InvalidationMarks claims = new InvalidationMarks(parts.nodes::current, parts.keys);
    StickyInvalidation ends =
        new StickyInvalidation(
            takeovers,
            claims,
            repository,
            new KnownInvalidations(
                KnownInvalidations.MAX,
                surroundings.clock(),
                () -> parts.metrics.increment(Metric.ENDS_FORGOTTEN)),
            surroundings.clock(),
            parts.expiry.areKept(),
            configuration.operationTimeout().multipliedBy(2));
    this.coordinator =
        new StickySessionService(
            repository,
            takeovers,
            ends,
            parts.executor,
            parts.executor.timer(),
            backup,
            new FileTakeover(
                parts.lastResort, parts.codec, new SessionAge(surroundings.clock()), parts.metrics),
            parts.metrics,
            surroundings.clock(),
            configuration.backupAsync(),
            configuration.backupTimeout(),
            configuration.operationTimeout());
    this.backup = backup;
    this.sweep =
        parts.expiry.sweep(takeovers::abandoned, configuration.operationTimeout().multipliedBy(2));
    this.resync =
        new StickyResync(
            localSessions,
            repository,
            backup,
            ends,
            coordinator,
            parts.executor.timer(),
            configuration.resyncRate());
    parts.metrics.countedElsewhere(Metric.SESSIONS_NOT_STORED, this::sessionsNotStored);
    parts.start(resync, new StickyFallback(repository, claims, parts.expiry.lifetime()));
  }

  private long sessionsNotStored() {
    boolean isAnyNodeThere = parts.isAnyNodeThere();
    return localSessions.get().stream()
        .filter(session -> StickyBackup.isNotStored(session, parts.health, isAnyNodeThere))
        .count();
  }

  /** Stores again what no node took, or not each that should, when it was to be stored. */
  public void storeStragglers() {
    resync.stragglers();
  }

  /** The steps around a request. */
  public StickySessionService coordinator() {
    return coordinator;
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
  public void expireAbandoned(Consumer<RestoredSession> end) {
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
    return parts.executor.drain(deadline);
  }

  /**
   * Backs up what has changed, waits for all backups that are on their way, and writes to files
   * what the store has not got then, if there is a directory for that.
   *
   * @param sessions the sessions that the container holds
   * @param deadline how long all that may take at most
   */
  public StopResult leave(Collection<? extends LiveSession> sessions, Duration deadline) {
    return parts.leave(
        deadline,
        share -> drain(sessions, share),
        () -> sessions.stream().map(this::candidate).toList());
  }

  private FallbackAtStop.Candidate candidate(LiveSession session) {
    return new FallbackAtStop.Candidate(
        session.sessionId(),
        session.times().thisAccessedTime(),
        () -> backup.unstored(session, parts.health));
  }

  /** Ends all connections and threads. */
  @Override
  public void close() {
    parts.close();
  }

  /** The effective settings in one line, without secrets. */
  @Override
  public String toString() {
    return "%s, %s backups, serializer %s, operation timeout %d ms"
        .formatted(
            parts.nodes.layout(),
            configuration.backupAsync() ? "asynchronous" : "synchronous",
            parts.serializer,
            configuration.operationTimeout().toMillis());
  }
}
