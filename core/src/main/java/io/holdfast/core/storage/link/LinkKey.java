package io.holdfast.core.storage.link;

import io.holdfast.core.config.NodeAddress;
import java.util.Arrays;
import java.util.List;

/**
 * What tells connections apart; never printed, since the password is part of it.
 *
 * @param node which node
 * @param way all of its settings that a connection depends on
 */
public record LinkKey(NodeAddress node, List<?> way) {

  public LinkKey(NodeAddress node, ConnectionSettings settings) {
    this(
        node,
        Arrays.asList(
            settings.protocol(),
            settings.operationTimeout(),
            settings.username(),
            settings.password(),
            settings.tls()));
  }

  @Override
  public String toString() {
    return node.toString();
  }
}
