package io.holdfast.core.storage.memcached;

import io.holdfast.core.config.NodeAddress;
import io.holdfast.core.config.Protocol;
import io.holdfast.core.storage.link.ConnectionSettings;
import io.holdfast.core.storage.link.Exchange;
import io.holdfast.core.storage.link.Line;
import io.holdfast.core.storage.link.Link;
import io.holdfast.core.storage.link.PlainLine;
import io.holdfast.core.storage.link.ReplyLine;
import io.holdfast.core.storage.link.TlsLine;
import java.io.IOException;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.util.concurrent.ThreadLocalRandom;
import javax.net.ssl.SSLEngine;
import net.spy.memcached.OperationFactory;
import net.spy.memcached.protocol.ascii.AsciiOperationFactory;
import net.spy.memcached.protocol.binary.BinaryOperationFactory;
import org.jspecify.annotations.Nullable;

/** One connection to a memcached node, over which operations of the library go. */
final class NodeLink extends Link {

  /** In bytes, of an answer in the binary protocol: more than extras and the longest key. */
  private static final int AROUND_A_VALUE = 1 << 10;

  /** Means "in any case" in the binary protocol. */
  private static final long NO_CAS = 0;

  /** A number that no node ever reaches. */
  private static final long NEVER_A_CAS = Long.MAX_VALUE;

  /** Not negative: the text protocol knows no negative numbers. */
  private final long versionMask = ThreadLocalRandom.current().nextLong(Long.MAX_VALUE);

  private final MetaCommands metaCommands;
  final OperationFactory operations;

  /** Where commands read their answers, one after the other. */
  final ReplyLine replies = new ReplyLine();

  private NodeLink(
      SocketChannel channel,
      NodeAddress node,
      ConnectionSettings settings,
      @Nullable SSLEngine engine,
      MetaCommands metaCommands)
      throws IOException {
    super(
        channel,
        (connected, key) -> line(connected, key, node, settings, engine),
        "holdfast-memcached-" + node.id(),
        settings.operationTimeout());
    this.metaCommands = metaCommands;
    this.operations =
        settings.protocol() == Protocol.BINARY
            ? new BinaryOperationFactory()
            : new AsciiOperationFactory();
  }

  /**
   * Takes over a connection, and starts its thread. Closes the channel if that fails.
   *
   * @param channel that is connected, and where the binary protocol needs it, logged in
   */
  static NodeLink over(
      SocketChannel channel,
      NodeAddress node,
      ConnectionSettings settings,
      @Nullable SSLEngine engine,
      MetaCommands metaCommands)
      throws IOException {
    NodeLink link = new NodeLink(channel, node, settings, engine, metaCommands);
    link.start();
    return link;
  }

  private static Line line(
      SocketChannel channel,
      SelectionKey key,
      NodeAddress node,
      ConnectionSettings settings,
      @Nullable SSLEngine engine)
      throws IOException {
    if (engine == null) {
      Line plain = new PlainLine(channel);
      return settings.protocol() == Protocol.BINARY
          ? new BoundedLine(plain, settings.longestValue() + AROUND_A_VALUE)
          : plain;
    }
    TlsLine line = new TlsLine(channel, engine);
    line.shakeHands(key, settings.operationTimeout().toMillis(), node.certifiedName());
    return line;
  }

  @Override
  protected void askForSignOfLife(Exchange<Boolean> exchange) {
    send(
        exchange,
        (link, alive) -> SpyCommand.of(operations.version(new Answer.Alive(alive, link))));
  }

  /** Sends an operation; a link that has ended lets it fail. Never blocks. */
  <T extends @Nullable Object> void send(Exchange<T> exchange, Forming<NodeLink, T> request) {
    send(this, exchange, request);
  }

  /** Which meta commands the node answers. */
  MetaCommands metaCommands() {
    return metaCommands;
  }

  /**
   * The version for this number of the node. A restarted node gives the same numbers to other
   * values; so no two links share a version.
   */
  long versionOf(long cas) {
    return cas ^ versionMask;
  }

  /** The node's number for this version; one that no value has if it is another link's version. */
  long casOf(long version) {
    long cas = version ^ versionMask;
    return cas == NO_CAS ? NEVER_A_CAS : cas;
  }
}
