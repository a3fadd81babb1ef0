package io.holdfast.sessions.backup;

import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A backup that was begun.
 *
 * @param end completes when the backup has ended, exceptionally if it failed
 * @param bytes about how many bytes of heap it holds until then
 * @param <T> its outcome
 */
public record PendingBackup<T>(CompletableFuture<T> end, long bytes) {

  /** One that has ended already. */
  public static final PendingBackup<?> OVER = over(true);

  /** One that has ended already, with this outcome. */
  public static <T> PendingBackup<T> over(T outcome) {
    return new PendingBackup<>(CompletableFuture.completedFuture(outcome), 0);
  }

  /** The same, which runs the action before its end completes. */
  public PendingBackup<T> before(Consumer<@Nullable Throwable> action) {
    return new PendingBackup<>(
        end.whenComplete((outcome, failure) -> action.accept(failure)), bytes);
  }

  /** The same, which runs the action at its end, unless it fails. */
  public PendingBackup<?> thenAccept(Consumer<? super T> action) {
    return new PendingBackup<>(end.thenAccept(action), bytes);
  }
}
