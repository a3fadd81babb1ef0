package io.holdfast.tomcat;

import io.holdfast.core.config.ConfigurationException;
import io.holdfast.core.config.Setting;
import java.util.Map;
import org.apache.catalina.session.ManagerBase;
import org.jspecify.annotations.Nullable;

/**
 * The attributes of {@code <Manager>} that are Holdfast's, as bean properties.
 *
 * <p>All are text: Tomcat's digester swallows a value that does not fit a setter's type with a line
 * in the log, while Holdfast checks all values together at start and says what is wrong. While the
 * manager runs, what concerns the nodes may be changed and takes effect at once; all others are
 * read only then. Before and after, they may be set: see {@link GivenAttributes}.
 */
public abstract class ManagerAttributes extends ManagerBase {

  private final GivenAttributes given = new GivenAttributes(this);
  private final UnknownAttributes unknown = new UnknownAttributes(getClass());

  /** Only {@link MemcachedSessionManager} is meant to be used. */
  ManagerAttributes() {}

  /**
   * Takes other nodes into use, if sessions are served.
   *
   * @param attributes all attributes as they would be then
   * @return false if none are served; then nothing has happened
   * @throws IllegalArgumentException naming the attribute that is wrong, its value and what would
   *     be right; then nothing has changed
   */
  abstract boolean useNodes(Map<Setting, String> attributes);

  /** Changes what concerns the nodes, in one step; while sessions are served, at once. */
  final synchronized void change(Map<Setting, String> changes) {
    if (useNodes(given.with(changes))) {
      given.took(changes);
    } else {
      given.set(changes);
    }
  }

  /** The attributes that were given. */
  final Map<Setting, String> givenAttributes() {
    return given.all();
  }

  /** Sets all that a builder was given. */
  final void giveAttributes(Map<Setting, String> attributes) {
    given.took(attributes);
  }

  /**
   * Takes an attribute that has no setter, or a value that does not fit it; the start fails for it.
   * Tomcat's digester calls this.
   *
   * @return true: Tomcat need not warn of it
   */
  public final boolean setProperty(String name, String value) {
    unknown.add(name, value);
    return true;
  }

  /**
   * Refuses what has no setter.
   *
   * @throws ConfigurationException naming the attribute, its value and the nearest that there is
   */
  final void checkUnknown() {
    unknown.check();
  }

  private String value(Setting setting) {
    return given.shown(setting);
  }

  /** Sets the nodes, {@code n1:host:port}, separated by commas or blanks, or their source. */
  public final void setMemcachedNodes(String value) {
    change(Map.of(Setting.MEMCACHED_NODES, value));
  }

  /** Returns the nodes, {@code n1:host:port}, separated by commas or blanks, or their source. */
  public final String getMemcachedNodes() {
    return value(Setting.MEMCACHED_NODES);
  }

  /** Sets seconds from one question for the nodes to the next, where they are found. */
  public final void setDiscoveryInterval(String value) {
    given.set(Setting.DISCOVERY_INTERVAL, value);
  }

  /** Returns seconds from one question for the nodes to the next, where they are found. */
  public final String getDiscoveryInterval() {
    return value(Setting.DISCOVERY_INTERVAL);
  }

  /** Sets ids of nodes that are written to only while no other answers. */
  public final void setFailoverNodes(String value) {
    change(Map.of(Setting.FAILOVER_NODES, value));
  }

  /** Returns ids of nodes that are written to only while no other answers. */
  public final String getFailoverNodes() {
    return value(Setting.FAILOVER_NODES);
  }

  /** Sets whether a load balancer keeps a session on one Tomcat. */
  public final void setSticky(String value) {
    given.set(Setting.STICKY, value);
  }

  /** Returns whether a load balancer keeps a session on one Tomcat. */
  public final String getSticky() {
    return value(Setting.STICKY);
  }

  /** Sets how parallel requests exclude each other. */
  public final void setLockingMode(String value) {
    given.set(Setting.LOCKING_MODE, value);
  }

  /** Returns how parallel requests exclude each other. */
  public final String getLockingMode() {
    return value(Setting.LOCKING_MODE);
  }

  /** Sets seconds after which a lease that is not renewed is free again. */
  public final void setLockExpiration(String value) {
    given.set(Setting.LOCK_EXPIRATION, value);
  }

  /** Returns seconds after which a lease that is not renewed is free again. */
  public final String getLockExpiration() {
    return value(Setting.LOCK_EXPIRATION);
  }

  /** Sets {@code proceed} or {@code reject}, for requests that wait in vain. */
  public final void setOnLockTimeout(String value) {
    given.set(Setting.ON_LOCK_TIMEOUT, value);
  }

  /** Returns {@code proceed} or {@code reject}, for requests that wait in vain. */
  public final String getOnLockTimeout() {
    return value(Setting.ON_LOCK_TIMEOUT);
  }

