package io.holdfast.core.storage.link;

import io.holdfast.core.config.NodeAddress;
import io.holdfast.core.config.TlsSettings;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What tells connections apart; never printed, since the password is part of it.
 *
 * @param node which node
 * @param protocol of the connection
 * @param timeout of an operation
 * @param username to log in with; null for none
 * @param password to log in with; null for none
 * @param tls how the connection is encrypted; null: it is not
 */
public record LinkKey(
    NodeAddress node,
    MemcachedProtocol protocol,
    Duration timeout,
    @Nullable String username,
    @Nullable String password,
    @Nullable TlsSettings tls) {

  /** The key for these settings. */
  public LinkKey(NodeAddress node, ConnectionSettings settings) {
    this(
        node,
        settings.protocol(),
        settings.operationTimeout(),
        settings.username(),
        settings.password(),
        settings.tls());
  }

  @Override
  public String toString() {
    return node.toString();
  }
}
