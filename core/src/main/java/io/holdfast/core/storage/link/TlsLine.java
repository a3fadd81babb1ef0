package io.holdfast.core.storage.link;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;
import javax.net.ssl.SSLEngineResult.Status;
import javax.net.ssl.SSLException;

/**
 * TLS over a connection.
 *
 * <p>One thread may read while another one writes: an {@link SSLEngine} allows that. The handshake
 * ends before the first read or write.
 */
public final class TlsLine implements Line {

  private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

  private final SocketChannel channel;
  private final SSLEngine engine;

  /** What came and is not decrypted yet: from the start to the position. For the reading thread. */
  private final ByteBuffer in;

  /** What is encrypted and not sent yet: from the position to the limit. For the writer. */
  private final ByteBuffer out;

  public TlsLine(SocketChannel channel, SSLEngine engine) {
    this.channel = channel;
    this.engine = engine;
    int packet = engine.getSession().getPacketBufferSize();
    this.in = ByteBuffer.allocateDirect(2 * packet);
    this.out = ByteBuffer.allocateDirect(2 * packet).flip();
  }

  // ---- the beginning ----

  /**
   * Shakes hands, on the reading thread, which waits with its selector meanwhile.
   *
   * @param millis how long that may take; an interrupt ends it, too
   * @throws SSLException if the two do not come to terms; its message tells an operator why
   * @throws IOException if they do not in time
   */
  public void shakeHands(SelectionKey key, long millis, String host) throws IOException {
    try {
      shakeHands(key, millis);
    } catch (SSLException e) {
      throw new SSLException(Failures.describe(e, host), e);
    }
  }

  private void shakeHands(SelectionKey key, long millis) throws IOException {
    long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
    engine.beginHandshake();
    ByteBuffer none = ByteBuffer.allocate(engine.getSession().getApplicationBufferSize());
    HandshakeStatus status = engine.getHandshakeStatus();
    while (status != HandshakeStatus.NOT_HANDSHAKING) {
      switch (status) {
        case NEED_TASK -> runTasks();
        case NEED_WRAP -> {
          wrap(NOTHING);
          while (!isFlushed()) {
            await(key, SelectionKey.OP_WRITE, end);
          }
        }
        default -> {
          if (unwrap(none) == Status.BUFFER_UNDERFLOW) {
            await(key, SelectionKey.OP_READ, end);
            var unused = receive();
          }
        }
      }
      status = engine.getHandshakeStatus();
    }
    if (none.position() > 0) {
      throw new SSLException("the node sent data before the first command");
    }
  }

  private static void await(SelectionKey key, int operation, long end) throws IOException {
    long millis = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
    if (millis <= 0 || Thread.currentThread().isInterrupted()) {
      throw new IOException("no end of the TLS handshake in time");
    }
    key.interestOps(operation);
    key.selector().select(millis);
    key.selector().selectedKeys().clear();
  }

  private void runTasks() {
    for (Runnable task = engine.getDelegatedTask();
        task != null;
        task = engine.getDelegatedTask()) {
      task.run();
    }
  }

  // ---- reading ----

  @Override
  public boolean read(ByteBuffer into) throws IOException {
    boolean isMoreLikely = receive();
    Status status;
    do {
      status = unwrap(into);
    } while (status == Status.OK);
    return isMoreLikely || status == Status.BUFFER_OVERFLOW;
  }

  /** Reads from the connection; returns whether it may have more. */
  private boolean receive() throws IOException {
    if (channel.read(in) < 0) {
      throw new IOException("the node has closed the connection");
    }
    return !in.hasRemaining();
  }

  /**
   * Decrypts one packet, if it has come as a whole ({@code BUFFER_UNDERFLOW}) and there is room for
   * what is in it ({@code BUFFER_OVERFLOW}).
   */
  private Status unwrap(ByteBuffer into) throws IOException {
    in.flip();
    SSLEngineResult result;
    try {
      result = engine.unwrap(in, into);
    } finally {
      in.compact();
    }
    if (result.getHandshakeStatus() == HandshakeStatus.NEED_TASK) {
      runTasks();
    }
    if (result.getStatus() == Status.CLOSED) {
      throw new IOException("the node has closed the connection");
    }
    if (result.getStatus() == Status.BUFFER_UNDERFLOW && !in.hasRemaining()) {
      throw new SSLException("a packet of TLS that is longer than any may be");
    }
    return result.getStatus();
  }

  // ---- writing ----

  @Override
  public boolean write(ByteBuffer from) throws IOException {
    while (isFlushed()) {
      if (!from.hasRemaining()) {
        return true;
      }
      wrap(from);
    }
    return false;
  }

  private boolean isFlushed() throws IOException {
    if (out.hasRemaining()) {
      var unused = channel.write(out);
    }
    return !out.hasRemaining();
  }

  private void wrap(ByteBuffer from) throws IOException {
    out.clear();
    SSLEngineResult result;
    try {
      result = engine.wrap(from, out);
    } finally {
      out.flip();
    }
    if (result.getStatus() == Status.CLOSED) {
      throw new IOException("the connection is closed");
    }
    if (result.getStatus() != Status.OK) {
      throw new SSLException("a packet of TLS that has no room: " + result);
    }
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
