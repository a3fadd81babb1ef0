package io.holdfast.tomcat.nonsticky;

import io.holdfast.core.model.StoreWait;
import io.holdfast.core.nonsticky.NonStickySessionService;
import io.holdfast.core.nonsticky.NonStickyState;
import io.holdfast.core.nonsticky.SaveOutcome;
import io.holdfast.tomcat.mode.SessionHost;
import io.holdfast.tomcat.mode.ShutdownState;
import java.util.concurrent.CompletableFuture;

/**
 * What is done to a session that any Tomcat may serve outside of its requests: by a WebSocket, a
 * single sign-on, a timer. No request saves it, and no response can tell that it was in vain.
 */
final class OutsideChanges {

  private final SessionHost host;
  private final ShutdownState shutdown;
  private final NonStickyRequests requests;
  private final NonStickySessionService sessions;
  private final StoreWait store;

  OutsideChanges(
      SessionHost host,
      ShutdownState shutdown,
      NonStickyRequests requests,
      NonStickySessionService sessions,
      StoreWait store) {
    this.host = host;
    this.shutdown = shutdown;
    this.requests = requests;
    this.sessions = sessions;
    this.store = store;
  }

  /**
   * Attributes were set or removed: saves them, and waits for that.
   *
   * @throws IllegalStateException if the session goes on under another id, or has ended, elsewhere
   */
  void attributesChanged(NonStickyTomcatSession session) {
    if (!shutdown.isStopped() && session.isLive()) {
      save(session);
      if (session.instanceState().hasEnded()) {
        host.forgetLocal(session);
        session.forget();
        throw new IllegalStateException(
            "Session %s has another id by now, or has ended: nothing was changed"
                .formatted(session.sessionId()));
      }
    }
  }

  /** Something else was changed: saves it behind the caller. */
  void changed(NonStickyTomcatSession session) {
    if (!shutdown.isStopped()) {
      var unused = sessions.save(session);
    }
  }

  /**
   * A save that is on its way may be what calls: it would wait for itself. While the application
   * stops, all sessions are saved anyway.
   */
  private void save(NonStickyTomcatSession session) {
    NonStickyState state = session.instanceState();
    boolean mayWait = state.pendingSave().isDone() && !shutdown.isLeaving();
    CompletableFuture<SaveOutcome> saving = sessions.save(session);
    if (mayWait) {
      var unused = store.await(saving);
    }
  }

  /**
   * The application has ended an instance.
   *
   * @throws IllegalStateException if the session goes on under another id; a request is answered
   *     with 503 instead
   */
  void invalidated(NonStickyTomcatSession session) {
    if (!session.instanceState().isRenamedElsewhere()) {
      return;
    }
    NonStickyRequest use = requests.asking();
    if (use == null) {
      throw new IllegalStateException(
          "Session %s has another id by now, and has not ended".formatted(session.sessionId()));
    }
    use.hasEndedInVain();
  }
}
