package io.holdfast.tomcat.session;

import io.holdfast.core.config.Setting;
import io.holdfast.core.metrics.Metric;
import io.holdfast.core.session.SessionId;
import io.holdfast.sessions.engine.InstanceChanges;
import io.holdfast.sessions.engine.SaveOutcome;
import io.holdfast.sessions.engine.SessionEngine;
import io.holdfast.sessions.model.StoreWait;
import io.holdfast.sessions.request.RequestLine;
import io.holdfast.sessions.runtime.SessionRuntime;
import io.holdfast.tomcat.response.NewIdCookie;
import io.holdfast.tomcat.response.ResponseGate;
import io.holdfast.tomcat.response.ResponseGates;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Pattern;
import org.apache.catalina.Valve;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.jspecify.annotations.Nullable;

/**
 * Brackets the requests of sessions that any Tomcat may serve: from the first look at a session to
 * the save before the response leaves and the end of the lease.
 *
 * <p>The thread-local tells which request is asking when Tomcat asks for a session, no more: it is
 * set while a request passes the valve. Everything else is bound to the request and to the instance
 * of the session.
 */
final class SessionRequests implements SessionRequest.Steps {

  private final LocalSessions locals;
  private final ShutdownState shutdown;
  private final EarlyQuestions early;
  private final SessionRuntime runtime;
  private final SessionEngine sessions;
  private final RequestLeases leases;
  private final @Nullable ResponseGates gates;

  /** Which requests cause no backup; null if all may. */
  private final @Nullable Pattern ignored;

  private final StoreWait store;
  private final StoreWait behindResponse;
  private final boolean isSticky;

  @SuppressWarnings("ThreadLocalUsage") // one per application: nothing static may know a request
  private final ThreadLocal<@Nullable SessionRequest> asking = new ThreadLocal<>();

  SessionRequests(
      LocalSessions locals,
      ShutdownState shutdown,
      EarlyQuestions early,
      SessionRuntime runtime,
      RequestLeases leases,
      @Nullable ResponseGates gates) {
    this.isSticky = runtime.configuration().isSticky();
    this.locals = locals;
    this.shutdown = shutdown;
    this.early = early;
    this.runtime = runtime;
    this.sessions = runtime.sessions();
    this.leases = leases;
    this.gates = gates;
    this.ignored = runtime.configuration().find(Setting.REQUEST_URI_IGNORE_PATTERN).orElse(null);
    this.store = runtime.storeWait();
    this.behindResponse = runtime.backupWait();
  }

  /** The request that asks for a session on this thread; null if none is known to. */
  @Nullable SessionRequest asking() {
    return asking.get();
  }

  /** A request wants a new session, which it gets unless it must not have one now. */
  void newIsWanted(SessionRequest use) {
    boolean isFirst = !use.isNewRefused();
    if (use.refusesNew()) {
      if (isFirst) {
        runtime.metrics().increment(Metric.REQUESTS_IN_DOUBT);
      }
      throw Refusal.ofNewSession();
    }
  }

  /** A request comes twice if a {@code RewriteValve} of its application restarts it. */
  void serve(Request request, Response response, Valve next) throws IOException {
    if (asking.get() != null) {
      Rethrow.proceed(next, request, response);
    } else if (shutdown.isLeaving()) {
      Refusal.of(response);
    } else {
      shutdown.requestEntered();
      try {
        serveWithSession(request, response, next);
      } finally {
        shutdown.requestLeft();
      }
    }
  }

  private void serveWithSession(Request request, Response response, Valve next) throws IOException {
    SessionRequest use = begin(request);
    boolean isRefused;
    boolean isKept;
    try {
      if (isSticky) {
        takeOver(request, use);
      }
      if (leases.mustBeRejected(use)) { // others are at work
        Refusal.of(response);
      } else {
        askIfLeaseIsNeeded(use);
        Rethrow.proceed(next, request, response);
      }
    } finally {
      isRefused = use.isNewRefused();
      isKept = leave(use, request);
    }
    if (!isKept || (isRefused && !response.isCommitted() && !request.isAsync())) {
      Refusal.of(response);
    }
  }

