package io.holdfast.valkey;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** A server that answers each command with what a test says. */
final class ScriptedServer implements AutoCloseable {

  /** What a server of version 7 says to a greeting. */
  @SuppressWarnings("StringConcatToTextBlock")
  static final String GREETING =
      "*6\r\n$7\r\nversion\r\n$5\r\n7.0.0\r\n$4\r\nmode\r\n$10\r\nstandalone\r\n$4\r\nrole\r\n$6\r\n"
          + "master\r\n";

  private final ServerSocket socket;
  private final Function<List<String>, String> replies;

  ScriptedServer(Function<List<String>, String> replies) {
    this.replies = replies;
    try {
      this.socket = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    Thread thread = new Thread(this::run, "scripted-server");
    thread.setDaemon(true);
    thread.start();
  }

  int port() {
    return socket.getLocalPort();
  }

  private void run() {
    while (!socket.isClosed()) {
      try (Socket client = socket.accept()) {
        InputStream in = new BufferedInputStream(client.getInputStream());
        while (true) {
          String reply = replies.apply(command(in));
          client.getOutputStream().write(reply.getBytes(StandardCharsets.ISO_8859_1));
        }
      } catch (IOException | NumberFormatException e) {
        // the client, or this server, has gone
      }
    }
  }

  private static List<String> command(InputStream in) throws IOException {
    List<String> words = new ArrayList<>();
    int count = Integer.parseInt(line(in).substring(1));
    for (int i = 0; i < count; i++) {
      int length = Integer.parseInt(line(in).substring(1));
      words.add(new String(in.readNBytes(length), StandardCharsets.ISO_8859_1));
      line(in);
    }
    return words;
  }

  private static String line(InputStream in) throws IOException {
    StringBuilder line = new StringBuilder();
    for (int next = in.read(); next != '\n'; next = in.read()) {
      if (next < 0) {
        throw new IOException("closed");
      }
      line.append((char) next);
    }
    return line.toString().strip();
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
