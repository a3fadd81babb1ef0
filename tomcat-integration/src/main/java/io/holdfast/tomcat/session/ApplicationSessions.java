package io.holdfast.tomcat.session;

import io.holdfast.core.config.SessionConfiguration;
import io.holdfast.core.config.Setting;
import io.holdfast.core.log.Loggers;
import io.holdfast.core.metrics.BuildVersion;
import io.holdfast.core.metrics.Metric;
import io.holdfast.core.session.SessionId;
import io.holdfast.sessions.directory.SessionDirectory;
import io.holdfast.sessions.engine.AnswerState;
import io.holdfast.sessions.engine.LoadedSession;
import io.holdfast.sessions.engine.SaveOutcome;
import io.holdfast.sessions.engine.SessionEngine;
import io.holdfast.sessions.engine.SessionInstance;
import io.holdfast.sessions.lock.HeldLease;
import io.holdfast.sessions.model.StoreWait;
import io.holdfast.sessions.runtime.RuntimeView;
import io.holdfast.sessions.runtime.SessionRuntime;
import io.holdfast.sessions.runtime.StopResult;
import io.holdfast.sessions.runtime.WebAppContext;
import io.holdfast.tomcat.login.PrincipalCodec;
import io.holdfast.tomcat.response.ResponseGates;
import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.Predicate;
import org.apache.catalina.Session;
import org.apache.catalina.Valve;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.session.StandardSession;
import org.jspecify.annotations.Nullable;

/**
 * Serves the sessions of one application, sticky or not, as long as it runs.
 *
 * <p>Each request that asks for a session which any Tomcat may serve looks first what the store
 * says of it. The instance that is here is used if it shows just that, so an unchanged session is
 * not decoded again, and it goes on alone while no node answers. Before a byte of the response
 * leaves, what the request has changed is saved. A sticky session is mostly used without a
 * question, and saved behind its response.
 */
public final class ApplicationSessions implements ServingMode {

  private static final System.Logger LOG = Loggers.of(ApplicationSessions.class);

  /** A list is read, and written on two nodes; another Tomcat may have been faster. */
  private static final int LIST_WAITS = 4;

  /** By then, what lay under a former id is deleted, or known to be deleted later. */
  private static final Duration FORMER_IDS_KEPT = Duration.ofMinutes(1);

  /**
   * For requests whose servlet has just returned: Tomcat's {@code unloadDelay} waits for servlets,
   * and what these requests have changed is saved behind them.
   */
  private static final Duration UNTIL_REQUESTS_HAVE_LEFT = Duration.ofMillis(500);

  private final LocalSessions locals;
  private final ShutdownState shutdown = new ShutdownState();
  private final SessionRuntime runtime;
  private final SessionEngine sessions;
  private final StoreWait store;
  private final IdleSessions idle;

  private final boolean isSticky;

  private final EarlyQuestions early = new EarlyQuestions(System::nanoTime);
  private final RequestLeases leases;
  private final SessionRequests requests;
  private final PrincipalCodec principals = new PrincipalCodec();
  private final FormerIds formerIds;
  private final InstanceFinder finder;

  /** Null if they are not listed. */
  private final @Nullable UserSessions users;

  public ApplicationSessions(
      LocalSessions locals, SessionConfiguration configuration, WebAppContext place) {
    this.locals = locals;
    this.isSticky = configuration.isSticky();
    ResponseGates gates = gates(isSticky); // before anything starts
    this.runtime = new SessionRuntime(configuration, place, locals::live);
    this.sessions = runtime.sessions();
    this.store = runtime.storeWait();
    this.idle = new IdleSessions(locals, runtime, shutdown, this::instance);
    this.formerIds =
        new FormerIds(
            store.nanoTime(),
            isSticky
                ? FORMER_IDS_KEPT
                : configuration.get(Setting.LOCK_EXPIRATION).multipliedBy(2));
    this.leases = new RequestLeases(runtime, locals, formerIds);
    this.finder =
        new InstanceFinder(locals, runtime, leases, early, formerIds, shutdown, this::instance);
    this.requests = new SessionRequests(locals, shutdown, early, runtime, leases, gates);
    SessionDirectory directory = runtime.directory();
    this.users = directory == null ? null : users(directory, configuration, place.clock());
  }

  private UserSessions users(
      SessionDirectory directory, SessionConfiguration configuration, InstantSource clock) {
    return new UserSessions(
        directory,
        locals,
        this,
        new StoreWait(configuration.get(Setting.OPERATION_TIMEOUT).multipliedBy(LIST_WAITS)),
        clock,
        () -> runtime.metrics().increment(Metric.USER_LISTS_UNANSWERED));
  }

