package io.holdfast.core.storage.link;

import io.holdfast.core.config.NodeAddress;
import io.holdfast.core.log.Loggers;
import io.holdfast.core.storage.StoreException;
import io.holdfast.core.storage.StoreException.Reason;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.net.InetSocketAddress;
import java.security.AccessController;
import java.security.PrivilegedAction;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Keeps one {@link Link} open, on a thread of its own that waits for the end of a link and opens
 * the next.
 *
 * <p>The node's place is found at each attempt. An idle link is pinged every second, so that a lost
 * node is noticed without waiting for a request. If the ping is not answered, the link is replaced
 * before the listener is told of a loss: something between here and the node may have forgotten the
 * connection, while the node is well. Only that thread calls the listener, so its calls have the
 * order in which things happened.
 */
public final class NodeConnector<L extends Link> implements LinkSource<L> {

  private static final System.Logger LOG = Loggers.of(NodeConnector.class);
  private static final long PAUSE_MILLIS = 1_000;

  /** Longer than the network takes to repeat a packet that was lost. */
  private static final Duration SHORTEST_PING_TIMEOUT = Duration.ofSeconds(1);

  private final NodeAddress node;
  private final Deadlines pings;
  private final ConnectionListener listener;
  private final NodePlaces places;
  private final Opener<L> opener;
  private final String silence;
  private final Thread thread;
  private final CountDownLatch closing = new CountDownLatch(1);
  private volatile CompletableFuture<L> current = new CompletableFuture<>();
  private @Nullable InetSocketAddress place;
  private boolean toldOfLoss;
  private boolean toldOfConnection;

  /** Why the last attempt failed or the last link ended. */
  private String reason = "no connection";

  /** Creates it; {@link #start} connects. The engine is a part of the names of threads. */
  public NodeConnector(
      String engine,
      NodeAddress node,
      Duration timeout,
      ScheduledExecutorService timer,
      ConnectionListener listener,
      NodePlaces places,
      Opener<L> opener) {
    this.node = node;
    this.pings = new Deadlines(timer, longer(timeout), System::nanoTime, this);
    this.listener = listener;
    this.places = places;
    this.opener = opener;
    this.silence = Failures.silence(timeout);
    this.thread = newThread("holdfast-%s-%s-connector".formatted(engine, node.id()));
  }

  /**
   * Creates the thread while a web application starts, which it may outlive. So it inherits nothing
   * from the application's thread: no context class loader, no thread-locals and, on JDK 17, no
   * access control context of its stack.
   */
  @SuppressWarnings("removal") // a JDK on which it does nothing holds no such context either
  private Thread newThread(String name) {
    PrivilegedAction<Thread> creation = () -> new Thread(null, this::run, name, 0, false);
    Thread created = AccessController.doPrivileged(creation);
    created.setDaemon(true);
    created.setContextClassLoader(NodeConnector.class.getClassLoader());
    return created;
  }

  public void start() {
    thread.start();
  }

  @Override
  public CompletableFuture<L> current() {
    return current;
  }

  /** Ends the link and the thread. Does not wait for them. */
  @Override
  public void close() {
    closing.countDown();
    pings.close();
    thread.interrupt();
    CompletableFuture<L> last = current;
    if (!last.completeExceptionally(closed()) && !last.isCompletedExceptionally()) {
      last.join().end();
    }
  }

  private void run() {
    try {
      while (!isClosing()) {
        keepOneLinkOrTryAgain();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (LinkageError e) { // the client library may be of another version
      LOG.log(Level.ERROR, "node " + node + ": gave up connecting because of a defect", e);
    } finally {
      current.completeExceptionally(closed());
    }
  }

  /** Keeps one link, and tries again after a lack of memory or threads: no other thread would. */
  private void keepOneLinkOrTryAgain() throws InterruptedException {
    try {
      keepOneLink();
    } catch (LinkageError e) {
      throw e;
    } catch (RuntimeException | Error e) {
      LOG.log(Level.ERROR, "node " + node + ": an attempt to connect failed; another follows", e);
      reason = e.toString();
      tellOfLoss();
      pause();
    }
  }

  private void keepOneLink() throws InterruptedException {
    L link = open();
    if (link == null) {
      tellOfLoss();
      pause();
      return;
    }
    try {
      publish(link);
      tellOfConnection();
      while (!link.awaitEnd(PAUSE_MILLIS)) {
        ping(link);
        leaveIfMoved(link);
      }
    } finally {
      link.close();
    }
    if (link.wasOfUse() && link.endedByUnansweredPing()) {
      toldOfConnection = false; // another server may answer next
    } else if (!link.endedByRefusal()) {
      reason = link.reasonOfEnd();
      tellOfLoss();
    }
    if (!link.wasOfUse()) {
      pause();
    }
  }

  private void leaveIfMoved(L link) throws InterruptedException {
    InetSocketAddress at = place;
    String why = at == null ? null : places.reasonToLeave(at, pings);
    if (why != null) {
      link.endBecause(why);
    }
  }

  private void ping(L link) {
    Exchange<Boolean> exchange = new Exchange<>(node.id(), "ping");
    var unused =
        exchange
            .result()
            .whenComplete(
                (alive, failure) -> {
                  if (failure != null && StoreException.reasonOf(failure) == Reason.TIMEOUT) {
                    link.notePingUnanswered();
                  }
                });
    exchange.startDeadline(pings);
    link.ping(exchange);
  }

  private static Duration longer(Duration timeout) {
    return timeout.compareTo(SHORTEST_PING_TIMEOUT) < 0 ? SHORTEST_PING_TIMEOUT : timeout;
  }

  /** A link that is established, or null. */
  private @Nullable L open() throws InterruptedException {
    try {
      for (InetSocketAddress address : places.find(pings)) {
        L link = open(address);
        if (link != null) {
          place = address;
          return link;
        }
      }
    } catch (IOException e) {
      failed(node.host(), e);
    }
    return null;
  }

  private @Nullable L open(InetSocketAddress address) throws InterruptedException {
    try {
      L link = opener.open(address, pings);
      if (link == null) {
        reason = silence;
      }
      return link;
    } catch (IOException e) {
      failed(address, e);
      return null;
    }
  }

  private void failed(Object where, IOException e) {
    reason = Failures.describe(e);
    if (!isClosing()) {
      LOG.log(Level.DEBUG, () -> "node " + node + ": no connection to " + where + ": " + e);
    }
  }

  private void publish(L link) {
    if (!current.complete(link)) {
      current = CompletableFuture.completedFuture(link);
    }
    if (isClosing()) {
      link.end();
    }
  }

  /** Tells the listener, but not of a link that replaces one after an error line. */
  private void tellOfConnection() {
    if (!toldOfConnection) {
      toldOfConnection = true;
      toldOfLoss = false;
      listener.connected(node.id());
    }
  }

  private void tellOfLoss() {
    StoreException failure =
        new StoreException(
            Reason.UNAVAILABLE, node.id(), "no connection to " + node + ": " + reason, null);
    if (!current.completeExceptionally(failure)) {
      current = CompletableFuture.failedFuture(failure);
    }
    if (!toldOfLoss && !isClosing()) {
      toldOfLoss = true;
      toldOfConnection = false;
      listener.disconnected(node.id(), reason);
    }
  }

  private void pause() throws InterruptedException {
    closing.await(PAUSE_MILLIS, TimeUnit.MILLISECONDS);
  }

  private boolean isClosing() {
    return closing.getCount() == 0;
  }

  private StoreException closed() {
    return new StoreException(Reason.UNAVAILABLE, node.id(), "the store is closed", null);
  }
}
