package io.holdfast.core.storage;

import io.holdfast.core.storage.StoreException.Reason;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Runs many operations, only some of them at once: each answer starts the next one.
 *
 * <p>So each operation's deadline begins when there is room for it, and other operations never wait
 * for the whole of a large value. Where the limit of operations in flight is reached, the window
 * gets narrower instead of failing, as long as it awaits an answer itself.
 */
final class Window {

  private final int count;
  private final IntFunction<CompletableFuture<Boolean>> operation;
  private final CompletableFuture<Boolean> result = new CompletableFuture<>();
  private final AtomicInteger calls = new AtomicInteger();
  private final Deque<Integer> refused = new ArrayDeque<>();
  private int width;
  private int next;
  private int running;
  private boolean stopped;
  private @Nullable Throwable failure;

  private Window(int count, int width, IntFunction<CompletableFuture<Boolean>> operation) {
    this.count = count;
    this.width = width;
    this.operation = operation;
  }

  /**
   * Runs the operations 0 to {@code count}, in this order.
   *
   * @param width how many at once, at least 1
   * @param operation begins one; a result of false stops the others, as a failure does
   * @return completes when no operation is under way any more: with the first failure, or with
   *     whether all results were true
   */
  static CompletableFuture<Boolean> run(
      int count, int width, IntFunction<CompletableFuture<Boolean>> operation) {
    Window window = new Window(count, width, operation);
    window.advance();
    return window.result;
  }

  /** Only one call at a time runs the loop: nested answers would make the stack deep. */
  private void advance() {
    if (calls.getAndIncrement() > 0) {
      return;
    }
    do {
      for (int index = take(); index >= 0; index = take()) {
        int begun = index;
        var unused =
            begin(begun)
                .whenComplete(
                    (good, error) -> {
                      ended(begun, good, error);
                      advance();
                    });
      }
      concludeIfOver();
    } while (calls.decrementAndGet() > 0);
  }

  /**
   * Begins one operation. An OutOfMemoryError fails the result, too: otherwise its caller would
   * wait for ever.
   */
  private CompletableFuture<Boolean> begin(int index) {
    try {
      return operation.apply(index);
    } catch (RuntimeException | Error e) {
      return CompletableFuture.failedFuture(e);
    }
  }

  /** The operation to begin now; -1 if there is none. */
  private synchronized int take() {
    if (stopped || running >= width || (refused.isEmpty() && next == count)) {
      return -1;
    }
    running++;
    return refused.isEmpty() ? next++ : refused.remove();
  }

  private synchronized void ended(int index, @Nullable Boolean good, @Nullable Throwable error) {
    running--;
    if (error == null) {
      stopped |= !Boolean.TRUE.equals(good);
    } else if (running > 0 && StoreException.reasonOf(error) == Reason.BUSY) {
      refused.add(index);
      width = running;
    } else {
      stopped = true;
      failure = failure == null ? error : failure;
    }
  }

  private void concludeIfOver() {
    Throwable error;
    boolean all;
    synchronized (this) {
      boolean isThrough = refused.isEmpty() && next == count;
      if (running > 0 || !(stopped || isThrough)) {
        return;
      }
      error = failure;
      all = !stopped;
    }
    if (error == null) {
      result.complete(all);
    } else {
      result.completeExceptionally(error);
    }
  }
}
