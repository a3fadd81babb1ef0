package io.holdfast.tomcat;

import io.holdfast.core.config.DiscoverySettings;
import io.holdfast.core.config.NodeAddress;
import io.holdfast.core.config.SessionConfiguration;
import io.holdfast.core.config.Setting;
import io.holdfast.core.log.Loggers;
import io.holdfast.core.session.StorageKeys;
import io.holdfast.sessions.runtime.WebAppContext;
import java.util.Collections;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.WeakHashMap;
import java.util.stream.Collectors;
import org.apache.catalina.Manager;

/**
 * Finds applications of this Java process that form the same keys on the same nodes, such as two of
 * the same path in two virtual hosts: each serves the other's sessions to a client that shows it
 * their ids, and ends them where it lists sessions by user.
 */
final class KeyOwners {

  static final KeyOwners OF_PROCESS = new KeyOwners();

  private static final System.Logger LOG = Loggers.of(KeyOwners.class);

  /** By their managers; weak, for those that are never stopped, as their application has failed. */
  private final Map<Manager, Owner> owners = new WeakHashMap<>();

  /**
   * An application and its keys.
   *
   * @param nodes where the nodes are, or how they are found
   */
  private record Owner(String application, String prefix, Set<?> nodes) {

    boolean hasKeysOf(Owner other) {
      return prefix.equals(other.prefix)
          && !application.equals(other.application)
          && !Collections.disjoint(nodes, other.nodes);
    }
  }

  /** The application of a manager starts; others with the same keys are told. */
  void begin(Manager manager, SessionConfiguration configuration, WebAppContext place) {
    String version = place.webappVersion();
    Owner owner =
        new Owner(
            place.host() + place.contextName() + (version == null ? "" : "##" + version),
            StorageKeys.parse(
                    configuration.get(Setting.STORAGE_KEY_PREFIX),
                    place.host(),
                    place.contextPath(),
                    version)
                .prefix(),
            nodes(configuration));
    Set<String> others = new TreeSet<>();
    synchronized (owners) {
      owners.values().stream()
          .filter(owner::hasKeysOf)
          .forEach(other -> others.add(other.application));
      owners.put(manager, owner);
    }
    if (!others.isEmpty()) {
      LOG.log(
          System.Logger.Level.WARNING,
          "%s has the same keys on the nodes as %s, with storageKeyPrefix=\"%s\": each serves the"
                  .formatted(
                      owner.application,
                      String.join(", ", others),
                      configuration.get(Setting.STORAGE_KEY_PREFIX))
              + " other's sessions to a client that shows their ids. Unless that is meant, give each"
              + " a storageKeyPrefix of its own, such as \"host,context,webappVersion\"");
    }
  }

  void end(Manager manager) {
    synchronized (owners) {
      owners.remove(manager);
    }
  }

  private static Set<?> nodes(SessionConfiguration configuration) {
    DiscoverySettings discovery = configuration.discovery();
    return discovery == null
        ? configuration.layout().nodes().stream()
            .map(NodeAddress::hostAndPort)
            .collect(Collectors.toSet())
        : Set.of(discovery);
  }
}
