package io.holdfast.core.config;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The attributes of {@code <Manager>} that are Holdfast's, with their defaults. */
public enum Setting {
  /**
   * The nodes, {@code n1:host:port}, separated by commas or blanks; or where they are found, such
   * as {@code dns:name:port}.
   */
  MEMCACHED_NODES("memcachedNodes", null),
  /** Seconds from one question for the nodes to the next, where they are found. */
  DISCOVERY_INTERVAL("discoveryInterval", "30", Unit.SECONDS),
  /** Ids of nodes that are written to only while no other answers. */
  FAILOVER_NODES("failoverNodes", ""),
  /** Whether a load balancer keeps a session on one Tomcat. */
  STICKY("sticky", "true"),
  /** How concurrent requests of a session on several Tomcats exclude each other. */
  LOCKING_MODE("lockingMode", "none"),
  /** Seconds after which a lease that is not renewed is free again. */
  LOCK_EXPIRATION("lockExpiration", "5", Unit.SECONDS),
  /** What a request does without its lease at the timeout: {@code proceed} or {@code reject}. */
  ON_LOCK_TIMEOUT("onLockTimeout", "reject"),
  /** How many requests of one session may wait for its lease in one Tomcat. */
  MAX_LOCK_WAITERS("maxLockWaiters", "20"),
  /**
   * Seconds that a request keeps the lease of its session after the first byte of its response has
   * left; -1: as long as it runs.
   */
  MAX_LOCK_HOLD("maxLockHold", "30", Unit.SECONDS),
  /** {@code session}, {@code attribute}, or {@code auto}: the one that suits {@code sticky}. */
  GRANULARITY("granularity", "auto"),
  /** Requests whose URI matches cost no store operation. */
  REQUEST_URI_IGNORE_PATTERN("requestUriIgnorePattern", ""),
  /** Whether the response may leave before the backup is done. */
  SESSION_BACKUP_ASYNC("sessionBackupAsync", "true"),
  /** Milliseconds a request waits for its backup when not asynchronous. */
  SESSION_BACKUP_TIMEOUT("sessionBackupTimeout", "100", Unit.MILLISECONDS),
  /** Milliseconds a single store operation may take. */
  OPERATION_TIMEOUT("operationTimeout", "1000", Unit.MILLISECONDS),
  /**
   * Milliseconds since a node's last answer in which no client gets a new session in place of one
   * that the node may hold; 0: at once.
   */
  DOUBT_TIMEOUT("doubtTimeout", "10000", Unit.MILLISECONDS),
  /** Threads that encode and send backups; 0 stands for the number of processors. */
  BACKUP_THREAD_COUNT("backupThreadCount", "0"),
  /**
   * Seconds since its last request after which a non-sticky session gives up its objects for their
   * bytes; -1: never.
   */
  MAX_IDLE_DECODED("maxIdleDecoded", "60", Unit.SECONDS),
  /** The parts of a storage key before the session id. */
  STORAGE_KEY_PREFIX("storageKeyPrefix", "context,webappVersion"),
  /** {@code text} or {@code binary}. */
  MEMCACHED_PROTOCOL("memcachedProtocol", "text"),
  /** User that logs in to the nodes. */
  USERNAME("username", ""),
  /** Password of that user. */
  PASSWORD("password", ""),
  /** File with that password; in place of it. */
  PASSWORD_FILE("passwordFile", ""),
  /** Whether connections to the nodes are encrypted. */
  TLS("tls", "false"),
  /** File with the certificates that those of the nodes must come from; empty: the JDK's. */
  TLS_CA_FILE("tlsCaFile", ""),
  /** The same as a key store, JKS or PKCS12. */
  TLS_TRUST_STORE("tlsTrustStore", ""),
  /** Password of that key store. */
  TLS_TRUST_STORE_PASSWORD("tlsTrustStorePassword", ""),
  /** File with this Tomcat's own certificate, for nodes that ask for one. */
  TLS_CERTIFICATE_FILE("tlsCertificateFile", ""),
  /** File with the private key of that certificate. */
  TLS_KEY_FILE("tlsKeyFile", ""),
  /** Whether a node's certificate must be for the name under which it is configured. */
  TLS_HOSTNAME_VERIFICATION("tlsHostnameVerification", "true"),
  /** Serializer: a short name or the class name of a factory. */
  TRANSCODER_FACTORY_CLASS("transcoderFactoryClass", "java"),
  /** Whether collections are copied before they are encoded. */
  COPY_COLLECTIONS_FOR_SERIALIZATION("copyCollectionsForSerialization", "false"),
  /** Class names of the user's extensions of the serializer. */
  CUSTOM_CONVERTER("customConverter", ""),
  /** Attributes whose names match are stored; empty: all. */
  SESSION_ATTRIBUTE_FILTER("sessionAttributeFilter", ""),
  /** Whether counters are kept. */
  ENABLE_STATISTICS("enableStatistics", "true"),
  /** Whether sessions are backed up at all. */
  ENABLED("enabled", "true"),
  /** How many nodes hold a session; {@code auto}: the number that suits {@code sticky}. */
  COPIES("copies", "auto"),
  /** How many sessions are stored again in a second after nodes came or went. */
  RESYNC_RATE("resyncRate", "1000"),
  /** Classes allowed in sessions beside the defaults. */
  ALLOWED_CLASSES("allowedClasses", ""),
  /** Largest record in bytes; a larger session lives on locally. */
  MAX_SESSION_SIZE("maxSessionSize", "33554432", Unit.BYTES),
  /** The item size of the nodes (memcached's -I) in bytes; larger records are stored in chunks. */
  MAX_ITEM_SIZE("maxItemSize", "1048576", Unit.BYTES),
  /** {@code none} or {@code deflate}. */
  COMPRESSION("compression", "none"),
  /** Records of fewer bytes are not compressed. */
  COMPRESSION_THRESHOLD("compressionThreshold", "1024", Unit.BYTES),
  /** File with the keys that records are sealed with; empty: they are not sealed. */
  ENCRYPTION_KEY_FILE("encryptionKeyFile", ""),
  /**
   * {@code false}; {@code prepare} or {@code true} while Tomcats change from unsealed to sealed.
   */
  ENCRYPTION_MIGRATION("encryptionMigration", "false"),
  /** Directory for sessions that the store cannot take at a stop; empty: none. */
  SPILL_DIRECTORY("spillDirectory", ""),
  /** Megabytes that the files of one application may take there together. */
  SPILL_LIMIT("spillLimit", "1024", Unit.MEGABYTES),
  /** Whether Tomcats expire orphaned sessions, with events. */
  EXPIRE_ABANDONED_SESSIONS("expireAbandonedSessions", "false"),
  /** Whether the sessions of each user are listed, for all Tomcats. */
  SESSIONS_BY_USER("sessionsByUser", "false");

