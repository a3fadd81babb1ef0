package io.holdfast.core.storage.link;

import io.holdfast.core.log.Loggers;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.Semaphore;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Tells several listeners the state of one connection. A listener that comes later is told the
 * present state at once.
 *
 * <p>Changes are queued for each listener in the order in which they happened, and delivered
 * without a lock, so a listener gets one call at a time and may do what it likes.
 */
public final class ConnectionNews implements ConnectionListener {

  private static final System.Logger LOG = Loggers.of(ConnectionNews.class);

  private final List<Hearing> hearings = new ArrayList<>();
  private @Nullable Consumer<ConnectionListener> last;

  /** A listener, for as long as it listens. */
  public static final class Hearing implements Runnable {

    private final ConnectionListener listener;
    private final Queue<Consumer<ConnectionListener>> news = new ConcurrentLinkedQueue<>();
    private final Semaphore delivery = new Semaphore(1);
    private volatile boolean closed;

    private Hearing(ConnectionListener listener) {
      this.listener = listener;
    }

    /** Delivers the queue; looks again after giving the permit back, as a change may have come. */
    @Override
    public void run() {
      while (!news.isEmpty() && delivery.tryAcquire()) {
        try {
          for (Consumer<ConnectionListener> next = news.poll(); next != null; next = news.poll()) {
            if (!closed) {
              tell(next);
            }
          }
        } finally {
          delivery.release();
        }
      }
    }

    /** What fails in one application must not cost the others their connection. */
    private void tell(Consumer<ConnectionListener> what) {
      try {
        what.accept(listener);
      } catch (RuntimeException | Error e) {
        LOG.log(Level.ERROR, "What was to be done for a connection was not done", e);
      }
    }
  }

  /**
   * Tells the listener of the connection from now on.
   *
   * @param executor tells it the present state: the thread that opens a store must not be called
   *     back
   */
  public Hearing tell(ConnectionListener listener, Executor executor) {
    Hearing hearing = new Hearing(listener);
    synchronized (this) {
      hearings.add(hearing);
      if (last != null) {
        hearing.news.add(last);
      }
    }
    executor.execute(hearing);
    return hearing;
  }

  /** Tells the listener nothing any more. */
  public synchronized void stopTelling(Hearing hearing) {
    hearing.closed = true;
    hearings.remove(hearing);
  }

  @Override
  public void connected(String nodeId) {
    tellAll(listener -> listener.connected(nodeId));
  }

  @Override
  public void disconnected(String nodeId, String reason) {
    tellAll(listener -> listener.disconnected(nodeId, reason));
  }

  private void tellAll(Consumer<ConnectionListener> what) {
    List<Hearing> now;
    synchronized (this) {
      last = what;
      now = List.copyOf(hearings);
      for (Hearing hearing : now) {
        hearing.news.add(what);
      }
    }
    for (Hearing hearing : now) {
      hearing.run();
    }
  }
}
