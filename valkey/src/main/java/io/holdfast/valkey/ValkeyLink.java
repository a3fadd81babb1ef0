package io.holdfast.valkey;

import io.holdfast.core.config.NodeAddress;
import io.holdfast.core.log.Loggers;
import io.holdfast.core.storage.link.ConnectionSettings;
import io.holdfast.core.storage.link.Exchange;
import io.holdfast.core.storage.link.Link;
import io.holdfast.core.storage.link.PlainLine;
import io.holdfast.core.storage.link.ReplyLine;
import io.holdfast.core.storage.link.TlsLine;
import io.holdfast.core.storage.link.WireCommand;
import java.io.IOException;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.util.function.Function;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/** One connection to a server. */
final class ValkeyLink extends Link {

  private static final System.Logger LOG = Loggers.of(ValkeyLink.class);
  private static final long LONGEST_WAIT_MILLIS = 200;
  private static final long NO_WAIT_NANOS = 10_000_000_000L;

  /** Where commands read their answers, one after the other. */
  final ReplyLine replies = new ReplyLine();

  private final String name;
  private final String host;
  private final ConnectionSettings settings;

  private volatile long noWaitUntil = System.nanoTime();
  private volatile boolean isTooFewTold;

  private ValkeyLink(
      SocketChannel channel,
      NodeAddress node,
      ConnectionSettings settings,
      @Nullable SSLEngine engine)
      throws IOException {
    super(
        channel,
        (connected, key) ->
            engine == null
                ? new PlainLine(connected)
                : secured(connected, engine, key, settings.operationTimeout().toMillis(), node),
        "holdfast-valkey-" + node.id(),
        settings.operationTimeout());
    this.name = node.toString();
    this.host = node.host();
    this.settings = settings;
  }

  /** Takes over a connection, and starts its thread. Closes the channel if that fails. */
  static ValkeyLink over(
      SocketChannel channel,
      NodeAddress node,
      ConnectionSettings settings,
      @Nullable SSLEngine engine)
      throws IOException {
    ValkeyLink link = new ValkeyLink(channel, node, settings, engine);
    link.start();
    return link;
  }

  private static TlsLine secured(
      SocketChannel channel, SSLEngine engine, SelectionKey key, long millis, NodeAddress node)
      throws IOException {
    TlsLine line = new TlsLine(channel, engine);
    try {
      line.shakeHands(key, millis, node.certifiedName());
    } catch (SSLException e) {
      throw e;
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

  /** Notes whether replicas had a write in time: null, or why it is not known that they had. */
  void noteReplicas(@Nullable String problem) {
    if (problem == null) {
      isTooFewTold = false;
      return;
    }
    noWaitUntil = System.nanoTime() + NO_WAIT_NANOS;
    if (!isTooFewTold) {
      isTooFewTold = true;
      LOG.log(
          System.Logger.Level.WARNING,
          "Valkey node {0}: {1}. Writes go on without waiting for replicas; Holdfast tries to wait"
              + " every 10 s.",
          name,
          problem);
    }
  }

  /** What {@link #noteReplicas} says of too few confirmations. */
  String tooFew(int replicas) {
    return "fewer than %d of its replicas had a write within %d ms; check the replicas"
        .formatted(replicas, replicasMillis());
  }

  /** The host of the server. */
  String host() {
    return host;
  }

  int longestValue() {
    return settings.longestValue();
  }

  /** Sends an operation; a link that has ended lets it fail. Never blocks. */
  void send(Exchange<?> exchange, Function<ValkeyLink, WireCommand> formed) {
    send(this, exchange, (link, same) -> formed.apply(link));
  }

  @Override
  protected void askForSignOfLife(Exchange<Boolean> exchange) {
    send(
        exchange,
        link -> new RespCommand<>(exchange, link, new CommandBytes("PING"), false, reply -> true));
  }

  @Override
  protected void lost(IOException e) {
    if (e.getCause() == null && !isTold(e)) {
      endBecause(String.valueOf(e.getMessage()));
    }
  }

  /** Returns whether there is nothing to say but that the connection was lost. */
  private static boolean isTold(IOException e) {
    String message = String.valueOf(e.getMessage());
    return (!message.startsWith("this is no ") && !message.startsWith("the node "))
        || message.equals("the node has closed the connection");
  }
}
