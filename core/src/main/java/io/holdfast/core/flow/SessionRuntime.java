package io.holdfast.core.flow;

import io.holdfast.core.config.ConfigurationException;
import io.holdfast.core.config.SessionConfiguration;
import io.holdfast.core.metrics.SessionMetrics;
import io.holdfast.core.repository.SessionRepository;
import io.holdfast.core.routing.NodeHealthBoard;
import java.time.Duration;
import java.util.Collection;
import java.util.function.Supplier;

/**
 * Everything that one web application's sticky sessions need, put together from its configuration;
 * owns the connections and, through its executor, the threads.
 */
public final class SessionRuntime implements AutoCloseable {

  private final SessionConfiguration configuration;
  private final RuntimeParts parts;
  private final SessionCoordinator coordinator;

  /**
   * Puts everything together and starts connecting. A store that does not answer is no error.
   *
   * @param configuration checked; of sticky sessions
   * @param surroundings of the web application
   * @param localSessions the sessions that the container holds now
   * @throws ConfigurationException if the serializer cannot work, or an attribute that only the
   *     surroundings can tell is wrong
   */
  public SessionRuntime(
      SessionConfiguration configuration,
      Surroundings surroundings,
      Supplier<? extends Collection<? extends LiveSession>> localSessions) {
    this.configuration = configuration;
    this.parts = new RuntimeParts(configuration, surroundings);
    SessionRepository repository =
        new SessionRepository(
            parts.placement,
            parts.stores,
            parts.records,
            parts.keys,
            configuration.maxSessionSize(),
            parts.metrics);
    SessionBackup backup =
        new SessionBackup(repository, parts.codec, parts.metrics, surroundings.clock());
    this.coordinator =
        new SessionCoordinator(
            repository,
            parts.codec,
            parts.executor,
            parts.executor.timer(),
            backup,
            parts.metrics,
            surroundings.clock(),
            configuration.backupAsync(),
            configuration.backupTimeout(),
            configuration.operationTimeout());
    parts.start(new Resync(localSessions, repository, backup, coordinator, parts.executor.timer()));
  }

  /** The steps around a request. */
  public SessionCoordinator coordinator() {
    return coordinator;
  }

  /** The counters. */
  public SessionMetrics metrics() {
    return parts.metrics;
  }

  /** Which nodes answer. */
  public NodeHealthBoard health() {
    return parts.health;
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

  /** Ends all connections and threads. */
  @Override
  public void close() {
    parts.close();
  }

  /** The effective settings in one line, without secrets. */
  @Override
  public String toString() {
    return "nodes %s, failover %s, %s backups, serializer %s, copies %d, operation timeout %d ms"
        .formatted(
            configuration.nodes(),
            configuration.failoverNodes(),
            configuration.backupAsync() ? "asynchronous" : "synchronous",
            configuration.transcoder(),
            configuration.copies(),
            configuration.operationTimeout().toMillis());
  }
}
