package io.holdfast.sessions.runtime;

import io.holdfast.core.config.ConfigurationException;
import io.holdfast.core.config.NodeLayout;
import io.holdfast.core.config.SessionConfiguration;
import io.holdfast.core.config.Setting;
import io.holdfast.core.log.Loggers;
import io.holdfast.core.metrics.Metric;
import io.holdfast.core.metrics.SessionMetrics;
import io.holdfast.core.routing.NodeHealthBoard;
import io.holdfast.core.session.SessionId;
import io.holdfast.sessions.directory.RouteWatch;
import io.holdfast.sessions.directory.RunningTomcat;
import io.holdfast.sessions.directory.SessionDirectory;
import io.holdfast.sessions.engine.Affinity;
import io.holdfast.sessions.engine.LoadedSession;
import io.holdfast.sessions.engine.ResyncProgress;
import io.holdfast.sessions.engine.SaveOutcome;
import io.holdfast.sessions.engine.SessionEngine;
import io.holdfast.sessions.engine.SessionInstance;
import io.holdfast.sessions.engine.SessionResync;
import io.holdfast.sessions.expiry.OrphanExpiry;
import io.holdfast.sessions.fallback.AsideThread;
import io.holdfast.sessions.fallback.DiskFallback;
import io.holdfast.sessions.fallback.FallbackAtStop;
import io.holdfast.sessions.lock.LeaseRefusals;
import io.holdfast.sessions.lock.LockPolicy;
import io.holdfast.sessions.lock.SessionLocks;
import io.holdfast.sessions.model.SessionAge;
import io.holdfast.sessions.model.StoreWait;
import io.holdfast.sessions.node.NodeStatus;
import io.holdfast.sessions.tracing.Tracing;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Everything that one web application's sessions need. */
public final class SessionRuntime implements RuntimeView, AutoCloseable {

  /** How often a copy is tried again that a node did not take: within some three seconds. */
  private static final int COPY_RETRIES = 6;

  private final SessionConfiguration configuration;
  private final RuntimeParts parts;
  private final Supplier<? extends Collection<? extends SessionInstance>> localSessions;
  private final SessionEngine sessions;
  private final LockPolicy lockPolicy;
  private final SessionLocks locks;
  private final LeaseRefusals leaseRefusals;
  private final SessionResync resync;
  private final @Nullable OrphanExpiry<LoadedSession.Fresh> orphans;
  private final RouteWatch routes;
  private final RunningTomcat tomcat;

  /**
   * Puts everything together and starts connecting. A store that does not answer is no error.
   *
   * @param localSessions the instances that the container holds now
   * @throws ConfigurationException if the serializer cannot work, or an attribute that only the
   *     context can tell is wrong
   */
  public SessionRuntime(
      SessionConfiguration configuration,
      WebAppContext context,
      Supplier<? extends Collection<? extends SessionInstance>> localSessions) {
    this.configuration = configuration;
    this.localSessions = localSessions;
    this.parts = new RuntimeParts(configuration, context);
    this.tomcat = context.resources().tomcat();
    InstantSource clock = context.clock();
    this.lockPolicy = LockPolicy.of(configuration.lockingMode(), clock);
    this.leaseRefusals = new LeaseRefusals(context.contextName(), clock);
    this.sessions =
        new SessionEngine(
            parts.tools(
                parts.nodes,
                parts.threads,
                parts.metrics,
                parts.files == null ? DiskFallback.NONE : parts.files,
                parts.expiry),
            configuration.isSticky() ? Affinity.sticky(parts.health::changes) : Affinity.none(),
            parts.threads.timer(),
            parts.isTraced ? Tracing.carrying(parts.threads) : parts.threads,
            COPY_RETRIES);
    this.orphans =
        parts.expiry == null
            ? null
            : new OrphanExpiry<>(parts.expiry, sessions::abandoned, storeWait());
    this.locks = parts.locks(parts.nodes, parts.metrics);
    this.routes = new RouteWatch(parts.lines, parts.keys, context.contextName(), clock);
    this.resync =
        new SessionResync(
            localSessions,
            sessions,
            parts::isOnlyNodeThere,
            parts.threads.timer(),
            configuration.get(Setting.RESYNC_RATE));
    parts.metrics.countedElsewhere(Metric.SESSIONS_NOT_STORED, this::sessionsNotStored);
    parts.start(resync, sessions::putBack); // closes everything if that fails
  }

