package io.holdfast.core.storage.link;

import io.holdfast.core.config.NodeAddress;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What tells connections apart; never printed, since the password is part of it. */
public final class LinkKey {

  private final NodeAddress node;

  /**
   * All of the node and all settings that a connection depends on. A list: the JDK would make the
   * hash code of a record from dozens of classes, at the start of each Tomcat.
   */
  private final List<?> way;

  public LinkKey(NodeAddress node, ConnectionSettings settings) {
    this.node = node;
    this.way =
        Arrays.asList(
            node.id(),
            node.host(),
            node.port(),
            node.certifiedName(),
            node.zone(),
            node.engine(),
            node.sentinels(),
            node.cluster(),
            settings.protocol(),
            settings.operationTimeout(),
            settings.username(),
            settings.password(),
            settings.tls());
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof LinkKey key && way.equals(key.way);
  }

  @Override
  public int hashCode() {
    return way.hashCode();
  }

  @Override
  public String toString() {
    return node.toString();
  }
}
