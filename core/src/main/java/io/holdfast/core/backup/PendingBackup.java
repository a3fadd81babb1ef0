package io.holdfast.core.backup;

import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A backup that was begun.
 *
 * @param end completes when the backup has ended, exceptionally if it failed
 * @param bytes about as much as it holds in the heap until then
 * @param <T> what its end tells
 */
public record PendingBackup<T>(CompletableFuture<T> end, long bytes) {

  /** One that has ended already. */
  public static final PendingBackup<?> OVER = over(true);

  /** One that has ended already, with this outcome. */
  public static <T> PendingBackup<T> over(T outcome) {
    return new PendingBackup<>(CompletableFuture.completedFuture(outcome), 0);
  }

  /** The same, which has this done before anybody hears of its end. */
  public PendingBackup<T> before(Consumer<@Nullable Throwable> action) {
    return new PendingBackup<>(
        end.whenComplete((outcome, failure) -> action.accept(failure)), bytes);
  }

  /** The same, which ends with this, unless it fails. */
  public PendingBackup<?> thenAccept(Consumer<? super T> action) {
    return new PendingBackup<>(end.thenAccept(action), bytes);
  }
}
