package io.holdfast.tomcat;

import io.holdfast.core.config.DiscoverySettings;
import io.holdfast.core.config.NodeAddress;
import io.holdfast.core.config.SessionConfiguration;
import io.holdfast.core.config.Setting;
import io.holdfast.core.log.Loggers;
import io.holdfast.core.session.StorageKeys;
import io.holdfast.sessions.runtime.WebAppContext;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * An application and its keys. Two of one Java process may form the same keys on the same nodes,
 * such as two of the same path in two virtual hosts: each serves the other's sessions to a client
 * that shows it their ids, and ends them where it lists sessions by user.
 *
 * @param nodes where the nodes are, or how they are found
 */
record KeyOwner(String application, String prefix, Set<?> nodes) {

  private static final System.Logger LOG = Loggers.of(KeyOwner.class);

  static KeyOwner of(SessionConfiguration configuration, WebAppContext place) {
    String version = place.webappVersion();
    return new KeyOwner(
        place.host() + place.contextName() + (version == null ? "" : "##" + version),
        StorageKeys.parse(
                configuration.get(Setting.STORAGE_KEY_PREFIX),
                place.host(),
                place.contextPath(),
                version)
            .prefix(),
        nodes(configuration));
  }

  private static Set<?> nodes(SessionConfiguration configuration) {
    DiscoverySettings discovery = configuration.discovery();
    Set<Object> nodes = new HashSet<>();
    for (NodeAddress node : configuration.layout().nodes()) {
      nodes.add(discovery == null ? node.hostAndPort() : discovery);
    }
    return nodes;
  }

  private boolean hasKeysOf(KeyOwner other) {
    return prefix.equals(other.prefix)
        && !application.equals(other.application)
        && !Collections.disjoint(nodes, other.nodes);
  }

  /** Warns of those that have the same keys, if there are any. */
  void warnOfSame(List<KeyOwner> others, String storageKeyPrefix) {
    Set<String> same = new TreeSet<>();
    for (KeyOwner other : others) {
      if (hasKeysOf(other)) {
        same.add(other.application);
      }
    }
    if (!same.isEmpty()) {
      LOG.log(
          System.Logger.Level.WARNING,
          "%s has the same keys on the nodes as %s, with storageKeyPrefix=\"%s\": each serves the"
                  .formatted(application, String.join(", ", same), storageKeyPrefix)
              + " other's sessions to a client that shows their ids. Unless that is meant, give each"
              + " a storageKeyPrefix of its own, such as \"host,context,webappVersion\"");
    }
  }
}
