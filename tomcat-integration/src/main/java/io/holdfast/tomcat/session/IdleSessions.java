package io.holdfast.tomcat.session;

import io.holdfast.core.config.SessionConfiguration;
import io.holdfast.core.config.Setting;
import io.holdfast.core.log.Loggers;
import io.holdfast.core.metrics.Metric;
import io.holdfast.sessions.engine.LoadedSession;
import io.holdfast.sessions.engine.SessionEngine;
import io.holdfast.sessions.runtime.SessionRuntime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Looks after the sessions of an application that no request uses. */
final class IdleSessions {

  private static final System.Logger LOG = Loggers.of(IdleSessions.class);

  private final LocalSessions locals;
  private final SessionRuntime runtime;
  private final SessionEngine sessions;
  private final ShutdownState shutdown;
  private final Function<LoadedSession.Fresh, HoldfastSession> instances;
  private final @Nullable Duration maxIdle;
  private final @Nullable Duration offload;

  /** Ends sessions on all Tomcats that have expired; the answer says whether it ended them. */
  private final StoreBatches<HoldfastSession> expiry;

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
      Function<LoadedSession.Fresh, HoldfastSession> instances) {
    SessionConfiguration configuration = runtime.configuration();
    this.locals = locals;
    this.runtime = runtime;
    this.sessions = runtime.sessions();
    this.shutdown = shutdown;
    this.instances = instances;
    this.offload =
        configuration.isSticky() ? configuration.find(Setting.IDLE_OFFLOAD).orElse(null) : null;
    this.maxIdle = configuration.find(Setting.MAX_IDLE_DECODED).orElse(offload);
    this.expiry = new StoreBatches<>(sessions::expire, runtime.storeWait());
    if (offload != null && configuration.layout().copies() == 1) {
      LOG.log(
          System.Logger.Level.WARNING,
          "idleOffload with copies=\"1\": a node that is lost or restarted takes the idle sessions"
              + " along that it has. Set copies=\"2\".");
    }
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
      expiry.ask(locals.live().stream().filter(HoldfastSession::seemsOver).toList());
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
    CompletableFuture<Boolean> asked = expiry.answerFor(session);
    return asked == null ? sessions.expire(session) : asked;
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
    HoldfastSession session = instances.apply(left);
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
    long now = System.currentTimeMillis();
    List<HoldfastSession> leaving = new ArrayList<>();
    for (HoldfastSession session : locals.live()) {
      if (session.isIdleSince(now - maxIdle.toMillis())) {
        sessions.giveUpObjects(session, locals.attributeEvents()::listensToActivation);
      }
      if (offload != null
          && session.isIdleSince(now - offload.toMillis())
          && !session.instanceAttributes().isAway()) {
        leaving.add(session);
      }
    }
    new StoreBatches<HoldfastSession>(sessions::offload, runtime.storeWait()).ask(leaving);
  }
}
