package io.holdfast.tomcat.nonsticky;

import io.holdfast.core.config.NodeLayout;
import io.holdfast.core.config.SessionConfiguration;
import io.holdfast.core.lock.HeldLease;
import io.holdfast.core.log.Loggers;
import io.holdfast.core.metrics.Metric;
import io.holdfast.core.nonsticky.LoadedSession;
import io.holdfast.core.nonsticky.NonStickySessionService;
import io.holdfast.core.nonsticky.SaveOutcome;
import io.holdfast.core.request.RequestUriFilter;
import io.holdfast.core.runtime.NonStickyRuntime;
import io.holdfast.core.runtime.RuntimeView;
import io.holdfast.core.runtime.StopResult;
import io.holdfast.core.runtime.WebAppContext;
import io.holdfast.core.session.SessionId;
import io.holdfast.tomcat.ApplicationValve;
import io.holdfast.tomcat.MemcachedSessionManager;
import io.holdfast.tomcat.NonStickyValve;
import io.holdfast.tomcat.login.PrincipalCodec;
import io.holdfast.tomcat.mode.ContextNames;
import io.holdfast.tomcat.mode.ExpiryBatches;
import io.holdfast.tomcat.mode.FormerIds;
import io.holdfast.tomcat.mode.LateInvalidations;
import io.holdfast.tomcat.mode.ServingMode;
import io.holdfast.tomcat.mode.SessionInvalidation;
import io.holdfast.tomcat.request.MissingSessions;
import io.holdfast.tomcat.request.StoreWait;
import io.holdfast.tomcat.response.ResponseGates;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.catalina.Session;
import org.apache.catalina.session.StandardSession;
import org.jspecify.annotations.Nullable;

/**
 * Sessions that any Tomcat may serve, at the same time (non-sticky).
 *
 * <p>Each request that asks for its session looks first what the store says of it. The instance
 * that is here is used if it shows just that, so an unchanged session is not decoded again, and it
 * goes on alone while no node answers. Before a byte of the response leaves, what the request has
 * changed is saved.
 */
public final class NonStickyMode implements ServingMode {

  private static final System.Logger LOG = Loggers.of(NonStickyMode.class);

  private final MemcachedSessionManager manager;
  private final NonStickyRuntime runtime;
  private final NonStickySessionService sessions;
  private final MissingSessions missing;
  private final RequestLeases leases;
  private final NonStickyRequests requests;
  private final NonStickyValve valve;
  private final StoreWait store;
  private final PrincipalCodec principals = new PrincipalCodec();
  private final FormerIds formerIds;
  private final OutsideChanges outside;
  private final ExpiryBatches<NonStickyTomcatSession> expiry;

  private final LateInvalidations lateEnds = new LateInvalidations();
  private volatile boolean leaving;
  private volatile boolean stopped;

  public NonStickyMode(
      MemcachedSessionManager manager, SessionConfiguration configuration, WebAppContext place) {
    ResponseGates gates = ResponseGates.ofRunningTomcat(); // before anything starts
    this.manager = manager;
    this.runtime = new NonStickyRuntime(configuration, place, this::localSessions);
    this.sessions = runtime.sessions();
    this.missing = new MissingSessions(runtime.doubtPeriod(), runtime.metrics());
    this.formerIds =
        new FormerIds(System::nanoTime, runtime.settings().lockExpiration().multipliedBy(2));
    this.leases = new RequestLeases(runtime, manager, missing, formerIds);
    this.requests =
        new NonStickyRequests(
            manager,
            this,
            runtime,
            leases,
            gates,
            new RequestUriFilter(configuration.requestUriIgnorePattern()));
    this.valve = new NonStickyValve(this, requests, manager.getContext());
    this.store = new StoreWait(runtime.patience());
    this.outside = new OutsideChanges(this, requests, sessions, store);
    this.expiry = new ExpiryBatches<>(sessions::expire, store);
  }

  // ---- life cycle ----

  @Override
  public void start() {
    LOG.log(
        System.Logger.Level.INFO,
        "Sessions of {0} are stored: {1}",
        ContextNames.of(manager.getContext()),
        runtime);
  }

  @Override
  public void leave(Duration deadline) {
    leaving = true;
    List<NonStickyTomcatSession> local = localSessions();
    local.forEach(NonStickyTomcatSession::passivate);
    StopResult last = runtime.leave(local, deadline);
    LOG.log(
        last.unfinished() == 0 ? System.Logger.Level.INFO : System.Logger.Level.WARNING,
        "{0} sessions of {1} were here; {2} of them could not be saved, {3} are in files",
        String.valueOf(local.size()),
        ContextNames.of(manager.getContext()),
        String.valueOf(last.unfinished()),
        String.valueOf(last.inFiles()));
  }

