package io.holdfast.core.transcoder;

import java.time.Duration;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Repeats work that overflowed the stack of its thread, on a thread with a larger stack: any thread
 * must be able to read and write the graphs that the limits allow, however full its stack is.
 */
final class DeepStack {

  /** For the deepest graph that the limits allow, in frames of an interpreter. */
  private static final long BYTES = 16 * 1024 * 1024;

  private DeepStack() {}

  /**
   * Does the work with the caller's context class loader; throws what it throws. The caller waits
   * until the thread is gone.
   *
   * @param patience how long the caller waits for the work, which goes on without it then
   * @throws TimeoutException if the work was not done in that time
   */
  static <T extends @Nullable Object> T call(Supplier<T> work, Duration patience)
      throws TimeoutException {
    FutureTask<T> result = new FutureTask<>(work::get);
    Thread thread = new Thread(null, result, "holdfast-deep-graph", BYTES, false);
    thread.setDaemon(true);
    thread.setContextClassLoader(Thread.currentThread().getContextClassLoader());
    thread.start();
    boolean[] interrupted = {false};
    try {
      return await(result, patience, interrupted);
    } finally {
      if (result.isDone()) {
        awaitEnd(thread, interrupted);
      }
      if (interrupted[0]) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private static <T extends @Nullable Object> T await(
      Future<T> result, Duration patience, boolean[] interrupted) throws TimeoutException {
    while (true) {
      try {
        return result.get(patience.toNanos(), TimeUnit.NANOSECONDS);
      } catch (InterruptedException e) {
        interrupted[0] = true;
      } catch (ExecutionException e) {
        if (e.getCause() instanceof RuntimeException known) {
          throw known;
        }
        if (e.getCause() instanceof Error known) {
          throw known;
        }
        throw new CompletionException(e.getCause());
      }
    }
  }

  private static void awaitEnd(Thread thread, boolean[] interrupted) {
    while (thread.isAlive()) {
      try {
        thread.join();
      } catch (InterruptedException e) {
        interrupted[0] = true;
      }
    }
  }
}
