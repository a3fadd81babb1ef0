package io.holdfast.benchmarks.parts;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** The text protocol on a socket of the client's own, with nothing around it. */
final class RawSocket implements Clients.Connection {

  private static final String STORED = "STORED";
  private static final String VALUE = "VALUE ";
  private static final String END = "END";

  private final Socket socket;
  private final InputStream in;
  private final OutputStream out;

  RawSocket(int port) throws IOException {
    socket = new Socket(InetAddress.getLoopbackAddress(), port);
    socket.setTcpNoDelay(true);
    in = new BufferedInputStream(socket.getInputStream());
    out = new BufferedOutputStream(socket.getOutputStream());
  }

  @Override
  public void set(String key, byte[] value) throws IOException {
    say("set " + key + " 0 " + Clients.SECONDS + " " + value.length);
    out.write(value);
    say("");
    out.flush();
    String answer = line();
    if (!answer.equals(STORED)) {
      throw new IOException("set was answered by " + answer);
    }
  }

  @Override
  public byte[] get(String key) throws IOException {
    say("get " + key);
    out.flush();
    String head = line();
    if (!head.startsWith(VALUE)) {
      throw new IOException("get was answered by " + head);
    }
    int length = Integer.parseInt(head.substring(head.lastIndexOf(' ') + 1));
    byte[] value = in.readNBytes(length);
    if (!line().isEmpty() || !line().equals(END)) {
      throw new IOException("the value does not end where it should");
    }
    return value;
  }

  private void say(String line) throws IOException {
    out.write((line + "\r\n").getBytes(StandardCharsets.US_ASCII));
  }

  private String line() throws IOException {
    StringBuilder line = new StringBuilder();
    for (int b = in.read(); b != '\n'; b = in.read()) {
      if (b < 0) {
        throw new IOException("the server has gone");
      }
      line.append((char) b);
    }
    line.setLength(Math.max(0, line.length() - 1));
    return line.toString();
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