  /** Returns whether sticky sessions are saved without their requests. */
  public boolean savesInBackground() {
    return configuration.get(Setting.SESSION_BACKUP_ASYNC);
  }

  /** How a request of a sticky session waits for its save, if it waits. */
  public StoreWait backupWait() {
    return new StoreWait(
        configuration.get(Setting.SESSION_BACKUP_TIMEOUT), parts.threads.virtualWaits());
  }

  /** Saves a session on another thread; a later save replaces one that waits. */
  public void saveInBackground(
      SessionInstance session, Supplier<CompletableFuture<SaveOutcome>> save) {
    parts.saves.save(session.sessionId().base(), parts.isTraced ? Tracing.carried(save) : save);
  }

  /**
   * Makes ready, in the background, what the first requests need, see {@link Rehearsal}.
   *
   * @param instances makes an instance that no request finds
   */
  public void rehearse(Function<LoadedSession.Fresh, ? extends SessionInstance> instances) {
    try {
      parts.threads.execute(new Rehearsal(parts, instances));
    } catch (RejectedExecutionException | OutOfMemoryError e) { // the first requests do it
      Loggers.of(Rehearsal.class).log(System.Logger.Level.DEBUG, "No rehearsal", e);
    }
  }

  /** Warns if another running Tomcat has the same jvmRoute, see {@link RouteWatch#sign}. */
  public CompletableFuture<Boolean> watchRoute(String route) {
    return routes.sign(route, tomcat);
  }

  /** How requests wait for the steps around them, if the nodes do not answer. */
  public StoreWait storeWait() {
    Duration patience =
        configuration.get(Setting.OPERATION_TIMEOUT).multipliedBy(2).plus(Duration.ofMillis(100));
    return new StoreWait(patience, parts.threads.virtualWaits());
  }

  /** How many sessions of this Tomcat are on no node that answers, in their present state. */
  long sessionsNotStored() {
    boolean isAnyNodeThere = parts.isAnyNodeThere();
    return localSessions.get().stream()
        .filter(SessionInstance::isLive)
        .map(SessionInstance::instanceState)
        .filter(state -> !state.hasEnded())
        .filter(state -> !isAnyNodeThere || state.isNotStored())
        .count();
  }

