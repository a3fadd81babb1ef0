package io.holdfast.sessions.runtime;

import io.holdfast.core.config.ConfigurationException;
import io.holdfast.core.config.SessionConfiguration;
import io.holdfast.core.config.Setting;
import io.holdfast.core.metrics.Metric;
import io.holdfast.core.session.SessionSnapshot;
import io.holdfast.sessions.directory.RouteWatch;
import io.holdfast.sessions.directory.RunningTomcat;
import io.holdfast.sessions.expiry.OrphanExpiry;
import io.holdfast.sessions.model.KnownInvalidations;
import io.holdfast.sessions.node.SessionResync;
import io.holdfast.sessions.repository.InvalidationMarks;
import io.holdfast.sessions.repository.StickyRepository;
import io.holdfast.sessions.repository.UnreadableRecords;
import io.holdfast.sessions.sticky.ChangeDetection;
import io.holdfast.sessions.sticky.LiveSession;
import io.holdfast.sessions.sticky.RestoredSession;
import io.holdfast.sessions.sticky.StickyFallback;
import io.holdfast.sessions.sticky.StickyResync;
import io.holdfast.sessions.sticky.StickySessionService;
import io.holdfast.sessions.sticky.StickySettings;
import io.holdfast.sessions.sticky.StickyTools;
import java.time.Duration;
import java.util.Collection;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Everything that one web application's sticky sessions need. */
public final class StickyRuntime extends SessionRuntime<LiveSession> {

  private final StickySessionService sessions;
  private final StickyResync resync;
  private final @Nullable OrphanExpiry<RestoredSession> orphans;
  private final RouteWatch routes;
  private final RunningTomcat tomcat;

  /**
   * Puts everything together and starts connecting. A store that does not answer is no error.
   *
   * @param configuration checked; of sticky sessions
   * @param context the web application
   * @param localSessions the sessions that the container holds now
   * @throws ConfigurationException if the serializer cannot work, or an attribute is wrong that
   *     only the context can check
   */
  public StickyRuntime(
      SessionConfiguration configuration,
      WebAppContext context,
      Supplier<? extends Collection<? extends LiveSession>> localSessions) {
    super(configuration, context, localSessions);
    StickySettings settings =
        new StickySettings(
            configuration.get(Setting.SESSION_BACKUP_ASYNC),
            configuration.get(Setting.SESSION_BACKUP_TIMEOUT),
            configuration.get(Setting.OPERATION_TIMEOUT));
    StickyRepository repository =
        new StickyRepository(
            parts.nodes::current,
            parts.records,
            parts.keys,
            configuration.get(Setting.MAX_SESSION_SIZE),
            parts.metrics,
            new UnreadableRecords(parts.metrics, context.clock()));
    InvalidationMarks marks = new InvalidationMarks(parts.nodes::current, parts.keys);
    this.sessions =
        new StickySessionService(
            new StickyTools(
                repository,
                parts.codec,
                parts.diskFallback,
                parts.executor,
                parts.metrics,
                context.clock(),
                parts.expiry),
            settings,
            parts.executor.timer(),
            marks,
            new KnownInvalidations(
                KnownInvalidations.MAX,
                context.clock(),
                () -> parts.metrics.increment(Metric.ENDS_FORGOTTEN)));
    this.orphans = parts.expiry.sweep(sessions.loader()::abandoned, settings.patience());
    this.routes =
        new RouteWatch(parts.nodes::current, parts.keys, context.contextName(), context.clock());
    this.tomcat = context.resources().tomcat();
    this.resync = sessions.resync(localSessions, configuration.get(Setting.RESYNC_RATE));
    start(new StickyFallback(repository, marks, parts.expiry.lifetime()));
  }

  /** The steps around a request. */
  public StickySessionService sessions() {
    return sessions;
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
  SessionResync<LiveSession, ?> resync() {
    return resync;
  }

  @Override
  long sessionsNotStored() {
    boolean isAnyNodeThere = parts.isAnyNodeThere();
    return localSessions.get().stream()
        .filter(session -> ChangeDetection.isNotStored(session, parts.health, isAnyNodeThere))
        .count();
  }

  @Override
  @Nullable SessionSnapshot unstored(LiveSession session) {
    return sessions.unstored(session, parts.health);
  }

  /**
   * Expires orphaned sessions, if that is configured. Waits for the store.
   *
   * @param end ends a session with its events, unless another Tomcat does
   */
  public void expireAbandoned(Consumer<RestoredSession> end) {
    if (orphans != null) {
      orphans.sweep(new LocalExpiries(localSessions), end);
    }
  }

  @Override
  public int drain(Collection<? extends LiveSession> local, Duration deadline) {
    for (LiveSession session : local) {
      sessions.containerStopping(session);
    }
    return parts.executor.drain(deadline);
  }

  /** Nodes, mode and serializer in one line, without secrets. */
  @Override
  public String toString() {
    return "%s, sticky, %s backups, serializer %s, operation timeout %d ms"
        .formatted(
            parts.nodes.layout(),
            configuration.get(Setting.SESSION_BACKUP_ASYNC) ? "asynchronous" : "synchronous",
            parts.serializer,
            configuration.get(Setting.OPERATION_TIMEOUT).toMillis());
  }
}