  /** Sets how many requests of one session may wait for its lease in this Tomcat. */
  public final void setMaxLockWaiters(String value) {
    given.set(Setting.MAX_LOCK_WAITERS, value);
  }

  /** Returns how many requests of one session may wait for its lease in this Tomcat. */
  public final String getMaxLockWaiters() {
    return value(Setting.MAX_LOCK_WAITERS);
  }

  /** Sets seconds that a request keeps its lease after its response has begun to leave; or -1. */
  public final void setMaxLockHold(String value) {
    given.set(Setting.MAX_LOCK_HOLD, value);
  }

  /** Returns seconds that a request keeps its lease after its response has begun; or -1. */
  public final String getMaxLockHold() {
    return value(Setting.MAX_LOCK_HOLD);
  }

  /** Sets {@code session}, {@code attribute} or {@code auto}. */
  public final void setGranularity(String value) {
    given.set(Setting.GRANULARITY, value);
  }

  /** Returns {@code session}, {@code attribute} or {@code auto}. */
  public final String getGranularity() {
    return value(Setting.GRANULARITY);
  }

  /** Sets requests whose URI matches cost no store operation. */
  public final void setRequestUriIgnorePattern(String value) {
    given.set(Setting.REQUEST_URI_IGNORE_PATTERN, value);
  }

  /** Returns requests whose URI matches cost no store operation. */
  public final String getRequestUriIgnorePattern() {
    return value(Setting.REQUEST_URI_IGNORE_PATTERN);
  }

  /** Sets whether the response may leave before the backup is done. */
  public final void setSessionBackupAsync(String value) {
    given.set(Setting.SESSION_BACKUP_ASYNC, value);
  }

  /** Returns whether the response may leave before the backup is done. */
  public final String getSessionBackupAsync() {
    return value(Setting.SESSION_BACKUP_ASYNC);
  }

  /** Sets milliseconds a request waits for its backup when not asynchronous. */
  public final void setSessionBackupTimeout(String value) {
    given.set(Setting.SESSION_BACKUP_TIMEOUT, value);
  }

  /** Returns milliseconds a request waits for its backup when not asynchronous. */
  public final String getSessionBackupTimeout() {
    return value(Setting.SESSION_BACKUP_TIMEOUT);
  }

  /** Sets milliseconds a single store operation may take. */
  public final void setOperationTimeout(String value) {
    given.set(Setting.OPERATION_TIMEOUT, value);
  }

  /** Returns milliseconds a single store operation may take. */
  public final String getOperationTimeout() {
    return value(Setting.OPERATION_TIMEOUT);
  }

  /** Sets milliseconds since a node answered in which no client loses a session it may hold. */
  public final void setDoubtTimeout(String value) {
    given.set(Setting.DOUBT_TIMEOUT, value);
  }

  /** Returns milliseconds since a node answered in which no client loses a session it may hold. */
  public final String getDoubtTimeout() {
    return value(Setting.DOUBT_TIMEOUT);
  }

  /** Sets threads that encode and send backups; 0 for the number of processors. */
  public final void setBackupThreadCount(String value) {
    given.set(Setting.BACKUP_THREAD_COUNT, value);
  }

  /** Returns threads that encode and send backups; 0 for the number of processors. */
  public final String getBackupThreadCount() {
    return value(Setting.BACKUP_THREAD_COUNT);
  }

  /** Sets seconds after which an idle session that is not sticky gives up its objects. */
  public final void setMaxIdleDecoded(String value) {
    given.set(Setting.MAX_IDLE_DECODED, value);
  }

  /** Returns seconds after which an idle session that is not sticky gives up its objects. */
  public final String getMaxIdleDecoded() {
    return value(Setting.MAX_IDLE_DECODED);
  }

  /** Sets what stands in front of the session id in a storage key. */
  public final void setStorageKeyPrefix(String value) {
    given.set(Setting.STORAGE_KEY_PREFIX, value);
  }

  /** Returns what stands in front of the session id in a storage key. */
  public final String getStorageKeyPrefix() {
    return value(Setting.STORAGE_KEY_PREFIX);
  }

  /** Sets {@code text} or {@code binary}. */
  public final void setMemcachedProtocol(String value) {
    given.set(Setting.MEMCACHED_PROTOCOL, value);
  }

  /** Returns {@code text} or {@code binary}. */
  public final String getMemcachedProtocol() {
    return value(Setting.MEMCACHED_PROTOCOL);
  }

  /** Sets the user that logs in to the nodes. */
  public final void setUsername(String value) {
    given.set(Setting.USERNAME, value);
  }

  /** Returns the user that logs in to the nodes. */
  public final String getUsername() {
    return value(Setting.USERNAME);
  }