  /** The steps around a request. */
  public SessionEngine sessions() {
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

  /** Is told of the requests that are refused because another request has their session. */
  public LeaseRefusals leaseRefusals() {
    return leaseRefusals;
  }

  /** Runs a task later, where the application's code may run; null if everything stops. */
  public @Nullable Future<?> later(Duration delay, Runnable task) {
    try {
      return parts
          .threads
          .timer()
          .schedule(() -> parts.threads.execute(task), delay.toNanos(), TimeUnit.NANOSECONDS);
    } catch (RejectedExecutionException e) {
      return null;
    }
  }

  /** What it was made for; nodes may have come and gone since. */
  public SessionConfiguration configuration() {
    return configuration;
  }

  /** All nodes in use. */
  public Set<String> nodeIds() {
    return parts.nodes.get().stores().keySet();
  }

  /** Ends orphaned sessions, if that is configured, with their events. Waits for the store. */
  public void expireAbandoned(Consumer<LoadedSession.Fresh> end) {
    if (orphans != null) {
      Map<String, Long> ends = new HashMap<>();
      localSessions
          .get()
          .forEach(each -> ends.put(each.sessionId().base(), SessionAge.overAt(each.times())));
      orphans.sweep(id -> ends.get(id.base()), end);
    }
  }

  /** Stores what has changed, waits so long at most, and puts what is left into files. */
  public StopResult leave(Collection<? extends SessionInstance> local, Duration deadline) {
    return parts.leave(
        deadline, share -> drain(local, share), () -> local.stream().map(this::candidate).toList());
  }

  private FallbackAtStop.Candidate candidate(SessionInstance session) {
    return new FallbackAtStop.Candidate(
        session.sessionId(), session.times().thisAccessedTime(), () -> sessions.unsaved(session));
  }

  /** Stores what has changed, and waits so long; returns how many could not be stored. */
  int drain(Collection<? extends SessionInstance> local, Duration deadline) {
    long end = System.nanoTime() + deadline.toNanos();
    List<CompletableFuture<SaveOutcome>> saves = new ArrayList<>();
    try (AsideThread aside = new AsideThread()) {
      for (SessionInstance session : local) {
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
      SessionInstance session, AsideThread aside, Duration left) {
    try {
      return aside.call(() -> sessions.saveAtStop(session), left);
    } catch (TimeoutException | ExecutionException e) {
      Loggers.of(SessionRuntime.class)
          .log(System.Logger.Level.WARNING, "Session " + session.sessionId() + " is not saved", e);
    }
    return CompletableFuture.completedFuture(SaveOutcome.FAILED);
  }

  @Override
  public void storeUnsaved() {
    for (SessionInstance session : localSessions.get()) {
      if (session.isLive() && session.instanceState().isNotStored()) {
        parts.saves.save(session.sessionId().base(), () -> sessions.save(session));
      }
    }
  }

  /** Stores the stragglers again. */
  public void storeStragglers() {
    if (parts.isAnyNodeThere()) {
      resync.stragglers();
    }
  }

  /** Brings to the nodes what they lack of invalidations. Does not wait for them. */
  public void repeatEnds() {
    if (parts.isAnyNodeThere()) {
      resync.repeatEnds();
    }
  }

  /** Uses these nodes from now on; completes when sessions are where they belong. */
  public CompletableFuture<Void> changeNodes(NodeLayout layout) {
    return parts.nodes.change(layout);
  }

  /**
   * Returns whether one of these silent nodes answered lately enough to be waited for. Until it
   * does, no client gets a new session in place of one that the nodes may hold: the new cookie
   * would cost the client its session, although the nodes may answer a moment later.
   */
  public boolean isAwaited(Set<String> unreachable) {
    Duration patience = configuration.get(Setting.DOUBT_TIMEOUT);
    return !patience.isZero()
        && unreachable.stream().anyMatch(node -> parts.health.hasAnsweredWithin(node, patience));
  }

  /** The sessions of each user; null if they are not listed. */
  public @Nullable SessionDirectory directory() {
    return parts.directory;
  }

  /** Ends sessions of this Tomcat from now on that another one wants to end, if they are listed. */
  public void watchEnds(BiConsumer<SessionId, Long> end) {
    if (parts.directory != null) {
      parts.directory.start(parts.threads.timer(), parts.threads, end);
    }
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
    return parts.encoding.filter().allowedClassesReport();
  }

  @Override
  public String encryptionKeys() {
    return parts.sealing.sealing().inWords();
  }

  @Override
  public ResyncProgress resyncProgress() {
    return resync.progress();
  }

  /** Ends all connections and threads. */
  @Override
  public void close() {
    locks.close();
    parts.close();
  }

  /** Nodes, mode and serializer in one line, without secrets. */
  @Override
  public String toString() {
    String mode =
        configuration.isSticky()
            ? "sticky, %s backups".formatted(savesInBackground() ? "asynchronous" : "synchronous")
            : "non-sticky, locking mode %s, granularity %s"
                .formatted(configuration.lockingMode(), configuration.granularity());
    return "%s, %s, serializer %s, operation timeout %d ms"
        .formatted(
            parts.nodes.layout(),
            mode,
            parts.encoding.name(),
            configuration.get(Setting.OPERATION_TIMEOUT).toMillis());
  }
}
