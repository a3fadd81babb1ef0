package io.holdfast.sessions.model;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Supplier;

/**
 * Repeats work that overflowed the stack of its thread, on a thread with a larger stack: any thread
 * must be able to read a graph that one thread could write, however full its stack is.
 *
 * <p>The caller waits until the thread is gone.
 */
final class DeepStack {

  /** For the deepest graph that the limits allow, in frames of an interpreter. */
  private static final long BYTES = 16 * 1024 * 1024;

  private DeepStack() {}

  /** Does the work with the caller's context class loader; throws what it throws. */
  static <T> T call(Supplier<T> work) {
    CompletableFuture<T> result = new CompletableFuture<>();
    Thread thread =
        new Thread(null, () -> complete(result, work), "holdfast-deep-reading", BYTES, false);
    thread.setDaemon(true);
    thread.setContextClassLoader(Thread.currentThread().getContextClassLoader());
    thread.start();
    try {
      return result.join();
    } catch (CompletionException e) {
      if (e.getCause() instanceof RuntimeException known) {
        throw known;
      }
      throw e;
    } finally {
      var unused =
          Uninterrupted.await(
              () -> {
                thread.join();
                return true;
              });
    }
  }

  private static <T> void complete(CompletableFuture<T> result, Supplier<T> work) {
    try {
      result.complete(work.get());
    } catch (Throwable e) { // the caller throws it
      result.completeExceptionally(e);
    }
  }
}
