package io.holdfast.dist;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** A protocol of the application's own, which an {@code HttpUpgradeHandler} speaks. */
final class LineChannel implements SessionChannel {

  private static final int PATIENCE_MILLIS = 20_000;

  private final Socket socket;
  private final BufferedReader in;

  /** Opens it; the handshake sets an attribute. */
  LineChannel(int port, String context, String sessionId, String name, String value) {
    try {
      socket = new Socket(InetAddress.getLoopbackAddress(), port);
      socket.setSoTimeout(PATIENCE_MILLIS);
      in =
          new BufferedReader(
              new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII));
      send(
          """
          GET /%s/upgrade?name=%s&value=%s HTTP/1.1
          Host: localhost
          Connection: Upgrade
          Upgrade: lines
          Cookie: JSESSIONID=%s

          """
              .formatted(context, name, value, sessionId)
              .replace("\n", "\r\n"));
      String status = in.readLine();
      for (String header = status; header != null && !header.isEmpty(); ) {
        header = in.readLine();
      }
      if (status == null || !status.startsWith("HTTP/1.1 101")) {
        throw new AssertionError("the upgrade was answered by " + status);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void send(String text) throws IOException {
    socket.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
  }

  @Override
  public String tell(String line) {
    try {
      send(line + "\n");
      return String.valueOf(in.readLine());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    try {
      socket.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
