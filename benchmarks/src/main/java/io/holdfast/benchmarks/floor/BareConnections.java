package io.holdfast.benchmarks.floor;

import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** A way to connect users to two memcached nodes on the loopback interface. */
interface BareConnections extends Closeable {

  /** Bytes of a user's record. */
  int RECORD_BYTES = 600;

  /** How many nodes there are. */
  int NODES = 2;

  /** The commands that requests of one user send; for one thread. */
  interface UserCommands {

    /** Gets the record and its access key from both nodes; waits until both have answered. */
    void read() throws IOException;

    /** The same, and asks both nodes for the user's lease in the same packet, before the record. */
    void readLeased() throws IOException;

    /** Gives the lease back on both nodes; returns before the answers come. */
    void release() throws IOException;

    /** Sets the record on the user's first node; waits until it is stored. */
    void write() throws IOException;

    /** Sets the record on the user's second node; returns before the answer comes. */
    void copy() throws IOException;

    /** Waits until the last copy is stored. */
    void awaitCopy() throws IOException;
  }

  /**
   * The commands of the user with this number. Users with even numbers have the one node first, the
   * others the other one.
   */
  UserCommands of(int user) throws IOException;

  /** Connects to a node. */
  static SocketChannel connect(int port) throws IOException {
    SocketChannel channel =
        SocketChannel.open(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
    channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
    return channel;
  }

  /** Asks for a user's record and access key; the access key is never there, as after a change. */
  static byte[] gets(int user) {
    return ascii("gets record%d access%d\r\n".formatted(user, user));
  }

  /** Asks for a user's lease of 30 s, and for what {@link #gets} does: two answers. */
  static byte[] getsLeased(int user) {
    byte[] add = ascii("add lease%d 0 30 16\r\n0123456789abcdef\r\n".formatted(user));
    byte[] gets = gets(user);
    byte[] both = Arrays.copyOf(add, add.length + gets.length);
    System.arraycopy(gets, 0, both, add.length, gets.length);
    return both;
  }

  /** Ends a user's lease. */
  static byte[] release(int user) {
    return ascii("delete lease%d\r\n".formatted(user));
  }

  /** Stores a user's record. */
  static byte[] set(int user) {
    byte[] head = ascii("set record%d 0 0 %d\r\n".formatted(user, RECORD_BYTES));
    byte[] command = Arrays.copyOf(head, head.length + RECORD_BYTES + 2);
    command[command.length - 2] = '\r';
    command[command.length - 1] = '\n';
    return command;
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }
}