  /** Sticky sessions need them for the responses of takeovers only, and can do without. */
  private static @Nullable ResponseGates gates(boolean isSticky) {
    try {
      return ResponseGates.ofRunningTomcat();
    } catch (IllegalStateException e) {
      if (!isSticky) {
        throw e;
      }
      LOG.log(System.Logger.Level.DEBUG, "A response that is reset loses the new id", e);
      return null;
    }
  }

  // ---- life cycle ----

  /** The application starts; its filters do not exist yet. */
  public void start() {
    String jvmRoute = locals.issuedIds().jvmRoute();
    LOG.log(
        System.Logger.Level.INFO,
        isSticky
            ? "Sessions of {0} are backed up by Holdfast {3}: {1}, jvmRoute {2}"
            : "Sessions of {0} are stored by Holdfast {3}: {1}",
        ContextNames.of(locals.context()),
        runtime,
        jvmRoute,
        BuildVersion.current());
    if (isSticky && jvmRoute == null) {
      LOG.log(
          System.Logger.Level.WARNING,
          "No jvmRoute is set on the Engine: a session that moves to another Tomcat and back is not"
              + " noticed. Give each Tomcat its own, for example <Engine jvmRoute=\"t1\">.");
    }
  }

  /**
   * Requests may come. Makes ready, in the background, what the first ones need, and ends sessions
   * from now on that another Tomcat wants to end.
   */
  public void begin() {
    if (users != null) {
      runtime.watchEnds(users::end);
    }
    runtime.rehearse(this::instance);
  }

  /** An instance of what was read, without a place in the manager; no listener hears of it. */
  private HoldfastSession instance(LoadedSession.Fresh fresh) {
    HoldfastSession session = newSession();
    session.restore(fresh);
    return session;
  }

  /**
   * The application stops: what is not in the store is put there. From now on new requests are
   * refused.
   *
   * @param deadline how long to wait at most
   */
  public void leave(Duration deadline) {
    shutdown.leave(UNTIL_REQUESTS_HAVE_LEFT);
    List<HoldfastSession> local = locals.live();
    local.forEach(HoldfastSession::passivate);
    StopResult last = runtime.leave(local, deadline);
    LOG.log(
        last.unfinished() == 0 ? System.Logger.Level.INFO : System.Logger.Level.WARNING,
        "{0} sessions of {1} were here; {2} of them could not be saved, {3} are in files",
        String.valueOf(local.size()),
        ContextNames.of(locals.context()),
        String.valueOf(last.unfinished()),
        String.valueOf(last.inFiles()));
  }

  /** Ends connections and threads, after {@link #leave} or after a start that failed. */
  public void close() {
    shutdown.stop();
    runtime.close();
  }

  @Override
  public long earliestCreation(String id) {
    SessionId given = SessionId.parse(id);
    return given == null || shutdown.isStopped()
        ? Long.MIN_VALUE
        : sessions.earliestCreation(given);
  }

  @Override
  public @Nullable AnswerState answer() {
    SessionRequest asking = requests.asking();
    return asking == null ? null : asking.answerState();
  }

  @Override
  public void accessEnded(HoldfastSession session, boolean hasLeftValve) {
    requests.accessEnded(session, hasLeftValve);
  }

  @Override
  public void serve(Request request, Response response, Valve next) throws IOException {
    requests.serve(request, response, next);
  }

  /**
   * The application wants a new session. Where it must not have one now, an exception ends the
   * request.
   *
   * <p>If the store does not answer, it may have the client's session all the same: a new one would
   * replace the client's cookie. The same holds for a request whose session got another id in
   * another Tomcat while it waited for the lease. A request is known by its thread while it passes
   * the valve. On other threads, and after {@code doubtTimeout}, applications get new sessions.
   *
   * @param id that it is to have; null if it gets one of its own
   */
  public void newIsWanted(@Nullable String id) {
    SessionRequest use = requests.asking();
    if (use != null) {
      requests.newIsWanted(use);
    } else if (early.wasJustInDoubt(id)) {
      locals.otherModes().forEach(ServingMode::newIsWantedInDoubt);
    }
  }

  @Override
  public void newIsWantedInDoubt() {
    SessionRequest use = requests.asking();
    if (use != null) {
      use.mayHaveSession();
      requests.newIsWanted(use);
    }
  }

  @Override
  public boolean savesBeforeResponses() {
    return !isSticky;
  }

  @Override
  public RuntimeView observed() {
    return runtime;
  }

  /** What the sessions are stored with. */
  public SessionRuntime runtime() {
    return runtime;
  }

  /** The sessions of each user; null if they are not listed. */
  public @Nullable UserSessions users() {
    return users;
  }

  // ---- sessions ----

  /** An empty session of this mode. */
  public HoldfastSession newSession() {
    return new HoldfastSession(
        locals.manager(), this, principals, locals.attributeEvents(), sessions.noAttributes());
  }

