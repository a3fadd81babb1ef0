package io.holdfast.core.storage.memcached;

import io.holdfast.core.config.NodeAddress;
import io.holdfast.core.storage.WriteResult;
import io.holdfast.core.storage.link.ConnectionSettings;
import io.holdfast.core.storage.link.Deadlines;
import io.holdfast.core.storage.link.Exchange;
import io.holdfast.core.storage.link.Link;
import io.holdfast.core.storage.link.Opener;
import io.holdfast.core.storage.link.TlsContext;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.channels.SocketChannel;
import java.util.concurrent.ExecutionException;
import javax.net.ssl.SSLEngine;
import net.spy.memcached.ops.StoreType;
import org.jspecify.annotations.Nullable;

/** Opens links to one memcached node. */
final class MemcachedOpener implements Opener<NodeLink> {

  private final NodeAddress node;
  private final ConnectionSettings settings;

  MemcachedOpener(NodeAddress node, ConnectionSettings settings) {
    this.node = node;
    this.settings = settings;
  }

  @Override
  public @Nullable NodeLink open(InetSocketAddress address, Deadlines questions)
      throws IOException, InterruptedException {
    ConnectionSettings now = settings.forNewConnection();
    Handshake handshake = new Handshake(node.certifiedName(), now);
    Handshake.Greeting greeting = handshake.perform(address, TlsContext.ofNullable(now.tls()));
    SSLEngine engine = TlsContext.engine(now.tls(), node);
    SocketChannel channel = Link.connect(address, now.operationTimeout());
    if (channel == null) {
      return null;
    }
    handshake.logIn(channel);
    NodeLink link = NodeLink.over(channel, node, now, engine, greeting.metaCommands());
    boolean established = false;
    try {
      established = !greeting.hasToLogIn() || isLoggedIn(link, now, questions);
    } finally {
      if (!established) {
        link.close();
      }
    }
    return established ? link : null;
  }

  /** Logs in, as a moment before with the same user name and password over another connection. */
  private boolean isLoggedIn(NodeLink link, ConnectionSettings now, Deadlines questions)
      throws InterruptedException {
    TextLogin login = TextLogin.of(now);
    if (login == null) {
      return false;
    }
    Exchange<WriteResult> exchange = new Exchange<>(node.id(), "login");
    exchange.startDeadline(questions);
    link.send(
        exchange,
        (over, asked) ->
            SpyCommand.of(
                over.operations.store(
                    StoreType.set,
                    TextLogin.KEY,
                    0,
                    TextLogin.EXPIRES,
                    login.value(),
                    new Answer.Written(asked, over, Answer.OF_STORAGE))));
    try {
      return exchange.result().get().isStored();
    } catch (ExecutionException e) {
      return false; // it ran into its deadline, or the connection was lost
    }
  }
}
