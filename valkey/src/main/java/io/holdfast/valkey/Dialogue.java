package io.holdfast.valkey;

import io.holdfast.core.config.NodeAddress;
import io.holdfast.core.storage.StoreException;
import io.holdfast.core.storage.StoreException.Reason;
import io.holdfast.core.storage.link.ConnectionSettings;
import io.holdfast.core.storage.link.Deadlines;
import io.holdfast.core.storage.link.Exchange;
import io.holdfast.core.storage.link.Link;
import io.holdfast.core.storage.link.TlsContext;
import io.holdfast.core.storage.link.WireCommand;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLEngine;
import org.jspecify.annotations.Nullable;

/** A new connection, over which one thread asks one question after the other. */
final class Dialogue implements AutoCloseable {

  /** In bytes: of an answer to a question no part is longer. */
  private static final int LONGEST_ANSWER = 1_024;

  /** A cluster may name many ranges of slots. */
  private static final int MOST_ELEMENTS = 20_000;

  private static final long SHORTEST_MILLIS = 1_000;

  private final NodeAddress node;
  private final ConnectionSettings settings;
  private final Deadlines questions;
  private final ValkeyLink link;

  private Dialogue(
      NodeAddress node, ConnectionSettings settings, Deadlines questions, ValkeyLink link) {
    this.node = node;
    this.settings = settings;
    this.questions = questions;
    this.link = link;
  }

  /**
   * Connects.
   *
   * @param node whose name the certificate must have
   * @return null if the server does not answer in time
   */
  static @Nullable Dialogue begin(
      InetSocketAddress address, NodeAddress node, ConnectionSettings settings, Deadlines questions)
      throws IOException {
    SocketChannel channel = Link.connect(address, settings.operationTimeout());
    if (channel == null) {
      return null;
    }
    SSLEngine engine = TlsContext.engine(settings.tls(), node);
    ValkeyLink link = ValkeyLink.over(channel, node, settings, engine);
    return new Dialogue(node, settings, questions, link);
  }

  /** The connection. */
  ValkeyLink link() {
    return link;
  }

  @Override
  public void close() {
    link.close();
  }

  /** What came for an answer, errors too. */
  record Answer(@Nullable Object reply) {}

  /** Sends a command and waits; null if no answer comes in time. */
  @Nullable Answer ask(String... command) throws IOException, InterruptedException {
    Exchange<Answer> exchange = new Exchange<>(node.id(), "greeting");
    exchange.startDeadline(questions);
    link.send(exchange, over -> new Question(over, exchange, CommandBytes.ofTexts(command)));
    try {
      long millis = Math.max(settings.operationTimeout().toMillis(), SHORTEST_MILLIS);
      return exchange.result().get(millis, TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      return null; // its deadline may be later
    } catch (ExecutionException e) {
      if (StoreException.reasonOf(Objects.requireNonNull(e.getCause())) == Reason.TIMEOUT) {
        return null;
      }
      String reason = link.reason();
      throw new IOException(
          reason != null
              ? reason
              : settings.tls() == null
                  ? "the server closed the connection; does it demand TLS?"
                  : "the server closed the connection; does it demand a certificate of ours"
                      + " (tlsCertificateFile)?",
          e);
    }
  }

  /** Takes any reply for an answer, errors too. */
  private static final class Question implements WireCommand {

    private final Exchange<Answer> exchange;
    private final CommandBytes bytes;
    private final ReplyReader reader;

    Question(ValkeyLink link, Exchange<Answer> exchange, CommandBytes bytes) {
      this.exchange = exchange;
      this.bytes = bytes;
      this.reader = new ReplyReader(link.replies, false, LONGEST_ANSWER, MOST_ELEMENTS);
    }

    @Override
    public boolean begin(long unsentMillis) {
      return !exchange.isOver();
    }

    @Override
    public boolean put(ByteBuffer out, ByteBuffer room) {
      return bytes.put(out, room);
    }

    @Override
    public boolean hear(ByteBuffer data) throws IOException {
      if (!reader.read(data)) {
        return false;
      }
      exchange.succeed(new Answer(reader.result()));
      return true;
    }
  }
}
