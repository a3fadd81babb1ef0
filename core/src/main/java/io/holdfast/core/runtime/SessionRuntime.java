package io.holdfast.core.runtime;

import io.holdfast.core.config.NodeLayout;
import io.holdfast.core.config.SessionConfiguration;
import io.holdfast.core.fallback.FallbackAtStop;
import io.holdfast.core.fallback.PutBack;
import io.holdfast.core.metrics.Metric;
import io.holdfast.core.metrics.SessionMetrics;
import io.holdfast.core.model.SessionView;
import io.holdfast.core.model.UncertaintyPeriod;
import io.holdfast.core.node.NodeStatus;
import io.holdfast.core.node.ResyncProgress;
import io.holdfast.core.node.SessionResync;
import io.holdfast.core.routing.NodeHealthBoard;
import io.holdfast.core.session.SessionSnapshot;
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
 * @param <S> a session that is here
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
   * From now on nodes are probed, and sessions are stored again when nodes come and go. If that
   * fails, all is closed.
   */
  final void start(PutBack putBack) {
    parts.metrics.countedElsewhere(Metric.SESSIONS_NOT_STORED, this::sessionsNotStored);
    parts.start(resync(), putBack);
  }

  /** Stores sessions again. */
  abstract SessionResync<S, ?> resync();

  /** How many of the sessions that are here no node that answers has as they are. */
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
   * Stores what has changed, waits for it, and writes to files what the store has not got then, if
   * there is a directory for that.
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

  /** Stores again what no node took, or not each that should, when it was to be stored. */
  public final void storeStragglers() {
    if (parts.isAnyNodeThere()) {
      resync().stragglers();
    }
  }

  /**
   * From now on these are the nodes.
   *
   * @return completes when sessions are where they belong, as far as nodes answer, and nothing is
   *     left of the nodes that are gone
   */
  public final CompletableFuture<Void> changeNodes(NodeLayout layout) {
    return parts.nodes.change(layout);
  }

  /** For how long nobody gets a new session in place of one that silent nodes may hold. */
  public final UncertaintyPeriod doubtPeriod() {
    return parts.doubtPeriod;
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
  public final ResyncProgress resyncProgress() {
    return resync().progress();
  }

  /** Ends all connections and threads. */
  @Override
  public void close() {
    parts.close();
  }
}
