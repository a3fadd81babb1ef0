package io.holdfast.core.storage.memcached;

import io.holdfast.core.config.Protocol;
import io.holdfast.core.storage.link.ConnectionSettings;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * The login of memcached's text protocol ({@code doc/protocol.txt}, "Authentication"): a {@code
 * set} whose value is user name and password. Its key means nothing.
 *
 * @param value user name, a blank, password
 */
@SuppressWarnings("ArrayRecordComponent") // lives as long as one attempt to connect
record TextLogin(byte[] value) {

  static final String KEY = "holdfast-login";

  /** Over at once: a server that stores this by mistake does not keep it. */
  static final int EXPIRES = -1;

  static final String DEMANDED = "the server demands a password; set username and password";

  /** Returns whether this is the answer of a server that wants a login first. */
  static boolean isDemandedBy(String answer) {
    return answer.startsWith("CLIENT_ERROR unauthenticated");
  }

  /** Logs in to a server that demands it. */
  static void over(AnswerLines lines, ConnectionSettings settings) throws IOException {
    TextLogin login = of(settings);
    if (login == null) {
      throw new IOException(DEMANDED);
    }
    if (!lines.ask(login.command()).equals("STORED")) {
      throw new IOException("login refused: wrong username or password");
    }
  }

  /** The login of these settings; null without user name, or in another protocol. */
  static @Nullable TextLogin of(ConnectionSettings settings) {
    String username = settings.username();
    String password = settings.password();
    return settings.protocol() == Protocol.TEXT && username != null && password != null
        ? new TextLogin((username + " " + password).getBytes(StandardCharsets.UTF_8))
        : null;
  }

  /** What is sent; its digits do not depend on the language of the platform. */
  private byte[] command() {
    String line = "set " + KEY + " 0 " + EXPIRES + ' ' + value.length + "\r\n";
    byte[] head = line.getBytes(StandardCharsets.UTF_8);
    byte[] command = new byte[head.length + value.length + 2];
    System.arraycopy(head, 0, command, 0, head.length);
    System.arraycopy(value, 0, command, head.length, value.length);
    command[command.length - 2] = '\r';
    command[command.length - 1] = '\n';
    return command;
  }
}
