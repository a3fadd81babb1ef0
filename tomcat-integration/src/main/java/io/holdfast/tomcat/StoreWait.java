package io.holdfast.tomcat;

import io.holdfast.core.log.Loggers;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * How a request's thread waits for the store.
 *
 * @param limit as long as nodes that do not answer may take
 */
record StoreWait(Duration limit) {

  private static final System.Logger LOG = Loggers.of(StoreWait.class);

  /** Waits for an answer, and makes something of it on the thread that waited. */
  <T> @Nullable T awaitAndMake(CompletableFuture<Supplier<T>> answer) {
    Supplier<T> made = await(answer);
    return made == null
        ? null
        : await(CompletableFuture.completedFuture(made).thenApply(Supplier::get));
  }

  /** Waits for an answer; null if there was none in time, or none at all. */
  <T> @Nullable T await(CompletableFuture<T> future) {
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
      LOG.log(System.Logger.Level.WARNING, "A session could not be looked after", e.getCause());
      return null;
    }
  }
}