  /** Sets serializer: a short name or the class name of a factory. */
  public final void setTranscoderFactoryClass(String value) {
    given.set(Setting.TRANSCODER_FACTORY_CLASS, value);
  }

  /** Returns serializer: a short name or the class name of a factory. */
  public final String getTranscoderFactoryClass() {
    return value(Setting.TRANSCODER_FACTORY_CLASS);
  }

  /** Sets whether collections are copied before they are encoded. */
  public final void setCopyCollectionsForSerialization(String value) {
    given.set(Setting.COPY_COLLECTIONS_FOR_SERIALIZATION, value);
  }

  /** Returns whether collections are copied before they are encoded. */
  public final String getCopyCollectionsForSerialization() {
    return value(Setting.COPY_COLLECTIONS_FOR_SERIALIZATION);
  }

  /** Sets class names of the user's extensions of the serializer. */
  public final void setCustomConverter(String value) {
    given.set(Setting.CUSTOM_CONVERTER, value);
  }

  /** Returns class names of the user's extensions of the serializer. */
  public final String getCustomConverter() {
    return value(Setting.CUSTOM_CONVERTER);
  }

  /** Sets attributes whose names match are stored. */
  public final void setSessionAttributeFilter(String value) {
    given.set(Setting.SESSION_ATTRIBUTE_FILTER, value);
  }

  /** Returns attributes whose names match are stored. */
  public final String getSessionAttributeFilter() {
    return value(Setting.SESSION_ATTRIBUTE_FILTER);
  }

  /** Sets whether counters are kept. */
  public final void setEnableStatistics(String value) {
    given.set(Setting.ENABLE_STATISTICS, value);
  }

  /** Returns whether counters are kept. */
  public final String getEnableStatistics() {
    return value(Setting.ENABLE_STATISTICS);
  }

  /** Sets whether sessions are backed up at all. */
  public final void setEnabled(String value) {
    given.set(Setting.ENABLED, value);
  }

  /** Returns whether sessions are backed up at all. */
  public final String getEnabled() {
    return value(Setting.ENABLED);
  }

  /** Sets how many nodes hold a session, or {@code auto}. */
  public final void setCopies(String value) {
    change(Map.of(Setting.COPIES, value));
  }

  /** Returns how many nodes hold a session, or {@code auto}. */
  public final String getCopies() {
    return value(Setting.COPIES);
  }

  /** Sets how many sessions are stored again in a second after nodes came or went. */
  public final void setResyncRate(String value) {
    given.set(Setting.RESYNC_RATE, value);
  }

  /** Returns how many sessions are stored again in a second after nodes came or went. */
  public final String getResyncRate() {
    return value(Setting.RESYNC_RATE);
  }

  /** Sets classes allowed in sessions beside the defaults. */
  public final void setAllowedClasses(String value) {
    given.set(Setting.ALLOWED_CLASSES, value);
  }

  /** Returns classes allowed in sessions beside the defaults. */
  public final String getAllowedClasses() {
    return value(Setting.ALLOWED_CLASSES);
  }

  /** Sets largest record in bytes. */
  public final void setMaxSessionSize(String value) {
    given.set(Setting.MAX_SESSION_SIZE, value);
  }

  /** Returns largest record in bytes. */
  public final String getMaxSessionSize() {
    return value(Setting.MAX_SESSION_SIZE);
  }

  /** Sets the item size of the nodes in bytes. */
  public final void setMaxItemSize(String value) {
    given.set(Setting.MAX_ITEM_SIZE, value);
  }

  /** Returns the item size of the nodes in bytes. */
  public final String getMaxItemSize() {
    return value(Setting.MAX_ITEM_SIZE);
  }

  /** Sets how records are made smaller. */
  public final void setCompression(String value) {
    given.set(Setting.COMPRESSION, value);
  }

  /** Returns how records are made smaller. */
  public final String getCompression() {
    return value(Setting.COMPRESSION);
  }

  /** Sets the bytes above which attributes are compressed. */
  public final void setCompressionThreshold(String value) {
    given.set(Setting.COMPRESSION_THRESHOLD, value);
  }

  /** Returns the bytes above which attributes are compressed. */
  public final String getCompressionThreshold() {
    return value(Setting.COMPRESSION_THRESHOLD);
  }

  /** Sets the file with the keys that records are sealed with. */
  public final void setEncryptionKeyFile(String value) {
    given.set(Setting.ENCRYPTION_KEY_FILE, value);
  }

  /** Returns the file with the keys that records are sealed with. */
  public final String getEncryptionKeyFile() {
    return value(Setting.ENCRYPTION_KEY_FILE);
  }

  /** Sets how far the change from unsealed to sealed records is. */
  public final void setEncryptionMigration(String value) {
    given.set(Setting.ENCRYPTION_MIGRATION, value);
  }

