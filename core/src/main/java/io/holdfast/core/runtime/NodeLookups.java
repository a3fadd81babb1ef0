package io.holdfast.core.runtime;

import io.holdfast.core.config.ConfigurationException;
import io.holdfast.core.config.DiscoverySettings;
import io.holdfast.core.config.SessionConfiguration;
import io.holdfast.core.discovery.DnsNodes;
import io.holdfast.core.discovery.DnsRecords;
import io.holdfast.core.discovery.JdkDns;
import io.holdfast.core.discovery.NodeLookup;
import io.holdfast.core.discovery.SearchList;
import io.holdfast.core.discovery.SrvNodes;
import org.jspecify.annotations.Nullable;

/** Who is asked for the nodes, as it is configured. */
final class NodeLookups {

  private NodeLookups() {}

  /**
   * The one to ask; null where the nodes are listed.
   *
   * @throws ConfigurationException if it cannot be asked as it is configured
   */
  static @Nullable NodeLookup of(SessionConfiguration configuration) {
    DiscoverySettings settings = configuration.discovery();
    if (settings == null) {
      return null;
    }
    return switch (settings.kind()) {
      case DNS -> new DnsNodes(settings, dns(), SearchList::ofMachine);
      case SRV -> new SrvNodes(settings.name(), dns(), SearchList::ofMachine);
    };
  }

  private static DnsRecords dns() {
    return JdkDns.of(System.getProperty(JdkDns.SERVERS, ""));
  }
}
