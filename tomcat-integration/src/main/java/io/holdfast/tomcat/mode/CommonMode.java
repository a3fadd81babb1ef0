package io.holdfast.tomcat.mode;

import io.holdfast.core.config.NodeLayout;
import io.holdfast.core.metrics.Metric;
import io.holdfast.sessions.directory.SessionDirectory;
import io.holdfast.sessions.model.StoreWait;
import io.holdfast.sessions.runtime.RuntimeView;
import io.holdfast.sessions.runtime.SessionRuntime;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * What both modes do alike: the stop of the application, changes of the nodes, sessions whose time
 * is up.
 *
 * @param <S> a session of the mode
 */
public abstract class CommonMode<S extends BackedUpSession> implements ServingMode {

  private final SessionHost manager;
  private final Class<S> kind;
  private final ShutdownState shutdown = new ShutdownState();
  private final Duration patience;
  private final ExpiryBatches<S> expiry;

  /**
   * Creates a mode that serves nothing yet.
   *
   * @param kind the class of its sessions
   * @param patience how long a request waits for the store at most
   */
  protected CommonMode(SessionHost manager, Class<S> kind, Duration patience) {
    this.manager = manager;
    this.kind = kind;
    this.patience = patience;
    this.expiry = new ExpiryBatches<>(this::endIfOver, new StoreWait(patience));
  }

  /** What the sessions need. */
  protected abstract SessionRuntime<?> runtime();

  /** Ends a session for everybody whose time is up; tells whether it was ended by that. */
  protected abstract CompletableFuture<Boolean> endIfOver(S session);

  /** The manager whose sessions are served. */
  protected final SessionHost manager() {
    return manager;
  }

  /** How requests wait for the store. */
  protected final StoreWait store() {
    return runtime().storeWait(patience);
  }

  /** How far the application is on its way to its end. */
  protected final ShutdownState shutdown() {
    return shutdown;
  }

  // ---- life cycle ----

  @Override
  public final boolean isLeaving() {
    return shutdown.isLeaving();
  }

  @Override
  public final boolean isStopped() {
    return shutdown.isStopped();
  }

  @Override
  public final RuntimeView observed() {
    return runtime();
  }

  @Override
  public final CompletableFuture<Void> changeNodes(NodeLayout layout) {
    return runtime().changeNodes(layout);
  }

  @Override
  public final @Nullable SessionDirectory directory() {
    return runtime().directory();
  }

  @Override
  public final void watchEnds(SessionDirectory.LocalSessions sessions) {
    runtime().watchEnds(sessions);
  }

  // ---- sessions ----

  /** The sessions of this Tomcat that have not ended. */
  protected final List<S> liveSessions() {
    return manager.locals(kind).stream().filter(BackedUpSession::isLive).toList();
  }

  /** Drops an instance: no events, and the record stays as it is. */
  public final void forget(S session) {
    manager.forgetLocal(session);
    session.leave();
  }

  // ---- sessions without a request ----

  @Override
  public final void lookAfterSessions(Runnable tomcatsExpiry) {
    if (!shutdown.isLeaving()) {
      expiry.claim(liveSessions().stream().filter(BackedUpSession::seemsOver).toList());
    }
    tomcatsExpiry.run();
    expiry.settle(BackedUpSession::expire);
    if (!shutdown.isLeaving()) {
      expireAbandoned();
      runtime().storeStragglers();
      shrinkIdle();
    }
  }

  @Override
  public final void repeatEnds() {
    if (!shutdown.isLeaving()) {
      runtime().repeatEnds();
      watchRoute();
    }
  }

  /** Looks whether another Tomcat has the jvmRoute of this one, where that does harm. */
  protected void watchRoute() {}

  /** Ends sessions whose Tomcats are all gone, if that is configured. Waits for the store. */
  protected abstract void expireAbandoned();

  /** Ends a session here that was restored for that only, unless another Tomcat ends it. */
  protected final void endAbandoned(S session) {
    session.activate();
    session.expire();
    if (!session.isForgotten()) {
      runtime().metrics().increment(Metric.ABANDONED_ENDED);
    }
  }

  /** Sessions that are idle give up what can be made again, if they have such. */
  protected void shrinkIdle() {}

  /**
   * Ends a session for everybody if its time is up, and waits for that; the store may have been
   * asked before.
   *
   * @return whether it was ended by that; null if that is not known
   */
  protected final @Nullable Boolean endedIfOver(S session) {
    CompletableFuture<Boolean> claim = expiry.claimOf(session);
    return store().await(claim == null ? endIfOver(session) : claim);
  }
}
