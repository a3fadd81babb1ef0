package io.holdfast.tomcat.nonsticky;

import io.holdfast.core.config.SessionConfiguration;
import io.holdfast.core.config.Setting;
import io.holdfast.core.log.Loggers;
import io.holdfast.core.metrics.BuildVersion;
import io.holdfast.core.session.SessionId;
import io.holdfast.sessions.lock.HeldLease;
import io.holdfast.sessions.nonsticky.AnswerState;
import io.holdfast.sessions.nonsticky.LoadedSession;
import io.holdfast.sessions.nonsticky.NonStickySessionService;
import io.holdfast.sessions.nonsticky.SaveOutcome;
import io.holdfast.sessions.repository.ReadsBehindLease;
import io.holdfast.sessions.request.RequestUriFilter;
import io.holdfast.sessions.runtime.NonStickyRuntime;
import io.holdfast.sessions.runtime.StopResult;
import io.holdfast.sessions.runtime.WebAppContext;
import io.holdfast.tomcat.login.PrincipalCodec;
import io.holdfast.tomcat.mode.CommonMode;
import io.holdfast.tomcat.mode.ContextNames;
import io.holdfast.tomcat.mode.FormerIds;
import io.holdfast.tomcat.mode.SessionHost;
import io.holdfast.tomcat.mode.SessionInvalidation;
import io.holdfast.tomcat.request.MissingSessions;
import io.holdfast.tomcat.request.RequestSession;
import io.holdfast.tomcat.response.ResponseGates;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;
import org.apache.catalina.Session;
import org.apache.catalina.connector.Request;
import org.jspecify.annotations.Nullable;

/**
 * Sessions that any Tomcat may serve, at the same time (non-sticky).
 *
 * <p>Each request that asks for its session looks first what the store says of it. The instance
 * that is here is used if it shows just that, so an unchanged session is not decoded again, and it
 * goes on alone while no node answers. Before a byte of the response leaves, what the request has
 * changed is saved.
 */
