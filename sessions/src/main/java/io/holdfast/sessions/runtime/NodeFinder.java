package io.holdfast.sessions.runtime;

import io.holdfast.core.config.DiscoverySettings;
import io.holdfast.core.config.NodeAddress;
import io.holdfast.core.config.NodeLayout;
import io.holdfast.core.config.SessionConfiguration;
import io.holdfast.core.discovery.Discoveries;
import io.holdfast.core.discovery.NodeFollower;
import io.holdfast.core.discovery.NodeLookup;
import io.holdfast.core.storage.link.ConnectionSettings;
import io.holdfast.sessions.node.NodeConnections;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The nodes that one application begins with, and those that it uses later where they are found.
 * Where they are listed, it does nothing.
 */
final class NodeFinder implements AutoCloseable {

  /** How long an application waits for the first answer when it starts. */
  private static final Duration FIRST_ANSWER = Duration.ofSeconds(5);

  private final SessionConfiguration configuration;
  private final @Nullable DiscoverySettings settings;
  private final Discoveries.@Nullable Use discovery;
  private final NodeLayout first;

  /**
   * Asks for the nodes, and waits for the answer some seconds. None is no error: the application
   * starts as it does with nodes that do not answer.
   *
   * @param lookup null where the nodes are listed
   */
  NodeFinder(
      SessionConfiguration configuration,
      @Nullable NodeLookup lookup,
      ConnectionSettings connecting,
      Discoveries discoveries) {
    this.configuration = configuration;
    this.settings = configuration.discovery();
    boolean isByCluster = settings != null && settings.kind() == DiscoverySettings.Kind.ELASTICACHE;
    this.discovery =
        settings == null || lookup == null
            ? null
            : discoveries.use(settings, isByCluster ? connecting : null, lookup);
    List<NodeAddress> found = discovery == null ? null : discovery.found(FIRST_ANSWER);
    NodeLayout layout = configuration.layout();
    this.first = found == null ? layout : layout.with(found, Set.of());
  }

  /** The configuration with the nodes that are in use at first. */
  SessionConfiguration configuration() {
    return configuration.with(first);
  }

  /** Why a node cannot be connected to, since it stands for nodes not found yet; else null. */
  @Nullable String reasonOfAbsence(NodeAddress node) {
    return settings != null && discovery != null && node.equals(settings.placeholder())
        ? "no nodes are found yet (%s)".formatted(discovery.trouble())
        : null;
  }

  /** Lets the connections follow the answers from now on. */
  void follow(NodeConnections nodes, InstantSource clock) {
    if (settings == null || discovery == null) {
      return;
    }
    NodeFollower follower =
        new NodeFollower(settings, !configuration.isSticky(), first, clock, nodes::change);
    discovery.follow(follower);
    List<NodeAddress> meanwhile = discovery.found(Duration.ZERO);
    if (meanwhile != null && first.nodes().contains(settings.placeholder())) {
      follower.accept(meanwhile);
    }
  }

  /** Follows no more. */
  @Override
  public void close() {
    if (discovery != null) {
      discovery.close();
    }
  }
}
