package io.holdfast.sessions.runtime;

import io.holdfast.core.config.DiscoverySettings;
import io.holdfast.core.config.SessionConfiguration;
import io.holdfast.core.discovery.DnsNodes;
import io.holdfast.core.discovery.DnsRecords;
import io.holdfast.core.discovery.JdkDns;
import io.holdfast.core.discovery.NodeLookup;
import io.holdfast.core.discovery.SearchList;
import io.holdfast.core.discovery.SrvNodes;
import io.holdfast.core.storage.link.ConnectionSettings;
import io.holdfast.core.storage.memcached.ClusterNodes;
import org.jspecify.annotations.Nullable;

/** Who is asked for the nodes, as it is configured. */
public final class NodeLookups {

  private NodeLookups() {}

  /** The one to ask, if it can be asked as it is configured; null where the nodes are listed. */
  public static @Nullable NodeLookup of(
      SessionConfiguration configuration, ConnectionSettings connecting) {
    DiscoverySettings settings = configuration.discovery();
    if (settings == null) {
      return null;
    }
    NodeLookup lookup = of(settings, connecting);
    return () -> lookup.find().stream().map(node -> node.of(settings.engine())).toList();
  }

  private static NodeLookup of(DiscoverySettings settings, ConnectionSettings connecting) {
    return switch (settings.kind()) {
      case DNS -> new DnsNodes(settings, dns(), SearchList::ofMachine);
      case SRV -> new SrvNodes(settings.name(), dns(), SearchList::ofMachine);
      case ELASTICACHE -> new ClusterNodes(settings, connecting);
    };
  }

  private static DnsRecords dns() {
    return JdkDns.of(System.getProperty(JdkDns.SERVERS, ""));
  }
}
