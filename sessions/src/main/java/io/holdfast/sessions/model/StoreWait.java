package io.holdfast.sessions.model;

import io.holdfast.core.log.Loggers;
import io.holdfast.core.storage.StoreException;
import io.holdfast.sessions.backup.VirtualWaits;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * How a thread waits for the store, but not for ever. It waits in parts, and a part that ended late
 * counts for nothing: this process stood still, because it or its machine was suspended, and the
 * answers of the nodes may lie unread. A client must not be told of a change what is not known.
 *
 * @param limit as long as nodes that do not answer may take
 * @param virtualWaits how virtual threads wait; null if like others
 */
public record StoreWait(
    Duration limit, LongSupplier nanoTime, @Nullable VirtualWaits virtualWaits) {

  private static final System.Logger LOG = Loggers.of(StoreWait.class);

  /** A request waits for saves of other instances, for the one on its way, and for its own. */
  private static final int SAVES = 3;

  /** Of the limit. While a process stands still, one part at most counts. */
  private static final int PARTS = 4;

  /** A free processor wakes a thread sooner; {@link VirtualWaits#LOOK} is the half. */
  private static final long LATE_NANOS = 100_000_000;

  /** A look asks some nodes, then the others, and a large session takes two steps each time. */
  private static final int LOOKS = 3;

  /** For threads of the operating system. */
  public StoreWait(Duration limit) {
    this(limit, null);
  }

  /** For requests, which may have virtual threads. */
  public StoreWait(Duration limit, @Nullable VirtualWaits virtualWaits) {
    this(limit, System::nanoTime, virtualWaits);
  }

  /**
   * Waits for what the store has, and makes something of it on the thread that waited. Nodes that
   * do not answer end that by themselves; who gives up before, on a busy machine, does without what
   * another node has.
   */
  public <T> @Nullable T awaitAndMake(CompletableFuture<Supplier<T>> answer) {
    Supplier<T> made = await(answer, LOOKS);
    return made == null
        ? null
        : await(CompletableFuture.completedFuture(made).thenApply(Supplier::get));
  }

  /**
   * Waits for an answer, also on a thread that is interrupted: a client must not be told that its
   * change is stored because the application interrupted its own request.
   *
   * @return null if there was none in time, or none at all
   */
  public <T> @Nullable T await(CompletableFuture<T> future) {
    return await(future, 1);
  }

  /** Waits longer, for a save that may stand behind others; null if its outcome is unknown. */
  public <T> @Nullable T awaitSave(CompletableFuture<T> save) {
    return await(save, SAVES);
  }

  private <T> @Nullable T await(CompletableFuture<T> future, int times) {
    try {
      return within(future, times);
    } catch (TimeoutException e) {
      LOG.log(
          System.Logger.Level.DEBUG,
          () -> "The store did not answer within %d times %s".formatted(times, limit));
      return null;
    } catch (ExecutionException e) {
      LOG.log(levelOf(e.getCause()), "Store operation for a session failed", e.getCause());
      return null;
    }
  }

  /** That a node does not answer, or that everything stops, is told elsewhere. */
  private static System.Logger.Level levelOf(@Nullable Throwable failure) {
    return failure instanceof StoreException || failure instanceof RejectedExecutionException
        ? System.Logger.Level.DEBUG
        : System.Logger.Level.WARNING;
  }

  /** Where every part is late, because no processor is free, it takes twice its time. */
  private <T> @Nullable T within(CompletableFuture<T> future, int times)
      throws ExecutionException, TimeoutException {
    long part = limit.toNanos() / PARTS;
    int left = times * PARTS;
    int spare = left;
    while (true) {
      long due = nanoTime.getAsLong() + part;
      try {
        return uninterrupted(future, due);
      } catch (TimeoutException e) {
        boolean isLate = nanoTime.getAsLong() - due > LATE_NANOS;
        if (isLate && spare > 0) {
          spare--;
        } else if (--left == 0) {
          throw e;
        }
      }
    }
  }

  @SuppressWarnings("NullAway") // it may be null here as well
  private <T> @Nullable T uninterrupted(CompletableFuture<T> future, long end)
      throws ExecutionException, TimeoutException {
    return Uninterrupted.<T, ExecutionException, TimeoutException>await(
        () -> get(future, Math.max(0, end - nanoTime.getAsLong())));
  }

  private <T> @Nullable T get(CompletableFuture<T> future, long nanos)
      throws InterruptedException, ExecutionException, TimeoutException {
    return virtualWaits != null && VirtualWaits.isOnVirtualThread()
        ? virtualWaits.get(future, nanos)
        : future.get(nanos, TimeUnit.NANOSECONDS);
  }
}
