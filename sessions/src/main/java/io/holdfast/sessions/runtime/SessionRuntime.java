package io.holdfast.sessions.runtime;

import io.holdfast.core.config.NodeLayout;
import io.holdfast.core.config.SessionConfiguration;
import io.holdfast.core.metrics.Metric;
import io.holdfast.core.metrics.SessionMetrics;
import io.holdfast.core.routing.NodeHealthBoard;
import io.holdfast.core.session.SessionSnapshot;
import io.holdfast.sessions.directory.SessionDirectory;
import io.holdfast.sessions.fallback.FallbackAtStop;
import io.holdfast.sessions.fallback.PutBack;
import io.holdfast.sessions.model.SessionView;
import io.holdfast.sessions.model.StoreWait;
import io.holdfast.sessions.model.UncertaintyPeriod;
import io.holdfast.sessions.node.NodeStatus;
import io.holdfast.sessions.node.ResyncProgress;
import io.holdfast.sessions.node.SessionResync;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Everything that one web application's sessions need, put together from its configuration; owns
 * the connections and the threads.
 *
 * @param <S> a session of this Tomcat
 */
public abstract class SessionRuntime<S extends SessionView> implements RuntimeView, AutoCloseable {

  final SessionConfiguration configuration;
  final RuntimeParts parts;
  final Supplier<? extends Collection<? extends S>> localSessions;

  SessionRuntime(
      SessionConfiguration configuration,
      WebAppContext context,
      Supplier<? extends Collection<? extends S>> localSessions) {
    this.configuration = configuration;
    this.localSessions = localSessions;
    this.parts = new RuntimeParts(configuration, context);
  }

  /**
   * Probes nodes from now on, and stores sessions again when nodes come and go. Closes everything
   * if that fails.
   */
  final void start(PutBack putBack) {
    parts.metrics.countedElsewhere(Metric.SESSIONS_NOT_STORED, this::sessionsNotStored);
    parts.start(resync(), putBack);
  }

  /** How requests wait for the store, each time at most so long. */
  public final StoreWait storeWait(Duration limit) {
    return new StoreWait(limit, parts.executor.virtualWaits());
  }

  /** Stores sessions again. */
  abstract SessionResync<S, ?> resync();

  /** How many sessions of this Tomcat are on no node that answers, in their present state. */
  abstract long sessionsNotStored();

  /**
   * The session as a file should have it; null if the store has all of it.
   *
   * @throws java.util.ConcurrentModificationException if another thread changed a collection at
   *     each attempt
   */
  abstract @Nullable SessionSnapshot unstored(S session);

  /**
   * Stores what has changed, and waits for it.
   *
   * @param sessions the sessions that the container holds
   * @param deadline how long to wait at most
   * @return how many could not be stored by then
   */
  public abstract int drain(Collection<? extends S> sessions, Duration deadline);

  /**
   * Stores what has changed and waits for it. What the store lacks then goes to files, if there is
   * a directory for that.
   *
   * @param sessions the sessions that the container holds
   * @param deadline how long all that may take at most
   */
  public final StopResult leave(Collection<? extends S> sessions, Duration deadline) {
    return parts.leave(
        deadline,
        share -> drain(sessions, share),
        () -> sessions.stream().map(this::candidate).toList());
  }

  private FallbackAtStop.Candidate candidate(S session) {
    return new FallbackAtStop.Candidate(
        session.sessionId(), session.times().thisAccessedTime(), () -> unstored(session));
  }

  /** Stores the stragglers again. */
  public final void storeStragglers() {
    if (parts.isAnyNodeThere()) {
      resync().stragglers();
    }
  }

  /** Brings to the nodes what they lack of invalidations. Does not wait for them. */
  public final void repeatEnds() {
    if (parts.isAnyNodeThere()) {
      resync().repeatEnds();
    }
  }

  /**
   * Uses these nodes from now on.
   *
   * @return completes when sessions are where they belong, as far as nodes answer, and nothing is
   *     left of the nodes that are gone
   */
  public final CompletableFuture<Void> changeNodes(NodeLayout layout) {
    return parts.nodes.change(layout);
  }

  /** For how long no client gets a new session in place of one that unreachable nodes may hold. */
  public final UncertaintyPeriod uncertaintyPeriod() {
    return parts.uncertaintyPeriod;
  }

  /** The sessions of each user; null if they are not listed. */
  public final @Nullable SessionDirectory directory() {
    return parts.directory;
  }

  /** Ends sessions of this Tomcat from now on that another one wants to end, if they are listed. */
  public final void watchEnds(SessionDirectory.LocalSessions sessions) {
    parts.watchEnds(sessions);
  }

  @Override
  public final SessionMetrics metrics() {
    return parts.metrics;
  }

  @Override
  public final NodeHealthBoard health() {
    return parts.health;
  }

  @Override
  public final List<NodeStatus> nodes() {
    return parts.statuses();
  }

  @Override
  public final String allowedClassesReport() {
    return parts.filter.allowedClassesReport();
  }

  @Override
  public final String encryptionKeys() {
    return parts.sealing.sealing().inWords();
  }

  @Override
  public final ResyncProgress resyncProgress() {
    return resync().progress();
  }

  /** Ends all connections and threads. */
  @Override
  public void close() {
    parts.close();
  }
}