  /** Returns how far the change from unsealed to sealed records is. */
  public final String getEncryptionMigration() {
    return value(Setting.ENCRYPTION_MIGRATION);
  }

  /** Sets directory for sessions that the store cannot take at a stop. */
  public final void setSpillDirectory(String value) {
    given.set(Setting.SPILL_DIRECTORY, value);
  }

  /** Returns directory for sessions that the store cannot take at a stop. */
  public final String getSpillDirectory() {
    return value(Setting.SPILL_DIRECTORY);
  }

  /** Sets megabytes that the files of one application may take together. */
  public final void setSpillLimit(String value) {
    given.set(Setting.SPILL_LIMIT, value);
  }

  /** Returns megabytes that the files of one application may take together. */
  public final String getSpillLimit() {
    return value(Setting.SPILL_LIMIT);
  }

  /** Sets whether sessions whose Tomcats are gone are ended by the others, with events. */
  public final void setExpireAbandonedSessions(String value) {
    given.set(Setting.EXPIRE_ABANDONED_SESSIONS, value);
  }

  /** Returns whether sessions whose Tomcats are gone are ended by the others, with events. */
  public final String getExpireAbandonedSessions() {
    return value(Setting.EXPIRE_ABANDONED_SESSIONS);
  }

  /** Sets whether the sessions of each user are listed, for all Tomcats. */
  public final void setSessionsByUser(String value) {
    given.set(Setting.SESSIONS_BY_USER, value);
  }

  /** Returns whether the sessions of each user are listed, for all Tomcats. */
  public final String getSessionsByUser() {
    return value(Setting.SESSIONS_BY_USER);
  }

  /** Sets whether connections to the nodes are encrypted. */
  public final void setTls(String value) {
    given.set(Setting.TLS, value);
  }

  /** Returns whether connections to the nodes are encrypted. */
  public final String getTls() {
    return value(Setting.TLS);
  }

  /** Sets the file with the certificates that those of the nodes must come from. */
  public final void setTlsCaFile(String value) {
    given.set(Setting.TLS_CA_FILE, value);
  }

  /** Returns the file with the certificates that those of the nodes must come from. */
  public final String getTlsCaFile() {
    return value(Setting.TLS_CA_FILE);
  }

  /** Sets the key store with the certificates that those of the nodes must come from. */
  public final void setTlsTrustStore(String value) {
    given.set(Setting.TLS_TRUST_STORE, value);
  }

  /** Returns the key store with the certificates that those of the nodes must come from. */
  public final String getTlsTrustStore() {
    return value(Setting.TLS_TRUST_STORE);
  }

  /** Sets the password of that key store. */
  public final void setTlsTrustStorePassword(String value) {
    given.set(Setting.TLS_TRUST_STORE_PASSWORD, value);
  }

  /** Returns that password, for Tomcat's StoreConfig; no attribute of the MBean. */
  public final @Nullable String getTlsTrustStorePassword() {
    return given.all().get(Setting.TLS_TRUST_STORE_PASSWORD);
  }

  /** Sets the file with this Tomcat's own certificate, for nodes that ask for one. */
  public final void setTlsCertificateFile(String value) {
    given.set(Setting.TLS_CERTIFICATE_FILE, value);
  }

  /** Returns the file with this Tomcat's own certificate, for nodes that ask for one. */
  public final String getTlsCertificateFile() {
    return value(Setting.TLS_CERTIFICATE_FILE);
  }

  /** Sets the file with the private key of that certificate. */
  public final void setTlsKeyFile(String value) {
    given.set(Setting.TLS_KEY_FILE, value);
  }

  /** Returns the file with the private key of that certificate. */
  public final String getTlsKeyFile() {
    return value(Setting.TLS_KEY_FILE);
  }

  /** Sets whether a node's certificate must be for the name under which it is configured. */
  public final void setTlsHostnameVerification(String value) {
    given.set(Setting.TLS_HOSTNAME_VERIFICATION, value);
  }

  /** Returns whether a node's certificate must be for the name under which it is configured. */
  public final String getTlsHostnameVerification() {
    return value(Setting.TLS_HOSTNAME_VERIFICATION);
  }

  /** Sets the file with the password for the nodes. */
  public final void setPasswordFile(String value) {
    given.set(Setting.PASSWORD_FILE, value);
  }

  /** Returns the file with the password for the nodes. */
  public final String getPasswordFile() {
    return value(Setting.PASSWORD_FILE);
  }

  /** Sets the password for the nodes. */
  public final void setPassword(String value) {
    given.set(Setting.PASSWORD, value);
  }

  /**
   * Returns the password for the nodes, for Tomcat's StoreConfig, which writes it where it was
   * written. It is no attribute of the MBean, so that no console shows it.
   */
  public final @Nullable String getPassword() {
    return given.all().get(Setting.PASSWORD);
  }
}
