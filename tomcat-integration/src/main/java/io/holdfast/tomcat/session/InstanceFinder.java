package io.holdfast.tomcat.session;

import io.holdfast.core.metrics.Metric;
import io.holdfast.core.session.SessionId;
import io.holdfast.sessions.engine.InstanceChanges;
import io.holdfast.sessions.engine.LoadedSession;
import io.holdfast.sessions.engine.SaveOutcome;
import io.holdfast.sessions.engine.SessionEngine;
import io.holdfast.sessions.model.StoreWait;
import io.holdfast.sessions.repository.ReadsBehindLease;
import io.holdfast.sessions.runtime.SessionRuntime;
import io.holdfast.tomcat.request.MissingSessions;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Finds the instance that a request gets: the one that is here, if the nodes have nothing newer, or
 * one that is made of what they have.
 */
final class InstanceFinder {

  private final SessionHost host;
  private final SessionRuntime runtime;
  private final SessionEngine sessions;
  private final RequestLeases leases;
  private final MissingSessions missing;
  private final FormerIds formerIds;
  private final Supplier<HoldfastSession> newSession;
  private final StoreWait store;
  private final @Nullable StickyRoute route;

  /**
   * Creates it.
   *
   * @param route of sticky sessions; null if any Tomcat may serve them
   * @param newSession makes an instance that has nothing yet
   */
  InstanceFinder(
      SessionHost host,
      SessionRuntime runtime,
      RequestLeases leases,
      MissingSessions missing,
      FormerIds formerIds,
      @Nullable StickyRoute route,
      Supplier<HoldfastSession> newSession) {
    this.route = route;
    this.host = host;
    this.runtime = runtime;
    this.sessions = runtime.sessions();
    this.leases = leases;
    this.missing = missing;
    this.formerIds = formerIds;
    this.newSession = newSession;
    this.store = runtime.storeWait(runtime.patience());
  }

  /**
   * Gives a request its session.
   *
   * @param local the instance that is here
   * @param reads by which the nodes have read it under the lease; null if they have not
   */
  @Nullable HoldfastSession find(
      SessionId id,
      @Nullable HoldfastSession local,
      boolean leased,
      @Nullable ReadsBehindLease reads) {
    CompletableFuture<?> settled = formerIds.settled(id);
    ReadsBehindLease current = settled.isDone() ? reads : null;
    var unused = store.awaitSave(settled);
    LoadedSession opening = store.awaitAndMake(look(id, local, leased, current));
    if (opening instanceof LoadedSession.Fresh && local != null && savesWhatIsLeft(local)) {
      opening = store.awaitAndMake(sessions.look(id, local, leased));
    }
    if (opening != null && local != null && !local.sessionId().hasBaseOf(id)) {
      return find(local.sessionId(), local, leased, null); // it got another one meanwhile
    }
    if (opening == null && local != null) {
      opening = sessions.unanswered(local);
    }
    Set<String> unreachable = local == null ? unreachable(opening) : Set.of();
    if (!unreachable.isEmpty()) {
      opening = besideOthers(id);
    }
    if (opening == null || (opening instanceof LoadedSession.Nothing && local == null)) {
      missing.notFound(id, unreachable);
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
      host.forgetLocal(local);
      local.leave();
    }
    return null;
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

  /**
   * Another Tomcat has stored the session since, and the instance that is here gives way to that:
   * what ignored requests have changed in it is saved before.
   *
   * @return whether something may have been
   */
  private boolean savesWhatIsLeft(HoldfastSession local) {
    return InstanceChanges.isLeftBehind(local)
        && store.awaitSave(sessions.save(local)) != SaveOutcome.UNCHANGED;
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
    HoldfastSession shared = (HoldfastSession) host.local(id);
    HoldfastSession used = shared == null ? leases.owned(id) : shared;
    return used == null ? null : sessions.beside(used);
  }

  private HoldfastSession instance(LoadedSession.Fresh fresh, SessionId requested) {
    HoldfastSession session = newSession.get();
    session.restore(fresh);
    if (route != null) {
      route.arrived(session, requested);
    }
    session.activate();
    runtime.metrics().increment(Metric.TAKEOVERS);
    return session;
  }

  /** Lets other requests see the instance, unless one that shows the same came first. */
  private HoldfastSession publish(HoldfastSession session) {
    session.shown();
    return (HoldfastSession)
        host.publish(
            session,
            other ->
                other instanceof HoldfastSession first
                    && first.isLive()
                    && first.instanceState().showsSameAs(session.instanceState()));
  }
}