  /**
   * A session by its id, from here or from the store.
   *
   * @param id as the client sent it; a request has parsed the one of its own session already
   * @return null if there is none, or this is no session id
   */
  public @Nullable Session find(@Nullable String id) {
    SessionRequest asking = requests.asking();
    SessionId parsed = asking == null ? SessionId.parse(id) : asking.parsed(id);
    return parsed == null ? null : finder.find(asking, parsed);
  }

  /** A session by its id, as the store knows it now, even if it is here; null if there is none. */
  public @Nullable Session findNow(SessionId requested) {
    return finder.findNow(requests.asking(), requested);
  }

  /** The one cookie that the client has says from now on that no other Tomcat has this session. */
  @Override
  public void anotherCameBack(SessionId id) {
    if (isSticky && locals.local(id) instanceof HoldfastSession session) {
      session.instanceState().cameBack();
    }
  }

  /** Saves what the dispatched request has changed, or waits where its dispatch has just ended. */
  @Override
  public boolean responseOfAnotherLeaves(SessionId id) {
    if (!isSticky
        && !shutdown.isStopped()
        && locals.local(id) instanceof HoldfastSession session
        && (session.instanceState().use().isInUse()
            || !session.instanceState().saves().last().isDone())) {
      SaveOutcome outcome = store.awaitSave(sessions.save(session));
      if (outcome == null) {
        session.instanceState().saves().giveUp(); // before the client hears that it may ask again
      }
      return !SessionRequests.isLost(outcome, session.instanceState().use().isLeaseLost());
    }
    return true;
  }

  // ---- changes outside of requests: of a WebSocket, a single sign-on, a timer ----

  /**
   * Attributes were set or removed: saves them, and waits for that. No response can report that
   * they are lost.
   *
   * @throws IllegalStateException if the session goes on under another id, or has ended, elsewhere
   */
  @Override
  public void attributesChanged(HoldfastSession session) {
    if (!shutdown.isStopped() && session.isLive()) {
      session.instanceState().use().changedOutside();
      saveOutside(session, sessions::save, store, shutdown.isLeaving());
      if (session.instanceState().hasEnded()) {
        forget(session);
        throw new IllegalStateException(
            "Session %s has another id by now, or has ended: nothing was changed"
                .formatted(session.sessionId()));
      }
    }
  }

  /**
   * Saves, and waits for that as long as a request: it may stand behind saves of other instances. A
   * save of this instance that is on its way may be what calls: it would wait for itself. While the
   * application stops, all sessions are saved anyway.
   */
  static void saveOutside(
      SessionInstance session,
      Function<SessionInstance, CompletableFuture<SaveOutcome>> saver,
      StoreWait store,
      boolean isLeaving) {
    boolean mayWait = session.instanceState().saves().last().isDone() && !isLeaving;
    CompletableFuture<SaveOutcome> saving = saver.apply(session);
    if (mayWait) {
      var unused = store.awaitSave(saving);
    }
  }

  @Override
  public void changed(HoldfastSession session) {
    if (!shutdown.isStopped()) {
      session.instanceState().use().changedOutside();
      var unused = sessions.save(session);
    }
  }

  /**
   * The application has ended an instance.
   *
   * @throws IllegalStateException if the session goes on under another id; a request is answered
   *     with 503 instead
   */
  @Override
  public void invalidated(HoldfastSession session) {
    if (session.instanceState().isRenamedElsewhere()) {
      SessionRequest use = requests.asking();
      if (use == null) {
        throw new IllegalStateException(
            "Session %s has another id by now, and has not ended".formatted(session.sessionId()));
      }
      use.hasEndedInVain();
    }
  }

  @Override
  public void userMayHaveChanged(HoldfastSession session, @Nullable String before) {
    if (users != null && locals.isCurrent(session)) {
      users.mayHaveChanged(session, before);
    }
  }

  // ---- sessions without a request ----

  /**
   * Looks after the sessions that are in this Tomcat, see {@link IdleSessions#lookAfter}, and after
   * the list of users.
   *
   * @param tomcatsExpiry looks for sessions whose time is up, one by one
   */
  public void lookAfterSessions(Runnable tomcatsExpiry) {
    idle.lookAfter(tomcatsExpiry);
    if (users != null) {
      users.lookAfterSessions();
    }
  }

  /**
   * Brings to the nodes what they did not take of invalidations, and looks for another Tomcat with
   * the jvmRoute of this one. Does not wait for the nodes.
   */
  public void repeatEnds() {
    if (!shutdown.isLeaving()) {
      runtime.repeatEnds();
      String jvmRoute = locals.issuedIds().jvmRoute();
      if (isSticky && jvmRoute != null) {
        var unused = runtime.watchRoute(jvmRoute);
      }
    }
  }

