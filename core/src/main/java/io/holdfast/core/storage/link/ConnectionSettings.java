package io.holdfast.core.storage.link;

import io.holdfast.core.config.PrivateFile;
import io.holdfast.core.config.Protocol;
import io.holdfast.core.config.TlsSettings;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How the client of a node behaves.
 *
 * @param operationTimeout after which an operation without an answer fails
 * @param maxInFlight operations sent and not yet answered, above which further ones fail at once
 * @param maxItemSize largest sum of key and value, in bytes, that is sent
 * @param username to log in with: in the text protocol if the node asks for it, in the binary one
 *     by SASL; null without authentication
 * @param password to log in with; null without authentication
 * @param passwordFile where each new connection reads the password again; null: it stays the same
 * @param tls how the connection is encrypted, with the text protocol only; null: it is not
 * @param waitForReplicas how many replicas of a node should have a write before it counts as done
 * @param sentinelLogin of sentinels; null: they have user and password of the node, or none
 */
public record ConnectionSettings(
    Protocol protocol,
    Duration operationTimeout,
    int maxInFlight,
    int maxItemSize,
    @Nullable String username,
    @Nullable String password,
    @Nullable Path passwordFile,
    @Nullable TlsSettings tls,
    int waitForReplicas,
    @Nullable SentinelLogin sentinelLogin) {

  private static final Duration LONGEST_TIMEOUT = Duration.ofHours(1);

  /** What a node may say is the length of a value, in bytes; more than any session's. */
  private static final int LONGEST_VALUE = 128 << 20;

  /** Checks ranges, and what goes together. */
  public ConnectionSettings {
    if (operationTimeout.toMillis() < 1 || operationTimeout.compareTo(LONGEST_TIMEOUT) > 0) {
      throw new IllegalArgumentException(
          "operationTimeout must be 1 ms to 1 h: " + operationTimeout);
    }
    if (maxInFlight < 1 || maxItemSize < 1) {
      throw new IllegalArgumentException(
          "maxInFlight and maxItemSize must be at least 1: " + maxInFlight + ", " + maxItemSize);
    }
    if ((username == null) != (password == null)) {
      throw new IllegalArgumentException("username and password must be set together");
    }
    if (tls != null && protocol != Protocol.TEXT) {
      throw new IllegalArgumentException("TLS needs the text protocol");
    }
  }

  /** The settings for a new connection: with the password that is in its file now. */
  public ConnectionSettings forNewConnection() throws IOException {
    return passwordFile == null
        ? this
        : with(operationTimeout, username, read("passwordFile", passwordFile));
  }

  /** The settings for a login to a sentinel: with the password that is in its file now. */
  public ConnectionSettings forSentinel() throws IOException {
    return sentinelLogin == null
        ? forNewConnection()
        : with(
            operationTimeout,
            sentinelLogin.username(),
            read("sentinelPasswordFile", sentinelLogin.passwordFile()));
  }

  private static String read(String attribute, Path file) throws IOException {
    try {
      return PrivateFile.password(file);
    } catch (IllegalArgumentException e) {
      throw new IOException("%s=\"%s\": %s".formatted(attribute, file, e.getMessage()), e);
    }
  }

  public ConnectionSettings within(Duration timeout) {
    return with(timeout, username, password);
  }

  private ConnectionSettings with(
      Duration timeout, @Nullable String user, @Nullable String itsPassword) {
    return new ConnectionSettings(
        protocol,
        timeout,
        maxInFlight,
        maxItemSize,
        user,
        itsPassword,
        passwordFile,
        tls,
        waitForReplicas,
        sentinelLogin);
  }

  /** Returns the longest value in bytes; an answer that announces a longer one is rejected. */
  public int longestValue() {
    return Math.max(LONGEST_VALUE, maxItemSize);
  }

  /** Everything but the password. */
  @Override
  public String toString() {
    return "ConnectionSettings[protocol=%s, operationTimeout=%s, maxInFlight=%d, maxItemSize=%d%s%s]"
        .formatted(
            protocol,
            operationTimeout,
            maxInFlight,
            maxItemSize,
            username == null ? "" : ", with authentication",
            tls == null ? "" : ", with TLS");
  }
}
