package io.holdfast.benchmarks.parts;

import io.holdfast.testkit.LineConnection;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;

/** The text protocol on a socket of the client's own, with nothing around it. */
final class RawSocket implements Clients.Connection {

  private final LineConnection connection;

  RawSocket(int port) {
    connection = LineConnection.open("127.0.0.1", port, Duration.ZERO);
  }

  @Override
  public void set(String key, byte[] value) {
    byte[] head =
        "set %s 0 %d %d\r\n"
            .formatted(key, Clients.SECONDS, value.length)
            .getBytes(StandardCharsets.US_ASCII);
    byte[] command = Arrays.copyOf(head, head.length + value.length + 2);
    System.arraycopy(value, 0, command, head.length, value.length);
    command[command.length - 2] = '\r';
    command[command.length - 1] = '\n';
    connection.send(command);
    connection.expect("STORED");
  }

  @Override
  public byte[] get(String key) {
    connection.send("get " + key + "\r\n");
    String head = connection.line();
    if (!head.startsWith("VALUE ")) {
      throw new IllegalStateException("get was answered by " + head);
    }
    byte[] value = connection.bytes(Integer.parseInt(head.substring(head.lastIndexOf(' ') + 1)));
    connection.expect("");
    connection.expect("END");
    return value;
  }

  @Override
  public void close() {
    connection.close();
  }
}
