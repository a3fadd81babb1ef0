package io.holdfast.core.storage.memcached;

import io.holdfast.core.config.NodeAddress;
import io.holdfast.core.config.TlsSettings;
import io.holdfast.core.log.Loggers;
import io.holdfast.core.storage.StoreException;
import io.holdfast.core.storage.StoreException.Reason;
import io.holdfast.core.storage.WriteResult;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.security.AccessController;
import java.security.PrivilegedAction;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLEngine;
import net.spy.memcached.ops.StoreType;
import org.jspecify.annotations.Nullable;

/**
 * Keeps one {@link NodeLink} open, on a thread of its own that waits for the end of a link and
 * opens the next.
 *
 * <p>The host name is resolved at each attempt. An idle link is pinged every second, so that a lost
 * node is noticed without waiting for a request. If the ping is not answered, the link is replaced
 * before the listener is told of a loss: something between here and the node may have forgotten the
 * connection, while the node is well. Only that thread calls the listener, so its calls have the
 * order in which things happened.
 */
final class NodeConnector implements LinkSource {

  private static final System.Logger LOG = Loggers.of(NodeConnector.class);
  private static final long PAUSE_MILLIS = 1_000;

  /** Longer than the network takes to repeat a packet that was lost. */
  private static final Duration SHORTEST_PING_TIMEOUT = Duration.ofSeconds(1);

  private final NodeAddress node;
  private final MemcachedSettings settings;
  private final Deadlines pings;
  private final ConnectionListener listener;
  private final HostResolver resolver;
  private final Handshake handshake;
  private final Thread thread;
  private final CountDownLatch closing = new CountDownLatch(1);
  private volatile CompletableFuture<NodeLink> current = new CompletableFuture<>();
  private boolean toldOfLoss;
  private boolean toldOfConnection;

  /** Why the last attempt failed or the last link ended. */
  private String reason = "no connection";

  NodeConnector(
      NodeAddress node,
      MemcachedSettings settings,
      ScheduledExecutorService timer,
      ConnectionListener listener,
      HostResolver resolver) {
    this.node = node;
    this.settings = settings;
    this.pings = new Deadlines(timer, longer(settings.operationTimeout()), System::nanoTime, this);
    this.listener = listener;
    this.resolver = resolver;
    this.handshake = new Handshake(node.certifiedName(), settings);
    this.thread = newThread("holdfast-memcached-" + node.id() + "-connector");
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

  void start() {
    thread.start();
  }

  @Override
  public CompletableFuture<NodeLink> current() {
    return current;
  }

  /** Ends the link and the thread. Does not wait for them. */
  @Override
  public void close() {
    closing.countDown();
    pings.close();
    thread.interrupt();
    CompletableFuture<NodeLink> last = current;
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

  /** What fails for want of memory or of threads now may work later; no other thread would try. */
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
    NodeLink link = open();
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
      }
    } finally {
      link.close();
    }
    if (link.wasOfUse() && link.endedByUnansweredPing()) {
      toldOfConnection = false; // another server may answer next
    } else if (!link.endedByRefusal()) {
      reason = link.endedBySilence() ? Failures.silence(settings) : "the connection was lost";
      tellOfLoss();
    }
    if (!link.wasOfUse()) {
      pause();
    }
  }

  private void ping(NodeLink link) {
    Exchange<Boolean> exchange = new Exchange<>(node.id(), "ping", () -> {});
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
    link.ping(exchange, (asked, factory) -> factory.version(new Answer.Alive(exchange, asked)));
  }

  private static Duration longer(Duration timeout) {
    return timeout.compareTo(SHORTEST_PING_TIMEOUT) < 0 ? SHORTEST_PING_TIMEOUT : timeout;
  }

  /** A link that is established, or null. */
  private @Nullable NodeLink open() throws InterruptedException {
    try {
      for (InetAddress address : resolver.addressesOf(node.host())) {
        NodeLink link = open(new InetSocketAddress(address, node.port()));
        if (link != null) {
          return link;
        }
      }
    } catch (IOException e) {
      failed(node.host(), e);
    }
    return null;
  }

  private @Nullable NodeLink open(InetSocketAddress address) throws InterruptedException {
    try {
      Handshake.Greeting greeting = handshake.perform(address, tls());
      NodeLink link =
          new NodeLink(node, address, settings, engine(tls()), greeting.hasMetaCommands());
      boolean established = false;
      try {
        established =
            link.awaitEstablished(settings.operationTimeout().toMillis())
                && (!greeting.hasToLogIn() || isLoggedIn(link));
      } finally {
        if (!established) {
          link.close();
        }
      }
      if (!established) {
        reason = Failures.silence(settings);
      }
      return established ? link : null;
    } catch (IOException e) {
      failed(address, e);
      return null;
    }
  }

  /**
   * For one connection: a node that demands certificates refuses one that goes on with the TLS
   * session of another, as OpenSSL does for a server that names no context of its sessions.
   */
  private @Nullable TlsContext tls() throws IOException {
    TlsSettings secured = settings.tls();
    return secured == null ? null : TlsContext.of(secured);
  }

  private @Nullable SSLEngine engine(@Nullable TlsContext tls) {
    return tls == null ? null : tls.engine(node.certifiedName(), node.port());
  }

  /** Logs in, as a moment before with the same user name and password over another connection. */
  private boolean isLoggedIn(NodeLink link) throws InterruptedException {
    TextLogin login = TextLogin.of(settings);
    if (login == null) {
      return false;
    }
    Exchange<WriteResult> exchange = new Exchange<>(node.id(), "login", () -> {});
    exchange.startDeadline(pings);
    link.send(
        exchange,
        (asked, factory) ->
            factory.store(
                StoreType.set,
                TextLogin.KEY,
                0,
                TextLogin.EXPIRES,
                login.value(),
                new Answer.Written(exchange, asked, ReplyWords.OF_STORAGE)));
    try {
      return exchange.result().get().isStored();
    } catch (ExecutionException e) {
      return false; // it ran into its deadline, or the connection was lost
    }
  }

  private void failed(Object where, IOException e) {
    reason = Failures.describe(e);
    if (!isClosing()) {
      LOG.log(Level.DEBUG, () -> "node " + node + ": no connection to " + where + ": " + e);
    }
  }

  private void publish(NodeLink link) {
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
