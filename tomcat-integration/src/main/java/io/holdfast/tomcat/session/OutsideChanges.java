package io.holdfast.tomcat.session;

import io.holdfast.sessions.engine.InstanceState;
import io.holdfast.sessions.engine.SaveOutcome;
import io.holdfast.sessions.engine.SessionInstance;
import io.holdfast.sessions.model.StoreWait;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Saves changes that are made outside of requests to a session that any Tomcat may serve: by a
 * WebSocket, a single sign-on, a timer. No request saves them, and no response can report that they
 * are lost.
 */
final class OutsideChanges {

  private final SessionHost host;
  private final ShutdownState shutdown;
  private final Supplier<@Nullable SessionRequest> asking;
  private final Function<SessionInstance, CompletableFuture<SaveOutcome>> saver;
  private final StoreWait store;

  /**
   * Creates it.
   *
   * @param asking the request that is at work on the caller's thread; null if none is
   * @param saver saves what has changed in a session
   */
  OutsideChanges(
      SessionHost host,
      ShutdownState shutdown,
      Supplier<@Nullable SessionRequest> asking,
      Function<SessionInstance, CompletableFuture<SaveOutcome>> saver,
      StoreWait store) {
    this.host = host;
    this.shutdown = shutdown;
    this.asking = asking;
    this.saver = saver;
    this.store = store;
  }

  /**
   * Attributes were set or removed: saves them, and waits for that.
   *
   * @throws IllegalStateException if the session goes on under another id, or has ended, elsewhere
   */
  void attributesChanged(HoldfastSession session) {
    if (!shutdown.isStopped() && session.isLive()) {
      session.instanceState().changedOutside();
      save(session);
      if (session.instanceState().hasEnded()) {
        host.forgetLocal(session);
        session.leave();
        throw new IllegalStateException(
            "Session %s has another id by now, or has ended: nothing was changed"
                .formatted(session.sessionId()));
      }
    }
  }

  /** Something else was changed: saves it behind the caller. */
  void changed(HoldfastSession session) {
    if (!shutdown.isStopped()) {
      session.instanceState().changedOutside();
      var unused = saver.apply(session);
    }
  }

  /**
   * Saves, and waits for that as long as a request: it may stand behind saves of other instances. A
   * save of this instance that is on its way may be what calls: it would wait for itself. While the
   * application stops, all sessions are saved anyway.
   */
  void save(SessionInstance session) {
    InstanceState state = session.instanceState();
    boolean mayWait = state.pendingSave().isDone() && !shutdown.isLeaving();
    CompletableFuture<SaveOutcome> saving = saver.apply(session);
    if (mayWait) {
      var unused = store.awaitSave(saving);
    }
  }

  /**
   * The application has ended an instance.
   *
   * @throws IllegalStateException if the session goes on under another id; a request is answered
   *     with 503 instead
   */
  void invalidated(HoldfastSession session) {
    if (!session.instanceState().isRenamedElsewhere()) {
      return;
    }
    SessionRequest use = asking.get();
    if (use == null) {
      throw new IllegalStateException(
          "Session %s has another id by now, and has not ended".formatted(session.sessionId()));
    }
    use.hasEndedInVain();
  }
}
