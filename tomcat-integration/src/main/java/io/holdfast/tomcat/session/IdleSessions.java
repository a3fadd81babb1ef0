package io.holdfast.tomcat.session;

import io.holdfast.core.metrics.Metric;
import io.holdfast.sessions.engine.LoadedSession;
import io.holdfast.sessions.engine.SessionEngine;
import io.holdfast.sessions.model.StoreWait;
import io.holdfast.sessions.runtime.SessionRuntime;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Looks after the sessions of an application that no request uses. */
final class IdleSessions {

  private final LocalSessions locals;
  private final SessionRuntime runtime;
  private final SessionEngine sessions;
  private final ShutdownState shutdown;
  private final Supplier<HoldfastSession> newSession;
  private final @Nullable Duration maxIdle;
  private final @Nullable Duration offload;
  private final ExpiryBatches<HoldfastSession> expiry;

  /**
   * Instances whose time is up here, while no node has their session any more: another Tomcat may
   * have it in use, and would store it again with its next request. No request finds them. They
   * end, with events, if no Tomcat stores the session for as long as it may be idle.
   */
  private final Set<HoldfastSession> openEnds = ConcurrentHashMap.newKeySet();

  IdleSessions(
      LocalSessions locals,
      SessionRuntime runtime,
      ShutdownState shutdown,
      Supplier<HoldfastSession> newSession,
      @Nullable Duration maxIdle,
      @Nullable Duration offload) {
    this.locals = locals;
    this.runtime = runtime;
    this.sessions = runtime.sessions();
    this.shutdown = shutdown;
    this.newSession = newSession;
    this.maxIdle = maxIdle == null ? offload : maxIdle;
    this.offload = offload;
    this.expiry = new ExpiryBatches<>(sessions::expire, new StoreWait(runtime.patience()));
  }

  /** The sessions of this Tomcat that have not ended. */
  static List<HoldfastSession> live(LocalSessions locals) {
    return locals.locals(HoldfastSession.class).stream().filter(HoldfastSession::isLive).toList();
  }

  /**
   * Ends the sessions whose time is up, and those whose Tomcats are all gone if that is configured;
   * stores again what nodes did not take; gives up what idle sessions can make again. Waits for the
   * store.
   *
   * @param tomcatsExpiry looks for sessions whose time is up, one by one
   */
  void lookAfter(Runnable tomcatsExpiry) {
    if (!shutdown.isLeaving()) {
      expiry.claim(live(locals).stream().filter(HoldfastSession::seemsOver).toList());
    }
    tomcatsExpiry.run();
    expiry.settle(HoldfastSession::expire);
    if (!shutdown.isLeaving()) {
      settleOpenEnds();
      runtime.expireAbandoned(this::endAbandoned);
      runtime.storeStragglers();
      shrink();
    }
  }

  /** Ends a session unless others have used it; the store may have been asked already. */
  CompletableFuture<Boolean> expire(HoldfastSession session) {
    CompletableFuture<Boolean> claim = expiry.claimOf(session);
    return claim == null ? sessions.expire(session) : claim;
  }

  /** An instance seemed to be over, and no request finds it any more. */
  void forgotten(HoldfastSession session) {
    if (session.instanceState().isEndOpen()) {
      openEnds.add(session);
    }
  }

  private void settleOpenEnds() {
    for (HoldfastSession session : List.copyOf(openEnds)) {
      if (sessions.isEndDue(session)) {
        openEnds.remove(session);
        session.recall();
        session.expire();
      }
    }
  }

  /** Ends a session whose Tomcats are all gone, unless another Tomcat ends it. */
  private void endAbandoned(LoadedSession.Fresh left) {
    HoldfastSession session = newSession.get();
    session.restore(left);
    session.activate();
    session.expire();
    if (!session.isForgotten()) {
      runtime.metrics().increment(Metric.ABANDONED_ENDED);
    }
  }

  /**
   * Gives up the objects of idle sessions, except attributes that listen to activation: no later
   * call would activate them again. Waits for the store, which is to have what is offloaded.
   */
  private void shrink() {
    if (maxIdle == null) {
      return;
    }
    long since = System.currentTimeMillis() - maxIdle.toMillis();
    for (HoldfastSession session : live(locals)) {
      if (session.isIdleSince(since)) {
        sessions.giveUpObjects(session, locals.attributeEvents()::listensToActivation);
      }
    }
    if (offload != null) {
      long before = System.currentTimeMillis() - offload.toMillis();
      new ExpiryBatches<HoldfastSession>(sessions::offload, new StoreWait(runtime.patience()))
          .claim(
              live(locals).stream()
                  .filter(each -> each.isIdleSince(before) && !each.instanceAttributes().isAway())
                  .toList());
    }
  }
}