  /** The request enters the valve. An asynchronous one comes again when it is dispatched. */
  private SessionRequest begin(Request request) {
    SessionRequest before = SessionRequest.of(request, this);
    SessionRequest use = before == null ? first(request) : before;
    use.entersValve();
    early.forget();
    asking.set(use);
    return use;
  }

  /**
   * A request comes, or comes again: makes a sticky session ours that another Tomcat served until
   * now, and tells the client its new id.
   */
  private void takeOver(Request request, SessionRequest use) {
    ResponseGate.requestEnters(ResponseGate.of(request, NewIdCookie.class));
    SessionId requested = use.isIgnored() ? null : use.requestedSession();
    if (requested == null || !locals.issuedIds().isForeign(requested)) {
      return;
    }
    use.askForSession();
    HoldfastSession session = use.session();
    if (session != null && session.isValid()) {
      request.changeSessionId(session.getIdInternal());
      if (gates != null) {
        NewIdCookie.keep(request, gates);
      }
    }
  }

  @Override
  public boolean isOurs(HoldfastSession session) {
    return session.getManager() == locals.manager();
  }

  private SessionRequest first(Request request) {
    RequestLine line = lineOf(request);
    boolean isIgnored = ignored != null && line.matches(ignored);
    SessionRequest use = new SessionRequest(this, request, line, isIgnored, leases.now());
    if (isIgnored) {
      runtime.metrics().increment(Metric.REQUESTS_IGNORED);
    } else {
      if (!isSticky && gates != null) {
        var unused = gates.put(request, use);
      }
      foundBefore(use);
    }
    return use;
  }

  /**
   * The method, the path by which Tomcat chooses a servlet, and the query as the client sent it. A
   * path can be written in many ways; a client must not choose by that which rules hold.
   */
  private static RequestLine lineOf(Request request) {
    String query = request.getQueryString();
    String uri = request.getDecodedRequestURI();
    return new RequestLine(request.getMethod(), query == null ? uri : uri + '?' + query);
  }

  /** A valve in front of ours, as that for crawlers in the host, may have asked for the session. */
  private void foundBefore(SessionRequest use) {
    HoldfastSession early = use.session();
    if (early != null) {
      use.found(early);
      sessions.requestBegan(early);
    }
  }

  /**
   * Has a request that needs the lease ask for its session, as most authenticators of Tomcat do a
   * moment later: its application may ask on any thread, which does not tell for which request.
   */
  private void askIfLeaseIsNeeded(SessionRequest use) {
    if (!use.isIgnored() && runtime.lockPolicy().needsLease(use.line())) {
      ApplicationCode.run(locals.context(), use::askForSession);
    }
  }

  /**
   * The request leaves the valve: its session is saved before the response is let out.
   *
   * @return false if what it has changed is lost, and its client must be told so
   */
  private boolean leave(SessionRequest use, Request request) {
    boolean goesOn = request.isAsync(); // and comes back or completes later
    asking.remove();
    boolean isLate = shutdown.isLeaving(); // before it is asked for a save, which would be none
    HoldfastSession session = use.session();
    if (session != null && !goesOn && !use.isIgnored()) {
      session.instanceState().use().requestFinishing();
    }
    use.returns();
    boolean isKept = true;
    try {
      if (isSticky) {
        ResponseGate.requestLeaves(ResponseGate.of(request, NewIdCookie.class)); // of a takeover
      } else {
        use.letResponseLeave();
      }
      isKept = goesOn || !isSticky || savedBehind(use, isLate);
    } finally {
      left(use, session, goesOn);
    }
    return isKept;
  }

