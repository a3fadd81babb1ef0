package io.holdfast.tomcat;

import io.holdfast.core.config.OnLockTimeout;
import io.holdfast.core.config.SessionConfiguration;
import io.holdfast.core.flow.SaveOutcome;
import io.holdfast.core.flow.SharedOpening;
import io.holdfast.core.flow.SharedRuntime;
import io.holdfast.core.flow.SharedSessions;
import io.holdfast.core.flow.Surroundings;
import io.holdfast.core.lock.HeldLease;
import io.holdfast.core.lock.LockOutcome;
import io.holdfast.core.metrics.Metric;
import io.holdfast.core.metrics.SessionMetrics;
import io.holdfast.core.request.RequestLine;
import io.holdfast.core.request.RequestUriFilter;
import io.holdfast.core.routing.NodeHealthBoard;
import io.holdfast.core.session.SessionId;
import io.holdfast.tomcat.response.Activation;
import io.holdfast.tomcat.response.FilterInstallation;
import io.holdfast.tomcat.response.ResponseGate;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.apache.catalina.Session;
import org.apache.catalina.Valve;
import org.apache.catalina.connector.Request;
import org.apache.catalina.session.StandardSession;
import org.jspecify.annotations.Nullable;

/**
 * Sessions that any Tomcat may serve, at the same time (non-sticky).
 *
 * <p>Each request that asks for its session looks first what the store says of it. The instance
 * that is here is used if it shows just that, so an unchanged session is not decoded again, and it
 * goes on alone while no node answers. Before a byte of the response leaves, what the request has
 * changed is saved.
 *
 * <p>The thread-local tells which request is asking when Tomcat asks for a session, no more: it is
 * set while a request passes the valve, and while the application asks its request for the session
 * on whatever thread. Everything else is bound to the request and to the instance of the session.
 */
final class AnywhereSessions implements ServingMode {

  private static final System.Logger LOG = System.getLogger(AnywhereSessions.class.getName());

  private final MemcachedSessionManager manager;
  private final SharedRuntime runtime;
  private final SharedSessions sessions;
  private final RequestUriFilter ignored;
  private final AnywhereValve valve;
  private final PrincipalCodec principals = new PrincipalCodec();
  private final Activation activation = Activation.ofRunningTomcat();

  @SuppressWarnings("ThreadLocalUsage") // one per application: nothing static may know a request
  private final ThreadLocal<@Nullable AnywhereRequest> asking = new ThreadLocal<>();

  private @Nullable FilterInstallation filter;
  private volatile boolean stopped;

  AnywhereSessions(
      MemcachedSessionManager manager, SessionConfiguration configuration, Surroundings place) {
    this.manager = manager;
    this.runtime = new SharedRuntime(configuration, place, this::localSessions);
    this.sessions = runtime.sessions();
    this.ignored = new RequestUriFilter(configuration.requestUriIgnorePattern());
    this.valve = new AnywhereValve(this, manager.getContext());
  }

  // ---- life cycle ----

  @Override
  public void start() {
    filter = FilterInstallation.install(manager.getContext());
    LOG.log(
        System.Logger.Level.INFO,
        "Sessions of {0} are stored: {1}",
        manager.getContext().getName(),
        runtime);
  }

  @Override
  public void stop(Duration deadline) {
    if (filter != null) {
      filter.remove();
    }
    List<AnywhereSession> local = localSessions();
    local.forEach(AnywhereSession::passivate);
    int unsaved = runtime.drain(local, deadline);
    stopped = true;
    runtime.close();
    LOG.log(
        unsaved == 0 ? System.Logger.Level.INFO : System.Logger.Level.WARNING,
        "{0} sessions of {1} were here; {2} of them could not be saved",
        String.valueOf(local.size()),
        manager.getContext().getName(),
        String.valueOf(unsaved));
  }

  boolean isStopped() {
    return stopped;
  }

  @Override
  public Valve valve() {
    return valve;
  }

  @Override
  public SessionMetrics metrics() {
    return runtime.metrics();
  }

  @Override
  public NodeHealthBoard health() {
    return runtime.health();
  }

  private List<AnywhereSession> localSessions() {
    return manager.locals(AnywhereSession.class).stream().filter(AnywhereSession::isLive).toList();
  }

  // ---- a request ----

