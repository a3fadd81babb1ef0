package io.holdfast.core.model;

import io.holdfast.core.log.Loggers;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** Waits for the store, but not for ever. */
public final class Waiting {

  private static final System.Logger LOG = Loggers.of(Waiting.class);

  private Waiting() {}

  /** The result of a future; null if it takes longer than the limit, or fails. */
  public static <T> @Nullable T atMost(Duration limit, CompletableFuture<T> future) {
    try {
      return future.get(limit.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return null;
    } catch (TimeoutException e) {
      LOG.log(
          System.Logger.Level.DEBUG, () -> "The store did not answer within %s".formatted(limit));
      return null;
    } catch (ExecutionException e) {
      LOG.log(System.Logger.Level.DEBUG, "The store could not be asked", e.getCause());
      return null;
    }
  }
}
