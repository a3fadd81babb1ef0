package io.holdfast.sessions.fallback;

import io.holdfast.sessions.backup.DaemonThreads;
import io.holdfast.sessions.model.Uninterrupted;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
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

  private static final DaemonThreads THREADS =
      new DaemonThreads("holdfast-stop", AsideThread.class.getClassLoader());

  private @Nullable ExecutorService thread;

  /**
   * Runs a piece and waits for it, for an eighth of the time that is left; also if the caller is
   * interrupted, for which a stop must not lose sessions.
   *
   * @param left how much time the caller has for all that is to be done
   * @throws TimeoutException if that was not enough; the piece goes on
   */
  public <T extends @Nullable Object> T call(Supplier<T> piece, Duration left)
      throws TimeoutException, ExecutionException {
    ExecutorService now = thread == null ? Executors.newSingleThreadExecutor(THREADS) : thread;
    thread = now;
    Future<T> task = now.submit(piece::get);
    Duration patience = left.isNegative() ? Duration.ZERO : left.dividedBy(SHARES);
    long end = System.nanoTime() + patience.toNanos();
    try {
      return Uninterrupted.<T, ExecutionException, TimeoutException>await(
          () -> task.get(Math.max(0, end - System.nanoTime()), TimeUnit.NANOSECONDS));
    } catch (TimeoutException e) {
      close(); // behind its piece
      throw new TimeoutException("it was not done after %d ms".formatted(patience.toMillis()));
    }
  }

  /** Lets the thread end after its present piece. */
  @Override
  public void close() {
    if (thread != null) {
      thread.shutdown();
      thread = null;
    }
  }
}
