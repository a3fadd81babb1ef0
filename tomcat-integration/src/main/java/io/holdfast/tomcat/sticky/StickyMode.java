package io.holdfast.tomcat.sticky;

import io.holdfast.core.config.SessionConfiguration;
import io.holdfast.core.config.Setting;
import io.holdfast.core.log.Loggers;
import io.holdfast.core.metrics.BuildVersion;
import io.holdfast.core.metrics.Metric;
import io.holdfast.core.session.SessionId;
import io.holdfast.sessions.request.RequestUriFilter;
import io.holdfast.sessions.runtime.StickyRuntime;
import io.holdfast.sessions.runtime.StopResult;
import io.holdfast.sessions.runtime.WebAppContext;
import io.holdfast.sessions.sticky.FailoverResult;
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
 * Sessions that live in this Tomcat's memory: the store is asked only for those that are not here.
 */
public final class StickyMode extends CommonMode<StickyTomcatSession>
    implements StickyTomcatSession.Events {

  private static final System.Logger LOG = Loggers.of(StickyMode.class);

  /** By then, what lay under a former id is deleted, or known to be deleted later. */
  private static final Duration FORMER_IDS_KEPT = Duration.ofMinutes(1);

  private final FormerIds formerIds = new FormerIds(System::nanoTime, FORMER_IDS_KEPT);
  private final PrincipalCodec principals = new PrincipalCodec();
  private final StickyRuntime runtime;
  private final MissingSessions missing;
  private final StickyFailover takeovers;
  private final StickyRequests requests;
  private final CompletableFuture<Void> left = new CompletableFuture<>();

  public StickyMode(SessionHost manager, SessionConfiguration configuration, WebAppContext place) {
    super(
        manager,
        StickyTomcatSession.class,
        configuration.get(Setting.OPERATION_TIMEOUT).multipliedBy(2));
    this.runtime = new StickyRuntime(configuration, place, this::liveSessions);
    this.missing =
        new MissingSessions(runtime.uncertaintyPeriod(), runtime.metrics(), System::nanoTime);
    this.takeovers =
        new StickyFailover(manager, formerIds, runtime.metrics(), this::lookFor, this::newSession);
    this.requests =
        new StickyRequests(
            this,
            new RequestUriFilter(
                configuration.find(Setting.REQUEST_URI_IGNORE_PATTERN).orElse(null)),
            gates());
  }

  /** For responses of takeovers; other requests need none. */
  private static @Nullable ResponseGates gates() {
    try {
      return ResponseGates.ofRunningTomcat();
    } catch (IllegalStateException e) {
      LOG.log(System.Logger.Level.DEBUG, "A response that is reset loses the new id", e);
      return null;
    }
  }

  // ---- life cycle ----

  @Override
  public void start() {
    LOG.log(
        System.Logger.Level.INFO,
        "Sessions of {0} are backed up by Holdfast {3}: {1}, jvmRoute {2}",
        ContextNames.of(manager().context()),
        runtime,
        manager().issuedIds().jvmRoute(),
        BuildVersion.current());
    if (manager().issuedIds().jvmRoute() == null) {
      LOG.log(
          System.Logger.Level.WARNING,
          "No jvmRoute is set on the Engine: a session that moves to another Tomcat and back is not"
              + " noticed. Give each Tomcat its own, for example <Engine jvmRoute=\"t1\">.");
    }
  }

  @Override
  public void leave(Duration deadline) {
    shutdown().leave(); // before the last look at the sessions: who changes them later sees it
    liveSessions().forEach(StickyTomcatSession::passivate);
    List<StickyTomcatSession> local = liveSessions(); // some may have ended at their passivation
    StopResult last = runtime.leave(local, deadline);
    long unstored =
        local.stream().filter(session -> session.backupState().nodeIds().isEmpty()).count();
    LOG.log(
        unstored <= last.inFiles() && last.unfinished() == 0
            ? System.Logger.Level.INFO
            : System.Logger.Level.WARNING,
        "{0} sessions of {1} leave this Tomcat; {2} of them are not in the store, {3} backups were"
            + " not done in time, {4} sessions are in files",
        String.valueOf(local.size()),
        ContextNames.of(manager().context()),
        String.valueOf(unstored),
        String.valueOf(last.unfinished()),
        String.valueOf(last.inFiles()));
  }

  @Override
  public void close() {
    shutdown().stop();
    left.complete(null);
    runtime.close();
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
  protected StickyRuntime runtime() {
    return runtime;
  }

  // ---- sessions ----

  @Override
  public StickyTomcatSession newSession() {
    return new StickyTomcatSession(manager(), this, principals);
  }

  @Override
  public @Nullable Session find(SessionId id) {
    Session local = isForeign(id) ? null : manager().local(id);
    boolean isBehind =
        !shutdown().isStopped()
            && local instanceof StickyTomcatSession own
            && own.backupState().mayBeBehind()
            && !own.backupState().isInUse();
    if (local != null) {
      return isBehind ? takeOver(id) : local;
    }
    boolean isMissing =
        missing.isKnown(id) || (missing.wasJustAbsent(id) && manager().local(id) == null);
    return isMissing ? null : takeOver(id);
  }

  @Override
  public @Nullable Session findNow(SessionId id) {
    return takeOver(id);
  }

  /** The one cookie that the client has says from now on that no other Tomcat has this session. */
  @Override
  public void anotherCameBack(SessionId id) {
    if (manager().local(id) instanceof StickyTomcatSession session) {
      session.backupState().anotherCameBack();
    }
  }

  /** Of a session that has moved, what is here is forgotten: another Tomcat has it. */
  @Override
  public boolean endAsked(SessionId id) {
    if (manager().local(id) instanceof StickyTomcatSession session) {
      session.expire();
      return !session.isForgotten();
    }
    return false;
  }

  /** None: it ends only what is here. */
  @Override
  public List<String> notAsked() {
    return List.of();
  }

  /** One that another Tomcat has in memory is taken over first. */
  @Override
  public Ending endAnywhere(SessionId id, Predicate<Session> isMeant) {
    boolean isHere = manager().local(id) instanceof StickyTomcatSession own && !isGoneOn(own);
    Session found = isHere ? manager().local(id) : takeOver(id);
    if (found instanceof StickyTomcatSession session && !isMeant.test(session)) {
      if (!isHere) {
        forget(session);
      }
      return Ending.GOES_ON;
    }
    var unused = SessionInvalidation.end(found);
    return found == null && missing.wasUnanswered(id) ? Ending.UNKNOWN : Ending.OVER;
  }

  /** The application is told here only if the other Tomcat has not told it. */
  @Override
  public void endNoticed(SessionId id) {
    if (shutdown().isLeaving()
        || !(manager().local(id) instanceof StickyTomcatSession session)
        || !session.isLive()) {
      return;
    }
    if (runtime.sessions().invalidation().wasEndedElsewhere(session)) {
      forget(session);
    } else {
      session.expire();
    }
  }

  @Override
  public void remove(Session session, boolean update) {
    if (update && session instanceof StickyTomcatSession ended && isEndToBeStored(ended)) {
      runtime.sessions().invalidation().ending(ended.sessionId(), ended);
      manager().removeLocal(session, true);
      runtime.sessions().removed(ended, ended.isInvalidating() && !shutdown().isLeaving());
    } else {
      manager().removeLocal(session, update);
    }
  }

  /**
   * While the application stops, only what it ends by itself, as at a passivation, for which the
   * stop waits. A session whose time seems to be up may be in use elsewhere.
   */
  private boolean isEndToBeStored(StickyTomcatSession ended) {
    return ended.isInvalidating() ? !shutdown().isStopped() : !shutdown().isLeaving();
  }

  // ---- what the valve and the sessions ask for ----

  /** Whether the id is not as this Tomcat gives it: another one served the session last. */
  boolean isForeign(SessionId id) {
    return manager().issuedIds().isForeign(id);
  }

  /** Whether a session went on here uncertain, and a node can be asked now. */
  boolean canBeSettled(SessionId id) {
    return !shutdown().isStopped()
        && manager().local(id) instanceof StickyTomcatSession session
        && !session.backupState().isInUse()
        && runtime.sessions().loader().canBeSettled(session);
  }

  /**
   * Makes a session ours: one that another Tomcat served, or that this one served before a restart.
   *
   * @return null if there is no such session
   */
  @Nullable StickyTomcatSession takeOver(SessionId requested) {
    SessionId ourId = manager().issuedIds().of(requested);
    if (ourId != null && !ourId.equals(requested)) { // where all have one cookie, it is replaced
      manager().otherModes().forEach(mode -> mode.anotherCameBack(ourId));
    }
    StickyFailover.Taken taken =
        ourId == null || isFormer(requested)
            ? StickyFailover.Taken.NOTHING
            : takeovers.takeOver(requested, ourId);
    if (taken.session() == null && taken.isAnswered()) {
      missing.notFound(requested, taken.unreachable());
    }
    return taken.session();
  }

  /**
   * Whether a session had this id until it got another one here. Its record under this one is
   * deleted in a moment, and a backup that had begun before may just have written it once more.
   */
  boolean isFormer(SessionId id) {
    return formerIds.isFormer(id);
  }

  /** As far as sessions are still looked for. */
  FailoverResult lookFor(SessionId requested, @Nullable StickyTomcatSession local) {
    return shutdown().isStopped()
        ? new FailoverResult.NothingBetter()
        : runtime.sessions().takeOver(requested, local);
  }

  @Override
  protected void watchRoute() {
    String route = manager().issuedIds().jvmRoute();
    if (route != null) {
      var unused = runtime.watchRoute(route);
    }
  }

  @Override
  protected void expireAbandoned() {
    runtime.expireAbandoned(
        left -> {
          StickyTomcatSession session = newSession();
          session.restoreAs(left.id(), left);
          endAbandoned(session);
        });
  }

  @Override
  public void requestEnded(StickyTomcatSession session) {
    if (!shutdown().isLeaving()) {
      runtime.sessions().requestEnded(session);
    }
  }

  /**
   * Whether the store has what a request has made of its session, although the application stops or
   * has stopped. Waits for the last backup, which is bounded.
   */
  boolean isKept(StickyTomcatSession session) {
    left.join();
    return runtime.sessions().changes().isStoredAsItIs(session);
  }

  /** Whether a session was ended whose record stays, because the application stops. */
  boolean isEndLost(@Nullable SessionId requested) {
    return shutdown().isEndLost(requested);
  }

  /**
   * Where no request is at work, none asks for a backup of what other code has changed. Waits for
   * it, unless the application stops: then all sessions are looked at anyway.
   *
   * @return whether the session is still this Tomcat's; if not, what is here is forgotten
   */
  @Override
  public boolean changedOutsideRequests(StickyTomcatSession session) {
    if (shutdown().isStopped() || !session.isLive() || !session.backupState().noRequestAtWork()) {
      return true;
    }
    CompletableFuture<Void> stored = runtime.sessions().changedOutsideRequests(session);
    if (!shutdown().isLeaving()) {
      var unused = store().await(stored);
    }
    boolean isElsewhere = session.backupState().isKnownElsewhere();
    if (isElsewhere) {
      forget(session);
    }
    return !isElsewhere;
  }

  @Override
  public boolean isUseOfRequest() {
    return missing.isInside() || !AccessorCalls.isOnThisThread();
  }

  @Override
  public long earliestCreation(String id) {
    SessionId given = SessionId.parse(id);
    return given == null || shutdown().isStopped()
        ? Long.MIN_VALUE
        : runtime.sessions().invalidation().earliestCreation(given);
  }

  @Override
  public void renaming(StickyTomcatSession session, String oldId, String newId) {
    SessionId from = SessionId.parse(oldId);
    SessionId to = SessionId.parse(newId);
    if (!shutdown().isStopped() && from != null && to != null && !from.base().equals(to.base())) {
      formerIds.changed(from, to);
      runtime.sessions().invalidation().ending(from, session);
    }
  }

  void requestIgnored() {
    if (!shutdown().isStopped()) {
      runtime.metrics().increment(Metric.REQUESTS_IGNORED);
    }
  }

  @Override
  public void renamed(StickyTomcatSession session, String oldId) {
    SessionId old = SessionId.parse(oldId);
    if (!shutdown().isStopped() && old != null) {
      runtime.sessions().renamed(session, old);
      var unused = changedOutsideRequests(session);
    }
  }

  /** Whether the application is to be told here that a session is over. */
  @Override
  public boolean mayTellEnd(StickyTomcatSession session) {
    if (shutdown().isLeaving() && session.isInvalidating()) {
      shutdown().endedTooLate(session.sessionId()); // as far as a request can know
    }
    if (shutdown().isStopped()) {
      return false; // the session goes on
    }
    if (session.isInvalidating()) {
      runtime.sessions().invalidation().asked(session);
      return true;
    }
    return shutdown().isLeaving() || !Boolean.FALSE.equals(endedIfOver(session));
  }

  @Override
  protected CompletableFuture<Boolean> endIfOver(StickyTomcatSession session) {
    return runtime.sessions().invalidation().mayTell(session);
  }

  /**
   * Whether a session that is ended outside of its requests has gone on at another Tomcat, or has
   * ended there; then what is here is forgotten.
   */
  @Override
  public boolean isGoneOn(StickyTomcatSession session) {
    boolean isGone =
        !shutdown().isStopped()
            && session.isLive()
            && session.backupState().noRequestAtWork()
            && runtime.sessions().invalidation().isElsewhere(session);
    if (isGone) {
      forget(session);
    }
    return isGone;
  }
}
