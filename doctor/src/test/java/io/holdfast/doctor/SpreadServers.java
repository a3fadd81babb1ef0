package io.holdfast.doctor;

import io.holdfast.testkit.memcached.MemcachedNode;
import io.holdfast.testkit.relay.Relay;
import io.holdfast.testkit.relay.RelayedConnection;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.Random;

/** Two nodes behind one port, as behind a Service of Kubernetes that is not headless. */
final class SpreadServers implements AutoCloseable {

  private final MemcachedNode first;
  private final MemcachedNode second;
  private final Random chance = new Random(1);
  private final Relay relay;

  SpreadServers(MemcachedNode first, MemcachedNode second) {
    this.first = first;
    this.second = second;
    this.relay =
        Relay.before(
            new InetSocketAddress(InetAddress.getLoopbackAddress(), first.port()),
            (client, node, clock) ->
                chance.nextBoolean() ? join(client, node) : other(client, node));
  }

  String address() {
    return relay.address();
  }

  private RelayedConnection other(Socket client, Socket node) {
    try {
      node.close();
      return join(client, new Socket(InetAddress.getLoopbackAddress(), second.port()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static RelayedConnection join(Socket client, Socket node) {
    return new RelayedConnection(client, node) {
      @Override
      protected void passCommands() {
        pass(client, node);
      }

      @Override
      protected void passAnswers() {
        pass(node, client);
      }
    };
  }

  private static void pass(Socket from, Socket to) {
    try {
      from.getInputStream().transferTo(to.getOutputStream());
    } catch (IOException e) {
      return; // either side has closed
    }
  }

  @Override
  public void close() {
    relay.close();
    first.close();
    second.close();
  }
}
