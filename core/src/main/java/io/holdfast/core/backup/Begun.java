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
public record Begun<T>(CompletableFuture<T> end, long bytes) {

  /** One that has ended already. */
  public static final Begun<?> OVER = over(true);

  /** One that has ended already, with this outcome. */
  public static <T> Begun<T> over(T outcome) {
    return new Begun<>(CompletableFuture.completedFuture(outcome), 0);
  }

  /** The same, which has this done before anybody hears of its end. */
  public Begun<T> before(Consumer<@Nullable Throwable> action) {
    return new Begun<>(end.whenComplete((outcome, failure) -> action.accept(failure)), bytes);
  }

  /** The same, which ends with this, unless it fails. */
  public Begun<?> thenAccept(Consumer<? super T> action) {
    return new Begun<>(end.thenAccept(action), bytes);
  }
}