  /** An asynchronous request comes again when it is dispatched. */
  AnywhereRequest begin(Request request) {
    AnywhereRequest before = AnywhereRequest.of(request);
    AnywhereRequest use = before == null ? first(request) : before;
    asking.set(use);
    return use;
  }

  private AnywhereRequest first(Request request) {
    String query = request.getQueryString();
    String uri = request.getRequestURI();
    RequestLine line =
        new RequestLine(request.getMethod(), query == null ? uri : uri + '?' + query);
    boolean isIgnored = ignored.isIgnored(line.method(), line.uri());
    AnywhereRequest use = new AnywhereRequest(this, request, line, isIgnored);
    if (isIgnored) {
      metrics().increment(Metric.REQUESTS_IGNORED);
    } else {
      var unused = ResponseGate.put(request, use);
    }
    return use;
  }

  /** Asks for the session on behalf of a request, on any thread. */
  <T extends @Nullable Object> T asking(AnywhereRequest use, Supplier<T> question) {
    AnywhereRequest before = asking.get();
    asking.set(use);
    try {
      return question.get();
    } finally {
      asking.set(before);
      releaseIfUnused(use);
    }
  }

  /** Only the end of a use ends an asynchronous request's lease; a mere question is no use. */
  private void releaseIfUnused(AnywhereRequest use) {
    AnywhereSession own = use.own();
    if (use.outlivesValve() && own != null && !own.sharedState().isInUse()) {
      release(use);
    }
  }

  /** Whether the request has to be answered without its application, because others are at work. */
  boolean mustBeRejected(AnywhereRequest use) {
    SessionId requested = use.requestedSession();
    return runtime.settings().onLockTimeout() == OnLockTimeout.REJECT
        && requested != null
        && !lock(use, requested);
  }

  void leave(AnywhereRequest use, boolean goesOn) {
    asking.remove();
    AnywhereSession session = use.session();
    if (session != null && !goesOn && !use.isIgnored()) {
      session.sharedState().requestFinishing();
    }
    use.letResponseLeave();
    if (!goesOn) {
      if (session != null && use.isIgnored()) {
        session.useIsIgnored();
      }
      end(use);
    } else {
      use.goesOn();
      if (session == null) {
        release(use);
      }
    }
  }

  private void end(AnywhereRequest use) {
    if (use.end()) {
      runtime.lockPolicy().requestEnded(use.line(), use.hasModified());
      release(use);
    }
  }

  private void release(AnywhereRequest use) {
    HeldLease lease = use.takeLease();
    if (lease == null) {
      return;
    }
    AnywhereSession own = use.own();
    if (own != null) {
      own.ownedBy(null);
      own.sharedState().leaseReleased();
      if (own.isLive() && !own.sharedState().hasEnded()) {
        var unused = manager.publish(own, other -> false);
      }
    }
    var unused = lease.release(); // completes normally; nobody waits for it
  }

  /** Tomcat says that a request no longer uses an instance. */
  void accessEnded(AnywhereSession session, boolean unused) {
    if (stopped || session.endsIgnoredUse()) {
      return;
    }
    AnywhereRequest owner = session.owner();
    if (sessions.mayHaveChanged(session) && (owner == null || owner.outlivesValve())) {
      var unusedResult = sessions.save(session).thenAccept(outcome -> afterAccess(session, owner));
    } else {
      afterAccess(session, owner);
    }
  }

  private void afterAccess(AnywhereSession session, @Nullable AnywhereRequest owner) {
    sessions.requestEnded(session);
    if (owner != null && owner.outlivesValve()) {
      end(owner);
    }
  }

  /**
   * Saves what a request has changed.
   *
   * @return false if the client must not be told that it is done
   */
  boolean save(AnywhereSession session, AnywhereRequest use) {
    if (stopped || !sessions.mayHaveChanged(session)) {
      return true;
    }
    SaveOutcome outcome = await(sessions.save(session));
    if (outcome == SaveOutcome.SAVED) {
      use.modified();
    }
    if (outcome == SaveOutcome.ENDED || outcome == SaveOutcome.LEASE_LOST) {
      manager.forgetLocal(session);
    }
    return outcome == null || !outcome.isLoss();
  }

  // ---- sessions ----

  @Override
  public StandardSession newSession() {
    return new AnywhereSession(manager, this, sessions.noAttributes());
  }

