package io.holdfast.testkit.http;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.List;

/** An answer whose head has arrived and whose body may still arrive. */
public final class OpenResponse implements AutoCloseable {

  private final Socket socket;
  private final ResponseHead head;
  private final BodyStream body;

  private OpenResponse(Socket socket, ResponseHead head, BodyStream body) {
    this.socket = socket;
    this.head = head;
    this.body = body;
  }

  static OpenResponse send(int port, String method, byte[] request, Duration timeout)
      throws IOException {
    Socket socket = new Socket();
    try {
      socket.connect(
          new InetSocketAddress(InetAddress.getLoopbackAddress(), port), (int) timeout.toMillis());
      socket.setSoTimeout((int) timeout.toMillis());
      socket.setTcpNoDelay(true);
      socket.getOutputStream().write(request);
      InputStream in = new BufferedInputStream(socket.getInputStream());
      ResponseHead head = ResponseHead.read(in);
      return new OpenResponse(socket, head, BodyStream.of(method, head, in));
    } catch (IOException e) {
      socket.close();
      throw e;
    }
  }

  /** The HTTP status. */
  public int status() {
    return head.status();
  }

  /** The values of all Set-Cookie headers, untouched. */
  public List<String> setCookies() {
    return head.values("set-cookie");
  }

  /** The body as it arrives, without its transfer encoding. */
  public InputStream body() {
    return body;
  }

  /**
   * Waits for the rest and closes the connection.
   *
   * @throws UncheckedIOException if the answer is cut off or takes too long
   */
  public Response finish() {
    try (socket) {
      return Response.of(head, body.readAllBytes());
    } catch (IOException e) {
      throw new UncheckedIOException("The body is incomplete", e);
    }
  }

  @Override
  public void close() {
    try {
      socket.close();
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot close the connection", e);
    }
  }
}