  // ---- the ends of sessions ----

  @Override
  public boolean endAsked(SessionId id) {
    if (!isSticky) {
      return end(finder.find(requests.asking(), id));
    }
    if (!(locals.local(id) instanceof HoldfastSession session) || isGoneOn(session)) {
      return false;
    }
    session.expire();
    return !session.isForgotten();
  }

  /**
   * Nodes that could have a session to be ended so, and do not answer. None if sessions are sticky:
   * it ends only what is here.
   */
  public List<String> notAsked() {
    return !isSticky ? runtime.health().lostNodes() : List.of();
  }

  @Override
  public boolean isGoneOn(HoldfastSession session) {
    if (!isSticky
        || shutdown.isStopped()
        || !session.isLive()
        || !session.instanceState().use().noRequestAtWork()) {
      return false;
    }
    LoadedSession now = finder.storedOf(session);
    boolean isGone = now instanceof LoadedSession.Fresh || now instanceof LoadedSession.Nothing;
    if (isGone) {
      forget(session);
    }
    return isGone;
  }

  /** Ends a session, with its events; false if there is none, or it has ended by itself. */
  public static boolean end(@Nullable Session session) {
    try {
      if (session instanceof StandardSession standard && standard.isValid()) {
        standard.invalidate();
        return true;
      }
    } catch (IllegalStateException e) {
      LOG.log(System.Logger.Level.DEBUG, "A session ended by itself", e);
    }
    return false;
  }

  @Override
  public Ending endAnywhere(SessionId id, Predicate<HoldfastSession> isMeant) {
    boolean isHere = isSticky && locals.local(id) instanceof HoldfastSession own && !isGoneOn(own);
    Session found = isHere ? locals.local(id) : findNow(id);
    if (found instanceof HoldfastSession session && !isMeant.test(session)) {
      if (isSticky && !isHere) {
        forget(session);
      }
      return Ending.GOES_ON;
    }
    var unused = end(found);
    return found == null && wasUnanswered(id) ? Ending.UNKNOWN : Ending.OVER;
  }

  private boolean wasUnanswered(SessionId id) {
    SessionRequest use = requests.asking();
    return use == null ? early.wasUnanswered(id) : use.wasUnanswered(id);
  }

  /**
   * A session was removed from this Tomcat. If it has ended, ends it in the store, too; it may also
   * go on elsewhere.
   */
  public void removed(HoldfastSession session) {
    if (!shutdown.isStopped() && !session.instanceState().hasEnded()) {
      var unused = store.await(sessions.end(session));
    }
    if (users != null && !shutdown.isLeaving() && !session.isForgotten()) {
      users.ended(session);
    }
  }

  /** A session has another id, and its application knows. */
  public void idChanged(HoldfastSession session, SessionId former) {
    if (users != null) {
      users.idChanged(session, former);
    }
  }

  /**
   * A session gets another id. Requests that ask for it meanwhile wait until that is through: the
   * record under the new id may not have yet what others store under the former one.
   */
  @Override
  public void rename(HoldfastSession session, SessionId former, SessionId now, Runnable change) {
    if (shutdown.isStopped() || former.hasBaseOf(now)) {
      change.run();
      return;
    }
    SessionRequest owner = SessionRequest.owning(session);
    SessionRequest use = owner == null ? requests.asking() : owner;
    HeldLease lease = leases.ofChangingId(use, session, former, now);
    CompletableFuture<Boolean> done = new CompletableFuture<>();
    try {
      formerIds.changing(former, now, done);
      change.run();
      CompletableFuture<SaveOutcome> renamed =
          sessions
              .renamed(session, former)
              .whenComplete((saved, failure) -> done.complete(saved == null || hasChanged(saved)));
      SaveOutcome outcome = store.awaitSave(renamed);
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

  /** Returns whether the session goes on under its other id. */
  private static boolean hasChanged(SaveOutcome ofChange) {
    return !ofChange.isLoss() && ofChange != SaveOutcome.ENDED;
  }

  @Override
  public boolean mayEnd(HoldfastSession session, boolean isAsked) {
    if (shutdown.isStopped()) {
      if (isAsked) {
        shutdown.endedTooLate(session.sessionId());
      }
      return false; // the session goes on
    }
    if (isAsked) {
      return !Boolean.FALSE.equals(store.await(sessions.end(session)));
    }
    return Boolean.TRUE.equals(store.await(idle.expire(session)));
  }

  @Override
  public void drop(HoldfastSession session) {
    forget(session);
    idle.forgotten(session);
  }

  /** Drops an instance: no events, and the record stays as it is. */
  private void forget(HoldfastSession session) {
    locals.forgetLocal(session);
    session.leave();
  }
}