  @Override
  public @Nullable Session find(SessionId id) {
    AnywhereRequest use = asking.get();
    AnywhereSession own = use == null ? null : use.own();
    if (own != null && own.isValid() && own.sessionId().equals(id)) {
      return own;
    }
    AnywhereSession local = (AnywhereSession) manager.local(id);
    if (stopped || (local != null && use != null && use.isIgnored())) {
      return local;
    }
    boolean leased = use != null && lock(use, id) && use.hasLeaseOf(id);
    if (leased && local != null && local.sharedState().isInUse()) {
      local = null; // others are looking at it
    }
    AnywhereSession found = open(id, local, leased);
    if (use != null && leased) {
      own(use, found);
    }
    return found;
  }

  /**
   * Takes the lease, if this request needs it and has not got it yet.
   *
   * @return false if the request waited in vain
   */
  private boolean lock(AnywhereRequest use, SessionId id) {
    if (!use.decidesLock() || !runtime.lockPolicy().needsLease(use.line())) {
      return true;
    }
    LockOutcome outcome = runtime.locks().acquire(id).join(); // bounded by the lease's expiration
    if (outcome instanceof LockOutcome.Granted granted) {
      use.holds(id, granted.lease());
    } else if (outcome instanceof LockOutcome.StoreAway away) {
      use.holds(id, away.local());
    }
    return !(outcome instanceof LockOutcome.TimedOut);
  }

  /** From now on only this request sees the instance. */
  private void own(AnywhereRequest use, @Nullable AnywhereSession found) {
    HeldLease lease = use.lease();
    if (found == null || lease == null) {
      release(use);
      return;
    }
    manager.forgetLocal(found);
    found.ownedBy(use);
    if (!lease.isLost()) {
      found.sharedState().leased(lease::isLost);
    }
    use.owns(found);
  }

  private @Nullable AnywhereSession open(
      SessionId id, @Nullable AnywhereSession local, boolean leased) {
    SharedOpening opening = await(sessions.open(id, local, leased));
    if (opening == null) {
      return local;
    }
    if (opening instanceof SharedOpening.Local here && local != null) {
      if (here.times() != null) {
        local.usedElsewhere(here.times());
      }
      return local;
    }
    if (opening instanceof SharedOpening.Fresh fresh) {
      return leased ? instance(fresh, id) : publish(instance(fresh, id));
    }
    if (local != null) {
      forget(local);
    }
    return null;
  }

  private AnywhereSession instance(SharedOpening.Fresh fresh, SessionId id) {
    AnywhereSession session = (AnywhereSession) manager.createEmptySession();
    session.restore(fresh, id, principals);
    session.activate(activation);
    metrics().increment(Metric.TAKEOVERS);
    return session;
  }

  /** Lets other requests see the instance, unless one that shows the same came first. */
  private AnywhereSession publish(AnywhereSession session) {
    return (AnywhereSession)
        manager.publish(
            session,
            other ->
                other instanceof AnywhereSession first
                    && first.isLive()
                    && first.sharedState().showsSameAs(session.sharedState()));
  }

  @Override
  public void remove(Session session, boolean update) {
    manager.removeLocal(session, update);
    if (update && !stopped && session instanceof AnywhereSession ended) {
      boolean alreadyEnded = ended.sharedState().hasEnded();
      if (!alreadyEnded) {
        var unused = await(sessions.end(ended));
      }
    }
  }

  void renamed(AnywhereSession session, String oldId) {
    SessionId old = SessionId.parse(oldId);
    if (!stopped && old != null) {
      var unused = await(sessions.renamed(session, old));
    }
  }

  /** Whether the application is to be told here that a session is over whose time is up. */
  boolean mayExpire(AnywhereSession session) {
    return stopped || Boolean.TRUE.equals(await(sessions.expire(session)));
  }

  /** Drops an instance: no events, and the record stays as it is. */
  void forget(AnywhereSession session) {
    manager.forgetLocal(session);
    session.forget();
  }

  /** Waits as long as nodes that do not answer may take; null if that was not enough. */
  private <T> @Nullable T await(CompletableFuture<T> future) {
    Duration limit = runtime.patience();
    try {
      return future.get(limit.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return null;
    } catch (TimeoutException e) {
      LOG.log(
          System.Logger.Level.DEBUG, () -> "The store did not answer within %s".formatted(limit));
      return null;
    } catch (ExecutionException e) {
      LOG.log(System.Logger.Level.WARNING, "A session could not be looked after", e.getCause());
      return null;
    }
  }
}