  /**
   * The application has returned, and the client may have its response: saves what the request has
   * changed, in the background where backups are asynchronous.
   *
   * @param isLate whether the application was about to stop before
   * @return false if the application stops and what the request has changed is lost
   */
  private boolean savedBehind(SessionRequest use, boolean isLate) {
    if (use.endedInVain() || (isLate && shutdown.isEndLost(use.requestedSession()))) {
      return false;
    }
    HoldfastSession session = use.isIgnored() ? null : use.sessionToSave();
    if (session == null) {
      return true;
    }
    if (InstanceChanges.isSettled(session)) {
      runtime.metrics().increment(Metric.BACKUPS_SKIPPED);
      return true;
    }
    if (!isLate) {
      saveBehind(session);
      return true;
    }
    SaveOutcome outcome = store.awaitSave(conclude(session, sessions.save(session)));
    return outcome != null && outcome.isSettled();
  }

  /** Saves what a request has left, in the background where backups are asynchronous. */
  private void saveBehind(HoldfastSession session) {
    if (runtime.savesInBackground()) {
      runtime.saveInBackground(session, () -> conclude(session, sessions.save(session)));
    } else {
      var unused = behindResponse.await(conclude(session, sessions.save(session)));
    }
  }

  /** Requests do not find an instance any more that can save nothing. */
  private CompletableFuture<SaveOutcome> conclude(
      HoldfastSession session, CompletableFuture<SaveOutcome> saving) {
    return saving.thenApply(
        outcome -> {
          if (isOver(outcome, false)) {
            locals.forgetLocal(session);
          }
          return outcome;
        });
  }

  private void left(SessionRequest use, @Nullable HoldfastSession session, boolean goesOn) {
    if (!goesOn) {
      if (!isSticky) {
        use.answerIsComplete(); // no later save is waited for
      }
      if (session != null && use.isIgnored()) {
        session.instanceState().use().requestIgnored();
      }
      end(use);
    } else {
      use.goesOn();
      if (session == null) {
        leases.release(use);
        use.decideAgain();
      }
    }
  }

  /**
   * An asynchronous request has ended. If it has a session to itself, it ends with {@code
   * endAccess} of that session, which Tomcat calls next. For any other request Tomcat calls nothing
   * more.
   */
  @Override
  public void asyncRequestEnded(SessionRequest use) {
    HoldfastSession session = use.session();
    if (use.outlivesValve() && (session == null || SessionRequest.owning(session) != use)) {
      end(use);
    }
  }

  /** Gives the lease back, whatever happens: it would be renewed for ever. */
  private void end(SessionRequest use) {
    if (use.end()) {
      try {
        if (use.tellsWhatItsKindDoes()) {
          runtime.lockPolicy().requestEnded(use.line(), use.hasModified());
        }
      } finally {
        leases.release(use);
      }
    }
  }

  /** Tomcat says that a request no longer uses an instance. */
  void accessEnded(HoldfastSession session, boolean hasLeftValve) {
    if (shutdown.isStopped()) {
      return;
    }
    if (session.instanceState().use().endsIgnored()) {
      saveIfItGaveWay(session);
      return;
    }
    SessionRequest owner = SessionRequest.owning(session);
    if (isSticky) {
      if (!hasLeftValve && InstanceChanges.mayDiffer(session)) {
        saveBehind(session);
      }
      afterAccess(session, owner);
    } else if (InstanceChanges.mayDiffer(session) && (owner == null || owner.outlivesValve())) {
      // Waits: it may be that a dispatch from another application ends, whose response leaves next.
      var unused =
          store.awaitSave(
              sessions
                  .save(session)
                  .thenAccept(
                      outcome -> {
                        if (owner != null) {
                          owner.saved(outcome);
                        }
                        afterAccess(session, owner);
                      }));
    } else {
      afterAccess(session, owner);
    }
  }

  /** No later request of this Tomcat finds what an ignored one has changed in such an instance. */
  private void saveIfItGaveWay(HoldfastSession session) {
    if (locals.local(session.sessionId()) != session) {
      sessions.saveLeft(session);
    }
  }

  private void afterAccess(HoldfastSession session, @Nullable SessionRequest owner) {
    try {
      sessions.requestEnded(session);
    } finally {
      if (owner != null && owner.outlivesValve()) {
        end(owner);
      }
    }
  }

