package io.holdfast.valkey;

import io.holdfast.core.config.NodeAddress;
import io.holdfast.core.log.Loggers;
import io.holdfast.core.storage.link.ConnectionSettings;
import io.holdfast.core.storage.link.Exchange;
import io.holdfast.core.storage.link.Link;
import io.holdfast.core.storage.link.PlainLine;
import io.holdfast.core.storage.link.TlsFailures;
import io.holdfast.core.storage.link.TlsLine;
import io.holdfast.core.storage.link.Wire;
import io.holdfast.core.storage.link.WireCommand;
import java.io.IOException;
import java.net.StandardSocketOptions;
import java.nio.channels.ClosedSelectorException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.function.Function;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/** One connection, and the thread that reads from it. */
final class ValkeyLink extends Link {

  private static final System.Logger LOG = Loggers.of(ValkeyLink.class);
  private static final long LONGEST_WAIT_MILLIS = 200;
  private static final long NO_WAIT_NANOS = 10_000_000_000L;

  private final String name;
  private final String host;
  private final ConnectionSettings settings;
  private final Selector selector;
  private final Wire wire;
  private final Thread thread;

  private volatile long noWaitUntil = System.nanoTime();
  private volatile boolean isTooFewTold;

  /** How often the thread has looked for answers; it alone writes this. */
  private volatile long rounds;

  private ValkeyLink(NodeAddress node, ConnectionSettings settings, Selector selector, Wire wire) {
    super(settings.operationTimeout());
    this.name = node.toString();
    this.host = node.host();
    this.settings = settings;
    this.selector = selector;
    this.wire = wire;
    this.thread = new Thread(null, this::run, "holdfast-valkey-" + node.id(), 0, false);
    this.thread.setDaemon(true);
  }

  /**
   * Takes over a connection, and starts its thread. Closes the channel if that fails.
   *
   * @param channel that is connected
   * @param engine encrypts it; null for none
   * @throws IOException if the two do not come to terms; its message tells an operator why
   */
  static ValkeyLink over(
      SocketChannel channel,
      NodeAddress node,
      ConnectionSettings settings,
      @Nullable SSLEngine engine)
      throws IOException {
    Selector selector = null;
    try {
      selector = Selector.open();
      // The kernel drops unsent bytes when this closes: a write that has failed must not arrive.
      channel.setOption(StandardSocketOptions.SO_LINGER, 0);
      channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
      channel.configureBlocking(false);
      SelectionKey key = channel.register(selector, SelectionKey.OP_READ);
      long millis = settings.operationTimeout().toMillis();
      Wire wire =
          engine == null
              ? new Wire(new PlainLine(channel), key, millis)
              : new Wire(secured(channel, engine, key, millis, node), key, millis);
      key.interestOps(SelectionKey.OP_READ);
      ValkeyLink link = new ValkeyLink(node, settings, selector, wire);
      link.thread.start();
      return link;
    } catch (IOException | RuntimeException | Error e) {
      channel.close();
      if (selector != null) {
        selector.close();
      }
      throw e;
    }
  }

  private static TlsLine secured(
      SocketChannel channel, SSLEngine engine, SelectionKey key, long millis, NodeAddress node)
      throws IOException {
    TlsLine line = new TlsLine(channel, engine);
    try {
      line.shakeHands(key, millis, Thread.currentThread()::isInterrupted);
    } catch (SSLException e) {
      throw new IOException(TlsFailures.describe(e, node.certifiedName()), e);
    } catch (IOException e) { // a server without TLS waits for the end of a line
      throw new IOException(
          "no end of the TLS handshake; does it speak TLS at this port? Name its tls-port, or leave"
              + " TLS out",
          e);
    }
    return line;
  }

  /**
   * Returns whether a write waits for replicas; not for a while after too few of them had one in
   * time.
   */
  boolean waitsForReplicas() {
    return System.nanoTime() - noWaitUntil >= 0;
  }

  /** How long the connection waits for replicas, in milliseconds; what is sent meanwhile waits. */
  long replicasMillis() {
    return Math.max(1, Math.min(settings.operationTimeout().toMillis() / 4, LONGEST_WAIT_MILLIS));
  }

  /** Notes whether enough replicas had a write in time. */
  void noteReplicas(boolean isEnough, int replicas) {
    if (isEnough) {
      isTooFewTold = false;
      return;
    }
    noWaitUntil = System.nanoTime() + NO_WAIT_NANOS;
    if (!isTooFewTold) {
      isTooFewTold = true;
      LOG.log(
          System.Logger.Level.WARNING,
          "Valkey node {0}: fewer than {1} of its replicas had a write within {2} ms; writes go on"
              + " without them, and are tried with them every 10 s. Check the replicas.",
          name,
          Integer.toString(replicas),
          Long.toString(replicasMillis()));
    }
  }

  /** The host of the server. */
  String host() {
    return host;
  }

  int longestValue() {
    return settings.longestValue();
  }

  /**
   * Sends an operation; a link that has ended lets it fail. Never blocks.
   *
   * @param formed the command of the exchange for this link
   */
  void send(Exchange<?> exchange, Function<ValkeyLink, WireCommand> formed) {
    send(
        exchange,
        () -> {
          WireCommand command = formed.apply(this);
          return () -> wire.send(command);
        });
  }

  @Override
  protected void askForSignOfLife(Exchange<Boolean> exchange) {
    send(
        exchange,
        link ->
            new RespCommand<>(exchange, link, CommandBytes.of("PING"), false, reply -> true, null));
  }

  @Override
  public long beginReading() {
    selector.wakeup();
    return rounds;
  }

  @Override
  protected boolean hold() {
    return wire.hold();
  }

  @Override
  protected void letGo() throws IOException {
    wire.letGo();
  }

  @Override
  public void close() {
    end();
    selector.wakeup();
  }

  // ---- the thread ----

  private void run() {
    try {
      while (!isEnded()) {
        selector.select();
        if (!isEnded() && !selector.selectedKeys().isEmpty()) {
          selector.selectedKeys().clear();
          wire.proceed();
        }
        countRound();
      }
    } catch (IOException e) {
      LOG.log(System.Logger.Level.DEBUG, () -> "node " + name + ": the connection ends: " + e);
      if (e.getCause() == null && !isTold(e)) {
        endBecause(String.valueOf(e.getMessage()));
      }
    } catch (ClosedSelectorException e) {
      LOG.log(System.Logger.Level.DEBUG, "The selector is closed", e);
    } finally {
      wire.close();
      end();
      closeSelector();
    }
  }

  /** Returns whether there is nothing to say but that the connection was lost. */
  private static boolean isTold(IOException e) {
    String message = String.valueOf(e.getMessage());
    return (!message.startsWith("this is no ") && !message.startsWith("the node "))
        || message.equals("the node has closed the connection");
  }

  private void closeSelector() {
    try {
      selector.close();
    } catch (IOException e) {
      LOG.log(System.Logger.Level.DEBUG, "A selector was closed with an error", e);
    }
  }

  @SuppressWarnings("NonAtomicVolatileUpdate") // by one thread
  private void countRound() {
    rounds++;
  }
}
