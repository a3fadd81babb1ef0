package io.holdfast.core.storage.memcached;

import io.holdfast.core.discovery.FoundNodes;
import io.holdfast.core.storage.link.ConnectionSettings;
import io.holdfast.core.storage.link.MemcachedProtocol;
import io.holdfast.core.storage.link.TlsContext;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Finds out, before the client library is given an address, whether a server there answers, and
 * takes user name and password.
 *
 * <p>A connection alone proves nothing: the kernel accepts one for a process that is stopped, and
 * memcached one for which it has no room. And the library does not report a wrong password.
 *
 * <p>In the text protocol a server that wants a password (memcached's {@code -Y}) answers
 * everything but a login with an error. One that does not would store the login like any value: it
 * is only sent to a server that wants it. In the binary protocol ({@code -S}) it tells its version
 * to everybody; so it is asked for nothing, which it refuses then.
 */
final class Handshake {

  private static final byte[] TEXT_VERSION = "version\r\n".getBytes(StandardCharsets.US_ASCII);

  /** Behind {@code CLIENT_ERROR}. */
  private static final String NOT_LOGGED_IN = "unauthenticated";

  private static final String LOGGED_IN = "STORED";
  private static final String DEMANDED = "the server demands a password; set username and password";

  /**
   * Behind {@code ERROR}, from a memcached whose connections are all in use, in either protocol;
   * then it hangs up.
   */
  private static final String FULL = "Too many open connections";

  /** In bytes: how much of an answer is read to tell what kind of server this is. */
  private static final int LONGEST_WORD = 20;

  /** What may follow until the line ends. */
  private static final int LONGEST_LINE = 100;

  private static final byte BINARY_REQUEST = (byte) 0x80;
  private static final byte BINARY_RESPONSE = (byte) 0x81;
  private static final byte OPCODE_NOOP = 0x0a;
  private static final byte OPCODE_SASL_AUTH = 0x21;
  private static final byte[] PLAIN = "PLAIN".getBytes(StandardCharsets.US_ASCII);
  static final int BINARY_HEADER = 24;
  private static final int STATUS_OFFSET = 6;
  private static final int BODY_OFFSET = 8;
  private static final int NOT_LOGGED_IN_STATUS = 0x20;

  private final String host;
  private final ConnectionSettings settings;

  /**
   * Creates it.
   *
   * @param host that the node's certificate must be for
   */
  Handshake(String host, ConnectionSettings settings) {
    this.host = host;
    this.settings = settings;
  }

  /**
   * What a node has told about itself.
   *
   * @param hasToLogIn whether the text protocol needs a login
   * @param metaCommands that the text protocol has
   */
  record Greeting(boolean hasToLogIn, MetaCommands metaCommands) {}

  /**
   * What goes on over the connection after the handshake. In the text protocol the rest of a line
   * is still to be read.
   */
  interface Conversation<T> {
    T over(Socket socket, boolean hasLoggedIn) throws IOException;
  }

  /**
   * Connects, asks, and closes the connection. Takes at most five times the operation timeout.
   *
   * @param tls encrypts the connection; null for none
   * @throws IOException if there is no answer, user name and password are refused, or the server is
   *     of no use
   */
  Greeting perform(InetSocketAddress address, @Nullable TlsContext tls) throws IOException {
    return perform(
        address,
        tls,
        (socket, hasLoggedIn) ->
            new Greeting(
                hasLoggedIn,
                metaCommands(
                    new CasSupport(socket, settings.operationTimeout(), System::nanoTime))));
  }

  private MetaCommands metaCommands(CasSupport support) throws IOException {
    if (settings.protocol() == MemcachedProtocol.TEXT) {
      return support.requireByText();
    }
    support.requireByBinary();
    return MetaCommands.NONE;
  }

  /** The same, and more over the same connection before it is closed. */
  <T> T perform(InetSocketAddress address, @Nullable TlsContext tls, Conversation<T> then)
      throws IOException {
    return BriefConnection.talk(
        address,
        host,
        settings.operationTimeout(),
        tls,
        socket ->
            then.over(
                socket,
                settings.protocol() == MemcachedProtocol.TEXT
                    ? performText(socket)
                    : performBinary(socket)));
  }

  /**
   * Logs in over a connection that stays, where the binary protocol needs that. Closes the channel
   * if that fails.
   *
   * @throws IOException if user name and password are refused now, or there is no answer in time
   */
  void logIn(SocketChannel channel) throws IOException {
    if (settings.protocol() == MemcachedProtocol.TEXT || settings.username() == null) {
      return;
    }
    boolean isLoggedIn = false;
    try {
      Socket socket = channel.socket();
      socket.setSoTimeout(Math.toIntExact(settings.operationTimeout().toMillis()));
      isLoggedIn = !performBinary(socket);
    } finally {
      if (!isLoggedIn) {
        channel.close();
      }
    }
  }

  private boolean performBinary(Socket socket) throws IOException {
    socket.getOutputStream().write(question());
    hear(new DataInputStream(socket.getInputStream()));
    return false;
  }

  private boolean performText(Socket socket) throws IOException {
    InputStream in = socket.getInputStream();
    socket.getOutputStream().write(TEXT_VERSION);
    if (!isLoginDemanded(in)) {
      return false;
    }
    readLine(in);
    TextLogin login = TextLogin.of(settings);
    if (login == null) {
      throw new IOException(DEMANDED);
    }
    socket.getOutputStream().write(login.command());
    if (!begins(in.read(), in, LOGGED_IN)) {
      throw new IOException("login refused: wrong username or password");
    }
    return true;
  }

  /**
   * Reads the beginning of the answer. A proxy may refuse the command with an error and still be of
   * use. A server that answers with another word, such as a web server, is no memcached.
   */
  private static boolean isLoginDemanded(InputStream in) throws IOException {
    String word = firstWord(in);
    return switch (word) {
      case "VERSION ", "ERROR\r", "SERVER_ERROR ", "SERVER_ERROR\r" -> false;
      case "ERROR " -> {
        refuseIfFull(in.read(), in);
        yield false;
      }
      case "CLIENT_ERROR " -> begins(in.read(), in, NOT_LOGGED_IN);
      default -> throw notMemcached(word.strip());
    };
  }

  /** Up to the first blank or the end of the line, with this byte. */
  private static String firstWord(InputStream in) throws IOException {
    StringBuilder word = new StringBuilder();
    while (word.length() < LONGEST_WORD) {
      int next = in.read();
      if (next < 0) {
        if (word.length() == 0) {
          throw new EOFException();
        }
        return word.toString();
      }
      word.append((char) next);
      if (next == ' ' || next == '\r') {
        return word.toString();
      }
    }
    return word.toString();
  }

  /** The server is of another kind; quotes how its answer begins. */
  static IOException notMemcached(String answer) {
    return new IOException(
        "this is no memcached, it answers %s".formatted(FoundNodes.quoted(answer)));
  }

  /**
   * Returns whether an answer goes on so; reads no further than that.
   *
   * @param first the first byte, which was read
   */
  private static boolean begins(int first, InputStream in, String expected) throws IOException {
    int next = first;
    for (int i = 0; i < expected.length(); i++) {
      if (next < 0) {
        throw new EOFException();
      }
      if (next != expected.charAt(i)) {
        return false;
      }
      next = i + 1 < expected.length() ? in.read() : next;
    }
    return true;
  }

  private static void refuseIfFull(int first, InputStream in) throws IOException {
    if (begins(first, in, FULL)) {
      throw new IOException("it has no room for another connection; start it with a larger -c");
    }
  }

  private static void readLine(InputStream in) throws IOException {
    int length = 0;
    for (int next = in.read(); next != '\n'; next = in.read()) {
      length++;
      if (next < 0 || length > LONGEST_LINE) {
        throw new EOFException();
      }
    }
  }

  private byte[] question() {
    if (settings.username() == null) {
      return binary(OPCODE_NOOP, new byte[0], new byte[0]);
    }
    String credentials = "\0" + settings.username() + "\0" + settings.password();
    return binary(OPCODE_SASL_AUTH, PLAIN, credentials.getBytes(StandardCharsets.UTF_8));
  }

  static byte[] binary(byte opcode, byte[] key, byte[] value) {
    return ByteBuffer.allocate(BINARY_HEADER + key.length + value.length)
        .put(BINARY_REQUEST)
        .put(opcode)
        .putShort((short) key.length)
        .putInt(0) // no extras, plain data, no bucket
        .putInt(key.length + value.length)
        .putInt(0) // opaque
        .putLong(0) // version
        .put(key)
        .put(value)
        .array();
  }

  /** Reads the answer. Without a login every answer proves life, except a demand for a password. */
  private void hear(DataInputStream in) throws IOException {
    byte first = in.readByte();
    if (first == 'E' && begins(in.readByte(), in, "RROR ")) {
      refuseIfFull(in.readByte(), in);
    }
    if (first != BINARY_RESPONSE) {
      throw new IOException(
          "the server does not speak the binary protocol; set memcachedProtocol to text");
    }
    boolean logsIn = settings.username() != null;
    byte[] rest = new byte[BINARY_HEADER - 1];
    in.readFully(rest);
    int status = ByteBuffer.wrap(rest).getShort(STATUS_OFFSET - 1);
    if (logsIn && status != 0) {
      throw new IOException(
          "login refused: wrong username or password (SASL status 0x%x)".formatted(status));
    }
    if (!logsIn && status == NOT_LOGGED_IN_STATUS) {
      throw new IOException(DEMANDED);
    }
    in.skipNBytes(Math.min(LONGEST_LINE, ByteBuffer.wrap(rest).getInt(BODY_OFFSET - 1)));
  }
}
