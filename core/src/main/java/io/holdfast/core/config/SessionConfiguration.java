package io.holdfast.core.config;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The configuration of one web application's sessions, checked as a whole.
 *
 * @param nodes the memcached nodes, at least one; ids are unique
 * @param failoverNodes ids of nodes that are written to only while no other answers
 * @param shared what concerns non-sticky sessions; null if sessions are sticky
 * @param granularity what is encoded as one graph
 * @param backupAsync whether the response may leave before the backup is done
 * @param backupTimeout how long a request waits for its backup when not asynchronous
 * @param operationTimeout how long one store operation may take
 * @param backupThreads threads that encode and send
 * @param storageKeyPrefix as configured; empty for none
 * @param protocol how nodes are spoken to
 * @param username user for SASL; null for none
 * @param password password for SASL; null for none
 * @param transcoder short name or class name of the serializer
 * @param copyCollections whether collections are copied before they are encoded
 * @param customConverters class names of the user's extensions of the serializer
 * @param attributeFilter names of attributes that are stored; null for all
 * @param requestUriIgnorePattern requests that cost no store operation; null for none
 * @param copies how many nodes hold a session
 * @param allowedClasses classes allowed beside the defaults, as configured
 * @param maxSessionSize largest record in bytes
 * @param statistics whether counters are kept
 */
public record SessionConfiguration(
    List<NodeAddress> nodes,
    Set<String> failoverNodes,
    @Nullable SharedSettings shared,
    Granularity granularity,
    boolean backupAsync,
    Duration backupTimeout,
    Duration operationTimeout,
    int backupThreads,
    String storageKeyPrefix,
    Protocol protocol,
    @Nullable String username,
    @Nullable Secret password,
    String transcoder,
    boolean copyCollections,
    List<String> customConverters,
    @Nullable Pattern attributeFilter,
    @Nullable Pattern requestUriIgnorePattern,
    int copies,
    String allowedClasses,
    int maxSessionSize,
    boolean statistics) {

  /** Copies the collections. */
  public SessionConfiguration {
    nodes = List.copyOf(nodes);
    failoverNodes = Set.copyOf(failoverNodes);
    customConverters = List.copyOf(customConverters);
  }

  /** Whether a load balancer keeps a session on one Tomcat. */
  public boolean isSticky() {
    return shared == null;
  }

  /** The nodes that are written to as long as one of them answers, in the order given. */
  public List<NodeAddress> primaryNodes() {
    return nodes.stream().filter(node -> !failoverNodes.contains(node.id())).toList();
  }
}
