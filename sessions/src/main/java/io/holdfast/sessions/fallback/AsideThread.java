package io.holdfast.sessions.fallback;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Runs code of the application, piece by piece, for a caller that must not wait for ever: if a
 * piece does not end in time, the caller goes on without its result, and the next piece gets
 * another thread.
 *
 * <p>A thread that was given up ends after its piece. For one caller.
 */
public final class AsideThread implements AutoCloseable {

  /** A piece may take one of this many shares of the time left, so that many pieces leave some. */
  private static final int SHARES = 8;

  /** The last piece of a thread, which ends after it. */
  private static final FutureTask<?> LAST = new FutureTask<>(() -> null);

  private static final AtomicInteger CREATED = new AtomicInteger();

  private @Nullable LinkedBlockingQueue<FutureTask<?>> pieces;

  /** A piece was not done in time. */
  public static final class StuckException extends Exception {

    private static final long serialVersionUID = 1L;

    StuckException(Duration waited) {
      super("it was not done after %d ms".formatted(waited.toMillis()));
    }
  }

  /**
   * Runs a piece and waits for it, for an eighth of the time that is left.
   *
   * @param left how much time the caller has for all that is to be done
   * @throws StuckException if that was not enough; the piece goes on
   * @throws ExecutionException with what the piece threw
   */
  public <T extends @Nullable Object> T call(Supplier<T> piece, Duration left)
      throws StuckException, ExecutionException {
    Callable<T> work = piece::get;
    FutureTask<T> task = new FutureTask<>(work);
    Duration patience = left.isNegative() ? Duration.ZERO : left.dividedBy(SHARES);
    queue().add(task);
    try {
      return result(task, System.nanoTime() + patience.toNanos());
    } catch (TimeoutException e) {
      close(); // behind its piece
      throw new StuckException(patience);
    }
  }

  /** Waits although the thread is interrupted: a stop must not lose sessions for that. */
  private static <T extends @Nullable Object> T result(FutureTask<T> task, long end)
      throws ExecutionException, TimeoutException {
    boolean wasInterrupted = false;
    try {
      while (true) {
        try {
          return task.get(Math.max(0, end - System.nanoTime()), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
          wasInterrupted = true;
        }
      }
    } finally {
      if (wasInterrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private LinkedBlockingQueue<FutureTask<?>> queue() {
    LinkedBlockingQueue<FutureTask<?>> queue = pieces;
    if (queue == null) {
      queue = new LinkedBlockingQueue<>();
      pieces = queue;
      start(queue);
    }
    return queue;
  }

  private static void start(LinkedBlockingQueue<FutureTask<?>> queue) {
    String name = "holdfast-stop-" + CREATED.incrementAndGet();
    Thread thread = new Thread(null, () -> perform(queue), name, 0, false);
    thread.setDaemon(true);
    thread.setContextClassLoader(AsideThread.class.getClassLoader());
    thread.start();
  }

  private static void perform(LinkedBlockingQueue<FutureTask<?>> queue) {
    try {
      for (FutureTask<?> piece = queue.take(); piece != LAST; piece = queue.take()) {
        piece.run();
        var unused = Thread.interrupted(); // by the piece
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // ends with it
    }
  }

  /** Lets the thread end after its present piece. */
  @Override
  public void close() {
    LinkedBlockingQueue<FutureTask<?>> queue = pieces;
    if (queue != null) {
      queue.add(LAST);
      pieces = null;
    }
  }
}
