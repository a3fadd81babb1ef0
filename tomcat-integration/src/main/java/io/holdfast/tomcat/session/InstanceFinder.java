package io.holdfast.tomcat.session;

import io.holdfast.core.metrics.Metric;
import io.holdfast.core.session.SessionId;
import io.holdfast.sessions.engine.LoadedSession;
import io.holdfast.sessions.engine.SaveOutcome;
import io.holdfast.sessions.engine.SessionEngine;
import io.holdfast.sessions.model.StoreWait;
import io.holdfast.sessions.runtime.SessionRuntime;
import io.holdfast.sessions.store.ReadsBehindLease;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Finds the instance that a request gets: the one that is here, if the nodes have nothing newer, or
 * one that is made of what they have.
 *
 * <p>The ids of sticky sessions have the route of this Tomcat, and a request that brings such an id
 * may use the instance that is here, without a question to the nodes.
 */
final class InstanceFinder {

  /** Other requests of a session may go on changing it. */
  private static final int MOST_LOOKS = 3;

  private final LocalSessions locals;
  private final SessionRuntime runtime;
  private final SessionEngine sessions;
  private final RequestLeases leases;
  private final EarlyQuestions early;
  private final FormerIds formerIds;
  private final Function<LoadedSession.Fresh, HoldfastSession> instances;
  private final StoreWait store;
  private final ShutdownState shutdown;
  private final boolean isSticky;

  /** Questions about sticky sessions that are under way, by the bases of their ids. */
  private final ConcurrentMap<String, Question> asking = new ConcurrentHashMap<>();

  /** One question, for whose answer other requests of the session wait. */
  private static final class Question {
    private final Thread thread = Thread.currentThread();
    private final CompletableFuture<Void> end = new CompletableFuture<>();
  }

  /** {@code instances} makes an instance of what was read. */
  InstanceFinder(
      LocalSessions locals,
      SessionRuntime runtime,
      RequestLeases leases,
      EarlyQuestions early,
      FormerIds formerIds,
      ShutdownState shutdown,
      Function<LoadedSession.Fresh, HoldfastSession> instances) {
    this.shutdown = shutdown;
    this.isSticky = runtime.configuration().isSticky();
    this.locals = locals;
    this.runtime = runtime;
    this.sessions = runtime.sessions();
    this.leases = leases;
    this.early = early;
    this.formerIds = formerIds;
    this.instances = instances;
    this.store = runtime.storeWait();
  }

  /** A session by its id, from here or from the store, for a request, if one is known. */
  @Nullable HoldfastSession find(@Nullable SessionRequest use, SessionId id) {
    HoldfastSession found = use == null ? null : use.lastFound();
    if (found != null && found.isValid() && found.sessionId().hasBaseOf(id)) {
      return found; // Tomcat asks again whether the id of a request is valid
    }
    HoldfastSession trusted = trusted(id);
    if (trusted != null) {
      return used(use, trusted);
    }
    boolean isMissing = use == null ? early.wasJustAbsent(id) : use.isMissing(id);
    return isMissing && locals.local(id) == null ? null : findNow(use, id);
  }

  /** The same, as the store knows it now, even if it is here. */
  @Nullable HoldfastSession findNow(@Nullable SessionRequest use, SessionId requested) {
    tellThatItCameBack(requested);
    SessionId id = use == null ? requested : formerIds.follow(requested, use.came());
    HoldfastSession own = use == null ? null : use.own();
    if (own != null && own.isValid() && own.sessionId().hasBaseOf(id)) {
      return own;
    }
    HoldfastSession local = (HoldfastSession) locals.local(id);
    if (shutdown.isStopped() || (local != null && use != null && use.isIgnored())) {
      return local;
    }
    boolean leased = false;
    if (use != null) {
      var unused = leases.take(use, id); // onLockTimeout="proceed": continues without it
      leased = use.hasToItself(id);
    }
    if (leased && local != null && local.instanceState().use().isInUse()) {
      local = null; // others are looking at it
    }
    boolean isFormer = local == null && use != null && formerIds.isFormer(id); // came after that
    ReadsBehindLease reads = use == null ? null : use.takeReads();
    HoldfastSession found = null;
    if (!isFormer) {
      found = isSticky ? findOnce(use, id) : find(use, id, local, leased, leased ? reads : null);
    }
    if (use != null && leased) {
      leases.own(use, id, found);
    }
    return found == null ? null : used(use, found);
  }

