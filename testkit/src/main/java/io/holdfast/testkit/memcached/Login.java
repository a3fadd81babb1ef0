package io.holdfast.testkit.memcached;

import io.holdfast.testkit.LineConnection;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Who may use a node: memcached's {@code -Y}.
 *
 * @param user a name without a colon
 * @param password of that user
 */
public record Login(String user, String password) {

  /** A file for {@code -Y}, which memcached reads when it starts; to be deleted. */
  Path write() {
    try {
      Path file = Files.createTempFile("memcached", ".users");
      return Files.writeString(file, user + ":" + password + "\n");
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot write a file of users", e);
    }
  }

  /** Logs in on a connection that was just made. */
  void on(LineConnection connection) {
    byte[] both = (user + " " + password).getBytes(StandardCharsets.UTF_8);
    connection.send("set login 0 0 " + both.length + "\r\n");
    connection.send(both);
    connection.send("\r\n");
    connection.expect("STORED");
  }
}
