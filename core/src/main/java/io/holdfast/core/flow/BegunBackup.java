package io.holdfast.core.flow;

import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A backup whose write is on its way.
 *
 * @param isDone whether the store now holds what it should, as of {@link SessionBackup#run}
 * @param bytes about as much as it holds in the heap until then
 */
record BegunBackup(CompletableFuture<Boolean> isDone, long bytes) {

  /** Nothing was to be written. */
  static final BegunBackup SKIPPED = new BegunBackup(CompletableFuture.completedFuture(true), 0);

  /** The same, which has this done before anybody hears of its end. */
  BegunBackup before(Consumer<@Nullable Throwable> end) {
    return new BegunBackup(isDone.whenComplete((done, failure) -> end.accept(failure)), bytes);
  }
}