  private HoldfastSession used(@Nullable SessionRequest use, HoldfastSession found) {
    if (use != null) {
      use.found(found);
      if (!use.isIgnored()) {
        sessions.requestBegan(found);
      }
    }
    return found;
  }

  /** The instance that is here, if a request that brings this id need not ask the nodes. */
  private @Nullable HoldfastSession trusted(SessionId id) {
    return isSticky
            && locals.local(id) instanceof HoldfastSession here
            && sessions.isTrusted(here, !locals.issuedIds().isForeign(id))
        ? here
        : null;
  }

  /** Where another Tomcat gave the id of a sticky session, its client was there. */
  private void tellThatItCameBack(SessionId requested) {
    IssuedIds ids = locals.issuedIds();
    SessionId ours = isSticky && ids.isForeign(requested) ? ids.of(requested) : null;
    if (ours != null) {
      locals.otherModes().forEach(mode -> mode.anotherCameBack(ours));
    }
  }

  /**
   * Finds a sticky session, or waits for another request that is about to find it: a session that
   * moves is activated once. Code of the application that this calls may ask, too.
   */
  private @Nullable HoldfastSession findOnce(@Nullable SessionRequest use, SessionId id) {
    Question ours = new Question();
    Question others = asking.putIfAbsent(id.base(), ours);
    if (others != null) {
      if (others.thread != Thread.currentThread()) {
        others.end.join(); // its waits for the nodes are bounded
      }
      SessionId here = locals.issuedIds().of(id);
      HoldfastSession found = here == null ? null : trusted(here);
      return found == null ? findFromHere(use, id) : found;
    }
    try {
      return findFromHere(use, id);
    } finally {
      asking.remove(id.base(), ours);
      ours.end.complete(null);
    }
  }

  private @Nullable HoldfastSession findFromHere(@Nullable SessionRequest use, SessionId id) {
    return find(use, id, (HoldfastSession) locals.local(id), false, null);
  }

  /**
   * Gives a request its session.
   *
   * @param local the instance that is here
   * @param reads by which the nodes have read it under the lease; null if they have not
   */
  private @Nullable HoldfastSession find(
      @Nullable SessionRequest use,
      SessionId id,
      @Nullable HoldfastSession local,
      boolean leased,
      @Nullable ReadsBehindLease reads) {
    CompletableFuture<?> settled = formerIds.settled(id);
    ReadsBehindLease current = settled.isDone() ? reads : null;
    var unused = store.awaitSave(settled);
    LoadedSession opening = store.awaitAndMake(look(id, local, leased, current));
    if (local != null) {
      opening = besidesOwnChanges(opening, id, local, leased);
    }
    if (opening != null && local != null && !local.sessionId().hasBaseOf(id)) {
      return find(use, local.sessionId(), local, leased, null); // it got another one meanwhile
    }
    boolean isHere = local != null && !local.instanceAttributes().isAway();
    if (opening == null && local != null && isHere) {
      opening = sessions.unanswered(local);
    }
    Set<String> unreachable = isHere ? Set.of() : unreachable(opening);
    if (!unreachable.isEmpty()) {
      opening = besideOthers(id);
    }
    if (opening == null || (opening instanceof LoadedSession.Nothing && local == null)) {
      notFound(use, id, unreachable);
      return null;
    }
    if (opening instanceof LoadedSession.Local here && local != null) {
      if (here.times() != null) {
        local.usedElsewhere(here.times());
      }
      return local;
    }
    if (opening instanceof LoadedSession.Fresh fresh) {
      HoldfastSession session = instance(fresh, id);
      if (local != null) {
        session.keepUnstored(local);
      }
      return leased ? session : replaced(local, publish(session));
    }
    if (local != null && local.isValid()) { // asking ends it, with events, if its time is up
      locals.forgetLocal(local);
      local.leave();
    }
    return null;
  }

