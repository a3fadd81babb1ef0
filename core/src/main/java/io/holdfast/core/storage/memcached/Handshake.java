package io.holdfast.core.storage.memcached;

import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;

/**
 * Finds out, before the client library is given an address, whether a server there answers.
 *
 * <p>A connection alone proves nothing: the kernel accepts one for a process that is stopped. And
 * the library does not report a wrong password.
 */
final class Handshake {

  private static final byte[] TEXT_VERSION = "version\r\n".getBytes(StandardCharsets.US_ASCII);
  private static final byte BINARY_REQUEST = (byte) 0x80;
  private static final byte OPCODE_VERSION = 0x0b;
  private static final byte OPCODE_SASL_AUTH = 0x21;
  private static final byte[] PLAIN = "PLAIN".getBytes(StandardCharsets.US_ASCII);
  private static final int BINARY_HEADER = 24;
  private static final int STATUS_OFFSET = 6;

  private final MemcachedSettings settings;

  Handshake(MemcachedSettings settings) {
    this.settings = settings;
  }

  /**
   * Connects, asks, and closes the connection. Takes at most twice the operation timeout.
   *
   * @throws IOException if there is no answer, or user name and password are refused
   */
  void perform(InetSocketAddress address) throws IOException {
    int timeout = Math.toIntExact(settings.operationTimeout().toMillis());
    try (SocketChannel channel = SocketChannel.open()) {
      Socket socket = channel.socket(); // a channel, because an interrupt closes it
      socket.connect(address, timeout);
      socket.setSoTimeout(timeout);
      socket.getOutputStream().write(question());
      hear(new DataInputStream(socket.getInputStream()));
    } catch (SocketTimeoutException e) {
      throw new IOException("no answer within " + timeout + " ms", e);
    } catch (EOFException e) {
      throw new IOException("the server closed the connection; does it demand a password?", e);
    }
  }

  private byte[] question() {
    if (settings.protocol() == MemcachedProtocol.TEXT) {
      return TEXT_VERSION;
    }
    if (settings.username() == null) {
      return binary(OPCODE_VERSION, new byte[0], new byte[0]);
    }
    String credentials = "\0" + settings.username() + "\0" + settings.password();
    return binary(OPCODE_SASL_AUTH, PLAIN, credentials.getBytes(StandardCharsets.UTF_8));
  }

  private static byte[] binary(byte opcode, byte[] key, byte[] value) {
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

  /** Any byte proves life; only the answer to a password is read. */
  private void hear(DataInputStream in) throws IOException {
    byte[] start = new byte[settings.username() == null ? 1 : BINARY_HEADER];
    in.readFully(start);
    if (settings.username() != null) {
      int status = ByteBuffer.wrap(start).getShort(STATUS_OFFSET);
      if (status != 0) {
        throw new IOException(
            "login refused: wrong username or password (SASL status 0x%x)".formatted(status));
      }
    }
  }
}
