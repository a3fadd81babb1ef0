package io.holdfast.benchmarks.parts;

import io.holdfast.benchmarks.engine.LineConnection;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** The text protocol on a socket of the client's own, with nothing around it. */
final class RawSocket implements Clients.Connection {

  private static final String STORED = "STORED";
  private static final String VALUE = "VALUE ";
  private static final String END = "END";

  private final LineConnection connection;

  RawSocket(int port) throws IOException {
    connection = new LineConnection(port, 0);
  }

  @Override
  public void set(String key, byte[] value) throws IOException {
    byte[] head =
        "set %s 0 %d %d\r\n"
            .formatted(key, Clients.SECONDS, value.length)
            .getBytes(StandardCharsets.US_ASCII);
    byte[] command = Arrays.copyOf(head, head.length + value.length + 2);
    System.arraycopy(value, 0, command, head.length, value.length);
    command[command.length - 2] = '\r';
    command[command.length - 1] = '\n';
    connection.send(command);
    String answer = connection.line();
    if (!answer.equals(STORED)) {
      throw new IOException("set was answered by " + answer);
    }
  }

  @Override
  public byte[] get(String key) throws IOException {
    connection.send("get " + key + "\r\n");
    String head = connection.line();
    if (!head.startsWith(VALUE)) {
      throw new IOException("get was answered by " + head);
    }
    int length = Integer.parseInt(head.substring(head.lastIndexOf(' ') + 1));
    byte[] value = connection.bytes(length);
    if (!connection.line().isEmpty() || !connection.line().equals(END)) {
      throw new IOException("the value does not end where it should");
    }
    return value;
  }

  @Override
  public void close() throws IOException {
    connection.close();
  }
}
