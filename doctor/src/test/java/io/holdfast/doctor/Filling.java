package io.holdfast.doctor;

import io.holdfast.testkit.memcached.MemcachedNode;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** Writes more to a node than it has memory for. */
final class Filling {

  private static final int VALUES = 400;
  private static final int VALUE_BYTES = 100_000;

  private Filling() {}

  static void of(MemcachedNode node) throws IOException {
    try (Socket socket = new Socket(node.host(), node.port())) {
      OutputStream out = socket.getOutputStream();
      InputStream in = socket.getInputStream();
      for (int i = 0; i < VALUES; i++) {
        String head = "set filling-%d 0 0 %d\r\n".formatted(i, VALUE_BYTES);
        out.write(head.getBytes(StandardCharsets.US_ASCII));
        out.write(new byte[VALUE_BYTES]);
        out.write("\r\n".getBytes(StandardCharsets.US_ASCII));
        for (int next = in.read(); next != '\n'; next = in.read()) {
          if (next < 0) {
            throw new IOException("the node has closed the connection");
          }
        }
      }
    }
  }
}
