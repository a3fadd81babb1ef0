package io.holdfast.core.storage.memcached;

import io.holdfast.core.config.Protocol;
import io.holdfast.core.storage.link.ConnectionSettings;
import io.holdfast.core.storage.link.TlsContext;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.function.LongSupplier;
import java.util.regex.Pattern;
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

  /**
   * How memcached answers, and a proxy that refuses the command and is of use all the same. A
   * server that answers otherwise, such as a web server, is no memcached.
   */
  private static final Pattern OF_MEMCACHED =
      Pattern.compile("(?:VERSION|CLIENT_ERROR) .*|(?:SERVER_)?ERROR(?: .*)?");

  /** The answer of a memcached whose connections are all in use, in either protocol. */
  private static final String FULL = "ERROR Too many open connections";

  /** How many times the operation timeout all answers of a handshake together may take. */
  private static final int MOST_TIMEOUTS = 4;

  private static final byte BINARY_REQUEST = (byte) 0x80;
  private static final byte BINARY_RESPONSE = (byte) 0x81;
  private static final byte OPCODE_NOOP = 0x0a;
  private static final byte OPCODE_SASL_AUTH = 0x21;
  private static final byte[] PLAIN = "PLAIN".getBytes(StandardCharsets.US_ASCII);
  static final int BINARY_HEADER = 24;
  private static final int STATUS_OFFSET = 6;
  static final int BODY_LENGTH_OFFSET = 8;
  private static final int NOT_LOGGED_IN_STATUS = 0x20;

  /** In bytes, of what follows the header of an answer. */
  private static final int LONGEST_BODY = 100;

  private final String host;
  private final ConnectionSettings settings;

  Handshake(String host, ConnectionSettings settings) {
    this.host = host;
    this.settings = settings;
  }

  /** What a node has told about itself. */
  record Greeting(boolean hasToLogIn, MetaCommands metaCommands) {}

  /** What goes on over the connection after the handshake. */
  interface Conversation<T> {
    T over(Socket socket, AnswerLines lines, boolean hasLoggedIn) throws IOException;
  }

  /** Connects, asks, and closes the connection. Takes at most five times the operation timeout. */
  Greeting perform(InetSocketAddress address, @Nullable TlsContext tls) throws IOException {
    return perform(
        address,
        tls,
        MOST_TIMEOUTS,
        System::nanoTime,
        (socket, lines, hasLoggedIn) ->
            new Greeting(
                hasLoggedIn,
                settings.protocol() == Protocol.TEXT
                    ? CasSupport.requireByText(lines)
                    : CasSupport.requireByBinary(lines)));
  }

  /**
   * The same, and more over this connection; all answers together take so many timeouts at most.
   */
  <T> T perform(
      InetSocketAddress address,
      @Nullable TlsContext tls,
      int timeouts,
      LongSupplier nanoTime,
      Conversation<T> then)
      throws IOException {
    return BriefConnection.talk(
        address,
        host,
        settings.operationTimeout(),
        tls,
        socket -> {
          AnswerLines lines = lines(socket, timeouts, nanoTime);
          boolean hasLoggedIn =
              settings.protocol() == Protocol.TEXT ? performText(lines) : performBinary(lines);
          return then.over(socket, lines, hasLoggedIn);
        });
  }

  private AnswerLines lines(Socket socket, int timeouts, LongSupplier nanoTime) throws IOException {
    return new AnswerLines(
        socket, settings.operationTimeout().multipliedBy(timeouts).toNanos(), nanoTime);
  }

  /**
   * Logs in over a connection that stays, where the binary protocol needs that. Closes the channel
   * if that fails.
   */
  void logIn(SocketChannel channel) throws IOException {
    if (settings.protocol() == Protocol.TEXT || settings.username() == null) {
      return;
    }
    boolean isLoggedIn = false;
    try {
      Socket socket = channel.socket();
      socket.setSoTimeout(Math.toIntExact(settings.operationTimeout().toMillis()));
      isLoggedIn = !performBinary(lines(socket, MOST_TIMEOUTS, System::nanoTime));
    } finally {
      if (!isLoggedIn) {
        channel.close();
      }
    }
  }

  private boolean performText(AnswerLines lines) throws IOException {
    String answer = lines.ask("version");
    refuseIfFull(answer);
    if (TextLogin.isDemandedBy(answer)) {
      TextLogin.over(lines, settings);
      return true;
    }
    if (!OF_MEMCACHED.matcher(answer).matches()) {
      throw AnswerLines.notMemcached(answer.split(" ", 2)[0]);
    }
    return false;
  }

  private static void refuseIfFull(String answer) throws IOException {
    if (answer.startsWith(FULL)) {
      throw new IOException("it has no room for another connection; start it with a larger -c");
    }
  }

  /** Without a login every answer proves life, except a demand for a password. */
  private boolean performBinary(AnswerLines lines) throws IOException {
    lines.send(question());
    byte first = lines.bytes(1)[0];
    if (first == FULL.charAt(0)) {
      refuseIfFull(FULL.charAt(0) + lines.next());
    }
    if (first != BINARY_RESPONSE) {
      throw new IOException(
          "the server does not speak the binary protocol; set memcachedProtocol to text");
    }
    boolean logsIn = settings.username() != null;
    ByteBuffer rest = ByteBuffer.wrap(lines.bytes(BINARY_HEADER - 1));
    int status = rest.getShort(STATUS_OFFSET - 1);
    if (logsIn && status != 0) {
      throw new IOException(
          "login refused: wrong username or password (SASL status 0x%x)".formatted(status));
    }
    if (!logsIn && status == NOT_LOGGED_IN_STATUS) {
      throw new IOException(TextLogin.DEMANDED);
    }
    int body = rest.getInt(BODY_LENGTH_OFFSET - 1);
    var unused = lines.bytes(Math.max(0, Math.min(LONGEST_BODY, body)));
    return false;
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
}
