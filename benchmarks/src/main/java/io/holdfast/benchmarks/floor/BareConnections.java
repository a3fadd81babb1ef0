package io.holdfast.benchmarks.floor;

import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.SocketChannel;

/** A way to connect users to two memcached nodes on the loopback interface. */
interface BareConnections extends Closeable {

  /** How many nodes there are. */
  int NODES = 2;

  /** One user's connections to the nodes, which are numbered from 0; for one thread. */
  @FunctionalInterface
  interface Lines {

    /**
     * Sends a command.
     *
     * @param answers how many of them come from each node
     */
    Pending send(byte[] command, int answers, int... nodes) throws IOException;
  }

  /** Answers that are to come. */
  @FunctionalInterface
  interface Pending {

    /** Waits until they are there. */
    void await() throws IOException;
  }

  /** Connects the user with this number. */
  Lines connect(int user) throws IOException;

  /**
   * The commands of a user. Users with even numbers have the one node first, the others the other
   * one.
   */
  default UserCommands of(int user) throws IOException {
    return new UserCommands(user, connect(user));
  }

  /** Connects to a node. */
  static SocketChannel open(int port) throws IOException {
    SocketChannel channel =
        SocketChannel.open(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
    channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
    return channel;
  }
}