  @Override
  public void close() {
    leaving = true;
    stopped = true;
    runtime.close();
  }

  /** Whether the application stops, or has stopped. */
  boolean isLeaving() {
    return leaving;
  }

  /** Whether a session was ended whose record stays, because the application has stopped. */
  boolean isEndLost(@Nullable SessionId requested) {
    return lateEnds.contains(requested);
  }

  /** Whether nothing can be asked of the store any more. */
  public boolean isStopped() {
    return stopped;
  }

  /** How the users of all these sessions are stored. */
  PrincipalCodec principals() {
    return principals;
  }

  /** Tomcat says that a request no longer uses an instance. */
  void accessEnded(NonStickyTomcatSession session) {
    requests.accessEnded(session);
  }

  @Override
  public ApplicationValve valve() {
    return valve;
  }

  @Override
  public MissingSessions missing() {
    return missing;
  }

  @Override
  public RuntimeView observed() {
    return runtime;
  }

  @Override
  public CompletableFuture<Void> changeNodes(NodeLayout layout) {
    return runtime.changeNodes(layout);
  }

  private List<NonStickyTomcatSession> localSessions() {
    return manager.locals(NonStickyTomcatSession.class).stream()
        .filter(NonStickyTomcatSession::isLive)
        .toList();
  }

  // ---- sessions ----

  @Override
  public StandardSession newSession() {
    return new NonStickyTomcatSession(manager, this, sessions.noAttributes());
  }

  @Override
  public @Nullable Session find(SessionId id) {
    return missing.isKnown(id) && manager.local(id) == null ? null : findNow(id);
  }

  @Override
  public @Nullable Session findNow(SessionId requested) {
    NonStickyRequest use = requests.asking();
    SessionId id = use == null ? requested : formerIds.follow(requested, use.came());
    NonStickyTomcatSession own = use == null ? null : use.own();
    if (own != null && own.isValid() && own.sessionId().hasBaseOf(id)) {
      return own;
    }
    NonStickyTomcatSession local = (NonStickyTomcatSession) manager.local(id);
    if (stopped || (local != null && use != null && use.isIgnored())) {
      return local;
    }
    boolean leased = false;
    if (use != null) {
      var unused = leases.take(use, id); // who waited in vain, and is served, does without
      leased = use.hasLeaseOf(id);
    }
    if (leased && local != null && local.sharedState().isInUse()) {
      local = null; // others are looking at it
    }
    boolean isFormer = local == null && use != null && formerIds.isFormer(id); // came after that
    NonStickyTomcatSession found = isFormer ? null : open(id, local, leased);
    if (use != null && leased) {
      leases.own(use, id, found);
    }
    if (use != null && found != null) {
      use.found(found);
    }
    return found;
  }

  /** Saves what the dispatched request has changed. */
  @Override
  public void responseOfAnotherLeaves(SessionId id) {
    if (!stopped
        && manager.local(id) instanceof NonStickyTomcatSession session
        && session.sharedState().isInUse()) {
      var unused = store.awaitSave(sessions.save(session));
    }
  }

  /** What happens to instances outside of requests. */
  OutsideChanges outside() {
    return outside;
  }

  /** Attributes that listen to activation keep their objects: nobody activates them anew. */
  @Override
  public void shrinkIdle() {
    Duration maxIdle = runtime.settings().maxIdleDecoded();
    if (leaving || maxIdle == null) {
      return;
    }
    long since = System.currentTimeMillis() - maxIdle.toMillis();
    for (NonStickyTomcatSession session : localSessions()) {
      if (session.isIdleSince(since)) {
        sessions.giveUpObjects(session, session.events()::listensToActivation);
      }
    }
  }

  @Override
  public void beforeExpiry() {
    if (!leaving) {
      expiry.claim(localSessions().stream().filter(NonStickyTomcatSession::seemsOver).toList());
    }
  }

  @Override
  public void afterExpiry() {
    expiry.settle(NonStickyTomcatSession::expire);
  }

  @Override
  public void storeStragglers() {
    if (!leaving) {
      runtime.storeStragglers();
    }
  }

  @Override
  public void expireAbandoned() {
    if (!leaving) {
      runtime.expireAbandoned(this::endAbandoned);
    }
  }

  private void endAbandoned(LoadedSession.Fresh left) {
    NonStickyTomcatSession session = (NonStickyTomcatSession) manager.createEmptySession();
    session.restore(left);
    session.activate();
    session.expire();
    if (!session.isForgotten()) {
      runtime.metrics().increment(Metric.ABANDONED_ENDED);
    }
  }