  /**
   * Bytes of a request's response are about to leave. While it flows, the session is saved if
   * something was set in it; to look for what has changed in place takes to encode all of it, which
   * is left to the end of the response.
   *
   * @return false if the client must not be told that it is done
   */
  @Override
  public boolean responseLeaves(SessionRequest use, boolean flows) {
    if (use.endedInVain() || shutdown.isEndLost(use.requestedSession())) {
      return false;
    }
    HoldfastSession session = use.isIgnored() ? null : use.sessionToSave();
    if (session == null) {
      return !use.isNewRefused();
    }
    use.usesBehindAnswer(session);
    boolean areOthersSaved = areOthersSaved(session.sessionId());
    Object mark = InstanceChanges.mark(session);
    if (flows && use.isSavedUpTo(session, mark)) {
      return areOthersSaved;
    }
    boolean isSaved = save(session, use);
    use.savedUpTo(session, mark);
    if (use.isSending()) {
      if (isSaved) {
        leases.keepCreated(use, session);
      }
      leases.responseFlows(use);
    }
    return isSaved && areOthersSaved;
  }

  /** Saves what it has changed in applications it was dispatched to; false if some is lost. */
  private boolean areOthersSaved(SessionId id) {
    boolean areSaved = true;
    if (locals.context().getCrossContext()) {
      for (ServingMode mode : locals.otherModes().toList()) {
        areSaved &= mode.responseOfAnotherLeaves(id);
      }
    }
    return areSaved;
  }

  /**
   * Saves what a request has changed, and waits for what it has seen of others. A session that the
   * store does not take now lives on here, unless the application stops: then it is lost, and the
   * client is told so.
   *
   * @return false if the client must not be told that it is done
   */
  private boolean save(HoldfastSession session, SessionRequest use) {
    if (InstanceChanges.isSettled(session)) {
      use.letsOut(true);
      return true;
    }
    SaveOutcome outcome = shutdown.isStopped() ? null : store.awaitSave(sessions.save(session));
    use.saved(outcome);
    use.letsOut(outcome == SaveOutcome.SAVED || outcome == SaveOutcome.UNCHANGED);
    if (outcome == null) {
      session.instanceState().saves().giveUp(); // before the client hears that it may ask again
    }
    boolean isLeaseLost = session.instanceState().use().isLeaseLost();
    if (isOver(outcome, isLeaseLost)) {
      locals.forgetLocal(session);
    }
    if (outcome == SaveOutcome.LEASE_LOST && !use.isAsync()) {
      use.cutCommittedResponse();
    }
    if (shutdown.isLeaving()) {
      boolean isKept = outcome != null && outcome.isSettled();
      if (!isKept) {
        use.cutCommittedResponse();
      }
      return isKept;
    }
    return !isLost(outcome, isLeaseLost);
  }

  /**
   * Returns whether no request is to use the instance again. One whose save is not known may still
   * be saved.
   *
   * @param outcome of its save; null if it is not known yet
   */
  private static boolean isOver(@Nullable SaveOutcome outcome, boolean isLeaseLost) {
    if (outcome == null || outcome == SaveOutcome.FAILED) {
      return isLeaseLost;
    }
    return outcome == SaveOutcome.ENDED
        || outcome == SaveOutcome.LEASE_LOST
        || outcome == SaveOutcome.OVERTAKEN
        || outcome == SaveOutcome.DISPLACED;
  }

  /**
   * Returns whether a request must be told that what it did to the session is lost, or may be. What
   * is not stored when the lease is lost will not be: a Tomcat that stood still notices both at
   * once.
   *
   * @param outcome of its save; null if it is not known yet: the session may have another id by the
   *     time the save has its turn, and then it is refused
   */
  static boolean isLost(@Nullable SaveOutcome outcome, boolean isLeaseLost) {
    if (outcome == null) {
      return true;
    }
    return outcome == SaveOutcome.FAILED ? isLeaseLost : outcome.isLoss();
  }
}
