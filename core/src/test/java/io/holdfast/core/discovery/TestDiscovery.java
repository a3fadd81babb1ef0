package io.holdfast.core.discovery;

import io.holdfast.core.config.DiscoverySettings;
import io.holdfast.core.config.DiscoverySettings.Kind;
import io.holdfast.core.config.NodeAddress;
import io.holdfast.core.config.NodeLayout;
import java.time.Duration;
import java.util.List;
import java.util.Set;

/** Settings and nodes as tests need them. */
final class TestDiscovery {

  private TestDiscovery() {}

  static DiscoverySettings settings(String name, int port) {
    return new DiscoverySettings(Kind.DNS, name, port, Duration.ofSeconds(10));
  }

  /** Nodes of one letter each, on hosts of the same name. */
  static List<NodeAddress> nodes(String ids) {
    return ids.chars().mapToObj(Character::toString).map(id -> new NodeAddress(id, id, 1)).toList();
  }

  static NodeLayout layout(String ids, int copies) {
    return new NodeLayout(nodes(ids), Set.of(), copies);
  }
}