  /**
   * If nodes that did not answer may have a session, the request is refused that wants a new one.
   * Requests that need no session are served.
   */
  private void notFound(@Nullable SessionRequest use, SessionId id, Set<String> unreachable) {
    boolean isInDoubt = runtime.isAwaited(unreachable);
    if (use == null) {
      early.notFound(id, unreachable, isInDoubt);
    } else {
      use.notFound(id, !unreachable.isEmpty(), isInDoubt);
    }
  }

  /** What an ignored request has left meanwhile in the instance that gave way is saved late. */
  private HoldfastSession replaced(@Nullable HoldfastSession former, HoldfastSession now) {
    if (former != null && former != now) {
      sessions.saveLeft(former);
    }
    return now;
  }

  private CompletableFuture<Supplier<LoadedSession>> look(
      SessionId id,
      @Nullable HoldfastSession local,
      boolean leased,
      @Nullable ReadsBehindLease reads) {
    if (reads != null) {
      return sessions.look(id, local, reads);
    }
    return local == null && !leased
        ? sessions.lookBeside(id, leases.owned(id))
        : sessions.look(id, local, leased);
  }

  /** What nodes have of a sticky session, once they have all of its instance; null if silent. */
  @Nullable LoadedSession storedOf(HoldfastSession local) {
    SessionId id = local.sessionId();
    LoadedSession found = store.awaitAndMake(sessions.look(id, local, false));
    return unreachable(found).isEmpty() ? besidesOwnChanges(found, id, local, false) : null;
  }

  /** Before an instance gives way to a record, saves what it has, and asks again. */
  private @Nullable LoadedSession besidesOwnChanges(
      @Nullable LoadedSession found, SessionId id, HoldfastSession local, boolean leased) {
    LoadedSession last = found;
    for (int looks = 0; looks < MOST_LOOKS && last instanceof LoadedSession.Fresh; looks++) {
      var saving = sessions.saveBeforeGivingWay(local);
      if (saving == null || (store.awaitSave(saving) == SaveOutcome.UNCHANGED && !isSticky)) {
        break;
      }
      last = store.awaitAndMake(sessions.look(id, local, leased));
    }
    return last;
  }

  /**
   * The nodes that did not say whether they have a session; empty if that is known.
   *
   * @param opening what came of the question; null if there was no answer
   */
  private Set<String> unreachable(@Nullable LoadedSession opening) {
    if (opening == null) {
      return runtime.nodeIds();
    }
    return opening instanceof LoadedSession.Nothing nothing ? nothing.unreachable() : Set.of();
  }

  /** While nodes do not answer: the session may be here, in the hands of others. */
  private LoadedSession.@Nullable Fresh besideOthers(SessionId id) {
    HoldfastSession shared = (HoldfastSession) locals.local(id);
    HoldfastSession used = shared == null ? leases.owned(id) : shared;
    return used == null ? null : sessions.beside(used);
  }

  private HoldfastSession instance(LoadedSession.Fresh fresh, SessionId requested) {
    HoldfastSession session = instances.apply(fresh);
    SessionId ours = isSticky ? locals.issuedIds().of(session.sessionId()) : null;
    if (ours != null) {
      arrived(session, ours, requested);
    }
    session.activate();
    runtime.metrics().increment(Metric.TAKEOVERS);
    return session;
  }

  /** A sticky session was made of its record, and gets the id that it has here. */
  private void arrived(HoldfastSession session, SessionId ours, SessionId requested) {
    session.hasIdHere(ours);
    if (locals.issuedIds().isForeign(requested)) {
      session.instanceState().movedHere();
      session.tellChangedSessionId(ours.value(), requested.value(), true, true);
    }
  }

  /** Lets other requests see the instance, unless one that shows the same came first. */
  private HoldfastSession publish(HoldfastSession session) {
    session.shown();
    return locals.publish(
        session,
        first -> first.isLive() && first.instanceState().showsSameAs(session.instanceState()));
  }
}