  private @Nullable NonStickyTomcatSession open(
      SessionId id, @Nullable NonStickyTomcatSession local, boolean leased) {
    var unused = store.awaitSave(formerIds.settled(id));
    LoadedSession opening = store.awaitAndMake(sessions.look(id, local, leased));
    if (opening != null && local != null && !local.sessionId().hasBaseOf(id)) {
      return open(local.sessionId(), local, leased); // it got another one meanwhile
    }
    if (opening == null && local != null) {
      opening = sessions.unanswered(local);
    }
    if (opening == null) {
      missing.notFound(id, runtime.nodeIds());
      return null;
    }
    if (opening instanceof LoadedSession.Nothing nothing && local == null) {
      missing.notFound(id, nothing.unheard());
      return null;
    }
    if (opening instanceof LoadedSession.Local here && local != null) {
      if (here.times() != null) {
        local.usedElsewhere(here.times());
      }
      return local;
    }
    if (opening instanceof LoadedSession.Fresh fresh) {
      NonStickyTomcatSession session = instance(fresh);
      if (local != null) {
        session.keepUnstored(local);
      }
      return leased ? session : publish(session);
    }
    if (local != null && local.isValid()) { // asking ends it, with events, if its time is up
      forget(local);
    }
    return null;
  }

  private NonStickyTomcatSession instance(LoadedSession.Fresh fresh) {
    NonStickyTomcatSession session = (NonStickyTomcatSession) manager.createEmptySession();
    session.restore(fresh);
    session.activate();
    runtime.metrics().increment(Metric.TAKEOVERS);
    return session;
  }

  /** Lets other requests see the instance, unless one that shows the same came first. */
  private NonStickyTomcatSession publish(NonStickyTomcatSession session) {
    session.shown();
    return (NonStickyTomcatSession)
        manager.publish(
            session,
            other ->
                other instanceof NonStickyTomcatSession first
                    && first.isLive()
                    && first.sharedState().showsSameAs(session.sharedState()));
  }

  @Override
  public boolean endAsked(SessionId id) {
    return SessionInvalidation.end(find(id));
  }

  @Override
  public void remove(Session session, boolean update) {
    manager.removeLocal(session, update);
    if (update && !stopped && session instanceof NonStickyTomcatSession ended) {
      boolean alreadyEnded = ended.sharedState().hasEnded();
      if (!alreadyEnded) {
        var unused = store.await(sessions.end(ended));
      }
    }
  }

  /**
   * A session gets another id. Requests that ask for it meanwhile wait until that is through: the
   * record under the new id may not have yet what others store under the former one.
   *
   * @param change gives it that
   */
  void rename(NonStickyTomcatSession session, SessionId former, SessionId now, Runnable change) {
    if (stopped || former.hasBaseOf(now)) {
      change.run();
      return;
    }
    NonStickyRequest owner = session.owner();
    NonStickyRequest use = owner == null ? requests.asking() : owner;
    HeldLease lease = leases.ofChangingId(use, former);
    leases.keepUnderOtherId(use, session, former, now);
    CompletableFuture<Void> done = new CompletableFuture<>();
    try {
      formerIds.changing(former, now, done);
      change.run();
      CompletableFuture<SaveOutcome> renamed = sessions.renamed(session, former);
      SaveOutcome outcome =
          store.awaitSave(renamed.whenComplete((saved, failure) -> done.complete(null)));
      boolean goesOn = outcome == null || !(outcome.isLoss() || outcome == SaveOutcome.ENDED);
      if (!goesOn) {
        formerIds.kept(former);
      } else if (use != null) {
        use.idChanged();
      }
    } catch (RuntimeException e) { // of the application's listeners
      done.complete(null);
      throw e;
    } finally {
      if (lease != null) {
        var unused = lease.release(); // nobody waits for it
      }
    }
  }

  /**
   * Whether the application is to be told here that a session is over.
   *
   * @param isAsked whether the application ends it, or its time seems to be up
   */
  boolean mayEnd(NonStickyTomcatSession session, boolean isAsked) {
    if (stopped) {
      if (isAsked) {
        lateEnds.add(session.sessionId());
      }
      return true;
    }
    return isAsked
        ? !Boolean.FALSE.equals(store.await(sessions.end(session)))
        : Boolean.TRUE.equals(store.await(expired(session)));
  }

  private CompletableFuture<Boolean> expired(NonStickyTomcatSession session) {
    CompletableFuture<Boolean> claim = expiry.claimOf(session);
    return claim == null ? sessions.expire(session) : claim;
  }

  /** Drops an instance: no events, and the record stays as it is. */
  void forget(NonStickyTomcatSession session) {
    manager.forgetLocal(session);
    session.forget();
  }
}