public final class NonStickyMode extends CommonMode<NonStickyTomcatSession>
    implements NonStickyTomcatSession.Events {

  private static final System.Logger LOG = Loggers.of(NonStickyMode.class);

  /** By then, what lay under a former id is deleted, or known to be deleted later. */
  private static final Duration FORMER_IDS_KEPT = Duration.ofMinutes(1);

  private final NonStickyRuntime runtime;
  private final NonStickySessionService sessions;

  /** Of sticky sessions; null if any Tomcat may serve them. */
  private final @Nullable StickyRoute route;

  private final MissingSessions missing;
  private final RequestLeases leases;
  private final NonStickyRequests requests;
  private final PrincipalCodec principals = new PrincipalCodec();
  private final FormerIds formerIds;
  private final OutsideChanges outside;
  private final InstanceFinder finder;
  private final OpenEnds openEnds;

  public NonStickyMode(
      SessionHost manager, SessionConfiguration configuration, WebAppContext place) {
    super(manager, NonStickyTomcatSession.class, NonStickyRuntime.patience(configuration));
    ResponseGates gates = // before anything starts
        configuration.isSticky() ? null : ResponseGates.ofRunningTomcat();
    this.runtime = new NonStickyRuntime(configuration, place, this::liveSessions);
    this.sessions = runtime.sessions();
    this.route = configuration.isSticky() ? new StickyRoute(manager, runtime) : null;
    this.missing =
        new MissingSessions(runtime.uncertaintyPeriod(), runtime.metrics(), System::nanoTime);
    this.formerIds =
        new FormerIds(
            System::nanoTime,
            configuration.isSticky()
                ? FORMER_IDS_KEPT
                : runtime.settings().lockExpiration().multipliedBy(2));
    this.leases = new RequestLeases(runtime, manager, missing, formerIds);
    this.finder =
        new InstanceFinder(manager, runtime, leases, missing, formerIds, route, this::newSession);
    this.requests =
        new NonStickyRequests(
            manager,
            shutdown(),
            missing,
            runtime,
            leases,
            gates,
            route,
            new RequestUriFilter(
                configuration.find(Setting.REQUEST_URI_IGNORE_PATTERN).orElse(null)));
    this.outside =
        new OutsideChanges(manager, shutdown(), requests::asking, sessions::save, store());
    this.openEnds = new OpenEnds(sessions);
  }

  // ---- life cycle ----

  @Override
  public void start() {
    if (route == null) {
      LOG.log(
          System.Logger.Level.INFO,
          "Sessions of {0} are stored by Holdfast {2}: {1}",
          ContextNames.of(manager().context()),
          runtime,
          BuildVersion.current());
      return;
    }
    String jvmRoute = manager().issuedIds().jvmRoute();
    LOG.log(
        System.Logger.Level.INFO,
        "Sessions of {0} are backed up by Holdfast {3}: {1}, jvmRoute {2}",
        ContextNames.of(manager().context()),
        runtime,
        jvmRoute,
        BuildVersion.current());
    if (jvmRoute == null) {
      LOG.log(
          System.Logger.Level.WARNING,
          "No jvmRoute is set on the Engine: a session that moves to another Tomcat and back is not"
              + " noticed. Give each Tomcat its own, for example <Engine jvmRoute=\"t1\">.");
    }
  }

  @Override
  public void leave(Duration deadline) {
    shutdown().leave();
    List<NonStickyTomcatSession> local = liveSessions();
    local.forEach(NonStickyTomcatSession::passivate);
    StopResult last = runtime.leave(local, deadline);
    LOG.log(
        last.unfinished() == 0 ? System.Logger.Level.INFO : System.Logger.Level.WARNING,
        "{0} sessions of {1} were here; {2} of them could not be saved, {3} are in files",
        String.valueOf(local.size()),
        ContextNames.of(manager().context()),
        String.valueOf(last.unfinished()),
        String.valueOf(last.inFiles()));
  }

  @Override
  public void close() {
    shutdown().stop();
    runtime.close();
  }

  @Override
  public long earliestCreation(String id) {
    SessionId given = SessionId.parse(id);
    return given == null || shutdown().isStopped()
        ? Long.MIN_VALUE
        : sessions.earliestCreation(given);
  }

  @Override
  public @Nullable AnswerState answer() {
    NonStickyRequest asking = requests.asking();
    return asking == null ? null : asking.answer();
  }

  /** Tomcat says that a request no longer uses an instance. */
  @Override
  public void accessEnded(NonStickyTomcatSession session, boolean hasLeftValve) {
    requests.accessEnded(session, hasLeftValve);
  }

  @Override
  public RequestSession begin(Request request) {
    return requests.begin(request);
  }

  @Override
  public MissingSessions missing() {
    return missing;
  }

  @Override
  protected NonStickyRuntime runtime() {
    return runtime;
  }

  // ---- sessions ----

  @Override
  public NonStickyTomcatSession newSession() {
    return new NonStickyTomcatSession(manager(), this, principals, sessions.noAttributes());
  }

  @Override
  public @Nullable Session find(SessionId id) {
    NonStickyRequest use = requests.asking();
    NonStickyTomcatSession found = use == null ? null : use.lastFound();
    if (found != null && found.isValid() && found.sessionId().hasBaseOf(id)) {
      return found; // Tomcat asks again whether the id of a request is valid
    }
    NonStickyTomcatSession trusted = route == null ? null : route.trusted(id);
    if (trusted != null) {
      return used(use, trusted);
    }
    boolean isMissing = missing.isKnown(id) || missing.wasJustAbsent(id);
    return isMissing && manager().local(id) == null ? null : findNow(id);
  }

  @Override
  public @Nullable Session findNow(SessionId requested) {
    NonStickyRequest use = requests.asking();
    if (route != null) {
      route.asked(requested);
    }
    SessionId id = use == null ? requested : formerIds.follow(requested, use.came());
    NonStickyTomcatSession own = use == null ? null : use.own();
    if (own != null && own.isValid() && own.sessionId().hasBaseOf(id)) {
      return own;
    }
    NonStickyTomcatSession local = (NonStickyTomcatSession) manager().local(id);
    if (shutdown().isStopped() || (local != null && use != null && use.isIgnored())) {
      return local;
    }
    boolean leased = false;
    if (use != null) {
      var unused = leases.take(use, id); // who waited in vain, and is served, does without
      leased = use.hasLeaseOf(id);
    }
    if (leased && local != null && local.instanceState().isInUse()) {
      local = null; // others are looking at it
    }
    boolean isFormer = local == null && use != null && formerIds.isFormer(id); // came after that
    ReadsBehindLease reads = use == null ? null : use.takeReads();
    NonStickyTomcatSession found = isFormer ? null : find(id, local, leased, leased ? reads : null);
    if (use != null && leased) {
      leases.own(use, id, found);
    }
    return found == null ? null : used(use, found);
  }

  private @Nullable NonStickyTomcatSession find(
      SessionId id,
      @Nullable NonStickyTomcatSession local,
      boolean leased,
      @Nullable ReadsBehindLease reads) {
    return route == null
        ? finder.find(id, local, leased, reads)
        : route.once(
            id, () -> finder.find(id, (NonStickyTomcatSession) manager().local(id), false, null));
  }

  private NonStickyTomcatSession used(
      @Nullable NonStickyRequest use, NonStickyTomcatSession found) {
    if (use != null) {
      use.found(found);
      if (!use.isIgnored()) {
        sessions.requestBegan(found);
      }
    }
    return found;
  }

  /** The one cookie that the client has says from now on that no other Tomcat has this session. */
  @Override
  public void anotherCameBack(SessionId id) {
    if (route != null && manager().local(id) instanceof NonStickyTomcatSession session) {
      sessions.cameBack(session);
    }
  }

  @Override
  protected void watchRoute() {
    String jvmRoute = manager().issuedIds().jvmRoute();
    if (route != null && jvmRoute != null) {
      var unused = runtime.watchRoute(jvmRoute);
    }
  }

  /** Saves what the dispatched request has changed, or waits where its dispatch has just ended. */
  @Override
  public boolean responseOfAnotherLeaves(SessionId id) {
    if (route == null
        && !shutdown().isStopped()
        && manager().local(id) instanceof NonStickyTomcatSession session
        && (session.instanceState().isInUse() || !session.instanceState().pendingSave().isDone())) {
      SaveOutcome outcome = store().awaitSave(sessions.save(session));
      if (outcome == null) {
        session.instanceState().saveGivenUp(); // before the client hears that it may ask again
      }
      return !NonStickyRequests.isLost(outcome, session.instanceState().isLeaseLost());
    }
    return true;
  }

  @Override
  public void attributesChanged(NonStickyTomcatSession session) {
    outside.attributesChanged(session);
  }

  @Override
  public void changed(NonStickyTomcatSession session) {
    outside.changed(session);
  }

  @Override
  public void invalidated(NonStickyTomcatSession session) {
    outside.invalidated(session);
  }

  /** Attributes that listen to activation keep their objects: no call activates them anew. */
  @Override
  protected void shrinkIdle() {
    Duration maxIdle = runtime.settings().maxIdleDecoded();
    if (maxIdle == null) {
      return;
    }
    long since = System.currentTimeMillis() - maxIdle.toMillis();
    for (NonStickyTomcatSession session : liveSessions()) {
      if (session.isIdleSince(since)) {
        sessions.giveUpObjects(session, session.events()::listensToActivation);
      }
    }
  }

  @Override
  protected void expireAbandoned() {
    openEnds.settle();
    runtime.expireAbandoned(
        left -> {
          NonStickyTomcatSession session = newSession();
          session.restore(left);
          endAbandoned(session);
        });
  }

  /** Of a sticky session that has moved, what is here is forgotten: another Tomcat has it. */
  @Override
  public boolean endAsked(SessionId id) {
    if (route == null) {
      return SessionInvalidation.end(find(id));
    }
    if (!(manager().local(id) instanceof NonStickyTomcatSession session) || isGoneOn(session)) {
      return false;
    }
    session.expire();
    return !session.isForgotten();
  }

  /** None if sessions are sticky: it ends only what is here. */
  @Override
  public List<String> notAsked() {
    return route == null ? observed().health().lostNodes() : List.of();
  }

  @Override
  public boolean isGoneOn(NonStickyTomcatSession session) {
    if (route == null
        || shutdown().isStopped()
        || !session.isLive()
        || !session.instanceState().noRequestAtWork()) {
      return false;
    }
    LoadedSession now = store().awaitAndMake(sessions.look(session.sessionId(), session, false));
    boolean isGone = now instanceof LoadedSession.Fresh || now instanceof LoadedSession.Nothing;
    if (isGone) {
      forget(session);
    }
    return isGone;
  }

  @Override
  public Ending endAnywhere(SessionId id, Predicate<Session> isMeant) {
    boolean isHere =
        route != null
            && manager().local(id) instanceof NonStickyTomcatSession own
            && !isGoneOn(own);
    Session found = isHere ? manager().local(id) : findNow(id);
    if (found instanceof NonStickyTomcatSession session && !isMeant.test(session)) {
      if (route != null && !isHere) {
        forget(session);
      }
      return Ending.GOES_ON;
    }
    var unused = SessionInvalidation.end(found);
    return found == null && missing.wasUnanswered(id) ? Ending.UNKNOWN : Ending.OVER;
  }

  /** An instance that is here is found to be over. */
  @Override
  public void endNoticed(SessionId id) {
    var unused = endAsked(id);
  }

  @Override
  public void remove(Session session, boolean update) {
    manager().removeLocal(session, update);
    if (update && !shutdown().isStopped() && session instanceof NonStickyTomcatSession ended) {
      boolean alreadyEnded = ended.instanceState().hasEnded();
      if (!alreadyEnded) {
        var unused = store().await(sessions.end(ended));
      }
    }
  }

  /**
   * A session gets another id. Requests that ask for it meanwhile wait until that is through: the
   * record under the new id may not have yet what others store under the former one.
   *
   * @param change gives it that
   */
  @Override
  public void rename(
      NonStickyTomcatSession session, SessionId former, SessionId now, Runnable change) {
    if (shutdown().isStopped() || former.hasBaseOf(now)) {
      change.run();
      return;
    }
    NonStickyRequest owner = NonStickyRequest.owning(session);
    NonStickyRequest use = owner == null ? requests.asking() : owner;
    HeldLease lease = leases.ofChangingId(use, session, former, now);
    CompletableFuture<Boolean> done = new CompletableFuture<>();
    try {
      formerIds.changing(former, now, done);
      change.run();
      CompletableFuture<SaveOutcome> renamed =
          sessions
              .renamed(session, former)
              .whenComplete((saved, failure) -> done.complete(saved == null || hasChanged(saved)));
      SaveOutcome outcome = store().awaitSave(renamed);
      if (use != null && (outcome == null || hasChanged(outcome))) {
        use.idChanged();
      }
    } catch (RuntimeException e) { // of the application's listeners
      done.complete(true);
      throw e;
    } finally {
      if (lease != null) {
        var unused = lease.release(); // no request waits for it
      }
    }
  }

  /** Whether the session goes on under its other id. */
  private static boolean hasChanged(SaveOutcome ofChange) {
    return !ofChange.isLoss() && ofChange != SaveOutcome.ENDED;
  }

  /**
   * Whether the application is to be told here that a session is over.
   *
   * @param isAsked whether the application ends it, or its time seems to be up
   */
  @Override
  public boolean mayEnd(NonStickyTomcatSession session, boolean isAsked) {
    if (shutdown().isStopped()) {
      if (isAsked) {
        shutdown().endedTooLate(session.sessionId());
      }
      return false; // the session goes on
    }
    return isAsked
        ? !Boolean.FALSE.equals(store().await(sessions.end(session)))
        : Boolean.TRUE.equals(endedIfOver(session));
  }

  @Override
  public void drop(NonStickyTomcatSession session) {
    forget(session);
    openEnds.forgotten(session);
  }

  @Override
  protected CompletableFuture<Boolean> endIfOver(NonStickyTomcatSession session) {
    return sessions.expire(session);
  }
}
