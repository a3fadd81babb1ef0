package io.holdfast.core.storage.memcached;

import io.holdfast.core.storage.link.ConnectionSettings;
import io.holdfast.core.storage.link.MemcachedProtocol;
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

  /** The login of these settings; null without user name, or in another protocol. */
  static @Nullable TextLogin of(ConnectionSettings settings) {
    String username = settings.username();
    String password = settings.password();
    return settings.protocol() == MemcachedProtocol.TEXT && username != null && password != null
        ? new TextLogin((username + " " + password).getBytes(StandardCharsets.UTF_8))
        : null;
  }

  /** What is sent; its digits do not depend on the language of the platform. */
  byte[] command() {
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
