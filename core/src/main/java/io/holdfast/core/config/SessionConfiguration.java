package io.holdfast.core.config;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The configuration of one web application's sessions, checked as a whole.
 *
 * @param layout the memcached nodes and the purpose of each; where they are found, one that stands
 *     for all of them until then
 * @param discovery where the nodes are found; null where they are listed
 * @param nonSticky the settings of non-sticky sessions; null if sessions are sticky
 * @param granularity what is encoded as one graph
 * @param backupAsync whether the response may leave before the backup is done
 * @param backupTimeout how long a request waits for its backup when not asynchronous
 * @param operationTimeout how long one store operation may take
 * @param doubtTimeout how long after a node's last answer no client gets a new session in place of
 *     one that the node may hold; zero: at once
 * @param backupThreads how many threads encode and send
 * @param storageKeyPrefix as configured; empty for none
 * @param protocol of the connections to the nodes
 * @param username user that logs in to the nodes; null for none
 * @param password of that user; null for none, or in the file
 * @param passwordFile file with that password; null for none
 * @param tls how connections to the nodes are encrypted; null: they are not
 * @param transcoder short name or class name of the serializer
 * @param copyCollections whether collections are copied before they are encoded
 * @param customConverters class names of the user's extensions of the serializer
 * @param attributeFilter names of attributes that are stored; null for all
 * @param requestUriIgnorePattern requests that cost no store operation; null for none
 * @param resyncRate sessions that are stored again in a second after nodes came or went
 * @param allowedClasses classes allowed beside the defaults, as configured
 * @param maxSessionSize largest record in bytes
 * @param maxItemSize the item size of the nodes in bytes; larger records are stored in chunks
 * @param compression how records are compressed
 * @param compressionThreshold bytes of attributes above which they are compressed
 * @param encryption with which keys records are sealed; null: they are not sealed
 * @param spill the disk fallback, for sessions that the store cannot take at a stop; null for none
 * @param expireAbandoned whether Tomcats expire orphaned sessions
 * @param sessionsByUser whether the sessions of each user are listed, for all Tomcats
 * @param statistics whether counters are kept
 */
public record SessionConfiguration(
    NodeLayout layout,
    @Nullable DiscoverySettings discovery,
    @Nullable NonStickySettings nonSticky,
    Granularity granularity,
    boolean backupAsync,
    Duration backupTimeout,
    Duration operationTimeout,
    Duration doubtTimeout,
    int backupThreads,
    String storageKeyPrefix,
    Protocol protocol,
    @Nullable String username,
    @Nullable Secret password,
    @Nullable Path passwordFile,
    @Nullable TlsSettings tls,
    String transcoder,
    boolean copyCollections,
    List<String> customConverters,
    @Nullable Pattern attributeFilter,
    @Nullable Pattern requestUriIgnorePattern,
    int resyncRate,
    String allowedClasses,
    int maxSessionSize,
    int maxItemSize,
    Compression compression,
    int compressionThreshold,
    @Nullable EncryptionSettings encryption,
    @Nullable SpillSettings spill,
    boolean expireAbandoned,
    boolean sessionsByUser,
    boolean statistics) {

  /** Copies the collection. */
  public SessionConfiguration {
    customConverters = List.copyOf(customConverters);
  }

  /** Whether a load balancer keeps a session on one Tomcat. */
  public boolean isSticky() {
    return nonSticky == null;
  }

  /** The same with other nodes. */
  public SessionConfiguration with(NodeLayout other) {
    return new SessionConfiguration(
        other,
        discovery,
        nonSticky,
        granularity,
        backupAsync,
        backupTimeout,
        operationTimeout,
        doubtTimeout,
        backupThreads,
        storageKeyPrefix,
        protocol,
        username,
        password,
        passwordFile,
        tls,
        transcoder,
        copyCollections,
        customConverters,
        attributeFilter,
        requestUriIgnorePattern,
        resyncRate,
        allowedClasses,
        maxSessionSize,
        maxItemSize,
        compression,
        compressionThreshold,
        encryption,
        spill,
        expireAbandoned,
        sessionsByUser,
        statistics);
  }
}
