package io.holdfast.sessions.engine;

import io.holdfast.core.log.Loggers;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Lets the saves of the instances of a session follow each other. The first encodes on the thread
 * that asks for it, one that had to wait on a thread of the application's own.
 *
 * @param work runs what calls code of the application
 * @param fallback is told of each save that did not fail, before the requests that wait for it
 */
record SaveQueue(Executor work, SessionFallback fallback) {

  private static final System.Logger LOG = Loggers.of(SaveQueue.class);

  /**
   * Saves when the saves before it have completed.
   *
   * @param isForAll whether each request that comes before the save begins shares it, since it will
   *     see that request's changes. So no request waits for more than two saves of an instance
   */
  CompletableFuture<SaveOutcome> add(
      SessionInstance session, boolean isForAll, Supplier<CompletableFuture<SaveOutcome>> save) {
    InstanceState state = session.instanceState();
    CompletableFuture<SaveOutcome> outcome = new CompletableFuture<>();
    CompletableFuture<?> before = state.saves().enqueue(outcome, isForAll, state.writer());
    if (before.isDone()) {
      start(session, save, outcome);
      return outcome;
    }
    var unused =
        before
            .handle((done, failure) -> done)
            .thenRunAsync(() -> start(session, save, outcome), work)
            .whenComplete(
                (done, failure) -> {
                  if (failure != null) { // the threads have stopped
                    outcome.complete(failed(session, failure));
                  }
                });
    return outcome;
  }

  /** Saves on a thread of the application's own: for threads that must not run its code. */
  CompletableFuture<SaveOutcome> onWorkThread(Supplier<CompletableFuture<SaveOutcome>> save) {
    return CompletableFuture.completedFuture(null).thenComposeAsync(nothing -> save.get(), work);
  }

  /** Completes the outcome whatever happens: each later save of this session waits for it. */
  private void start(
      SessionInstance session,
      Supplier<CompletableFuture<SaveOutcome>> save,
      CompletableFuture<SaveOutcome> outcome) {
    InstanceState state = session.instanceState();
    state.saves().begins(outcome);
    CompletableFuture<SaveOutcome> saving;
    try {
      saving = save.get();
    } catch (RuntimeException | Error e) { // whatever the application's code may throw
      over(session, outcome, null, e);
      return;
    }
    if (saving.isDone() && !saving.isCompletedExceptionally()) {
      over(session, outcome, saving.join(), null);
    } else {
      var unused =
          saving.whenComplete((result, failure) -> over(session, outcome, result, failure));
    }
  }

  private void over(
      SessionInstance session,
      CompletableFuture<SaveOutcome> outcome,
      @Nullable SaveOutcome result,
      @Nullable Throwable failure) {
    SaveOutcome told = told(session, result, failure);
    outcome.complete(told);
    InstanceState state = session.instanceState();
    state.saves().over(outcome, told, state.writer());
  }

  private SaveOutcome told(
      SessionInstance session, @Nullable SaveOutcome result, @Nullable Throwable failure) {
    if (result == null) {
      return failed(session, failure);
    }
    try {
      fallback.saved(session.sessionId(), result);
      return result;
    } catch (RuntimeException | Error e) {
      return failed(session, e);
    }
  }

  private static SaveOutcome failed(SessionInstance session, @Nullable Throwable failure) {
    session.instanceState().toBeSaved();
    LOG.log(
        System.Logger.Level.WARNING,
        "Session " + session.sessionId() + " could not be saved",
        failure);
    return SaveOutcome.FAILED;
  }
}
