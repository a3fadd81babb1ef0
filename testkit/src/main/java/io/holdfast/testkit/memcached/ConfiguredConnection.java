package io.holdfast.testkit.memcached;

import io.holdfast.testkit.relay.RelayedConnection;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.function.Supplier;

/**
 * One client's connection through a {@link ClusterEndpoint}. A client that asks for the
 * configuration has had the answers to what it sent before.
 */
final class ConfiguredConnection extends RelayedConnection {

  private static final String COMMAND = "config get cluster";

  private final Supplier<String> answer;

  ConfiguredConnection(Socket client, Socket upstream, Supplier<String> answer) {
    super(client, upstream);
    this.answer = answer;
  }

  @Override
  protected void passCommands() {
    try {
      OutputStream out = node.getOutputStream();
      CommandReader in = new CommandReader(client.getInputStream(), out);
      for (String text = in.line(); text != null; text = in.line()) {
        if (text.equals(COMMAND)) {
          client.getOutputStream().write(answer.get().getBytes(StandardCharsets.US_ASCII));
        } else {
          out.write((text + "\r\n").getBytes(StandardCharsets.ISO_8859_1));
        }
      }
    } catch (IOException closed) {
      close();
    }
  }

  @Override
  protected void passAnswers() {
    try {
      InputStream in = node.getInputStream();
      in.transferTo(client.getOutputStream());
    } catch (IOException closed) {
      close();
    }
  }
}