  private final String attribute;
  private final @Nullable String defaultValue;
  private final Unit unit;

  Setting(String attribute, @Nullable String defaultValue) {
    this(attribute, defaultValue, Unit.COUNT);
  }

  Setting(String attribute, @Nullable String defaultValue, Unit unit) {
    this.attribute = attribute;
    this.defaultValue = defaultValue;
    this.unit = unit;
  }

  /** {@return the name of the XML attribute} */
  public String attribute() {
    return attribute;
  }

  /** {@return the default, as it would be written in XML; null if a value must be given} */
  public @Nullable String defaultValue() {
    return defaultValue;
  }

  /** What a number without a suffix counts. */
  Unit unit() {
    return unit;
  }

  /**
   * The value for an operator to see: the given one, or the default; else empty. Without
   * credentials, which the address of another store may have.
   *
   * @param given the attributes that were given, others having their default
   * @return text for a log or a console, if the attribute is not {@linkplain #isSecret secret}
   */
  public String shownIn(Map<Setting, String> given) {
    String value = given.getOrDefault(this, defaultValue);
    return value == null ? "" : isOfNodes() ? Credentials.hiddenInAddresses(value) : value;
  }

  /** A value for an error message: no secret, and no credentials of a URL. */
  String shownInError(String value) {
    return isSecret()
        ? "***"
        : isOfNodes() ? Credentials.hiddenInAddresses(value) : Credentials.hiddenInUrl(value);
  }

  private boolean isOfNodes() {
    return this == MEMCACHED_NODES || this == FAILOVER_NODES;
  }

  /** {@return whether the value is a password, which must not be shown} */
  public boolean isSecret() {
    return this == PASSWORD || this == TLS_TRUST_STORE_PASSWORD;
  }
}
