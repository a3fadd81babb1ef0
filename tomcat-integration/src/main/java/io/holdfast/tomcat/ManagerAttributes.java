package io.holdfast.tomcat;

import io.holdfast.core.config.ConfigurationException;
import io.holdfast.core.config.Setting;
import io.holdfast.core.config.TomcatAttributes;
import java.util.List;
import java.util.Map;
import org.apache.catalina.session.ManagerBase;
import org.jspecify.annotations.Nullable;

/**
 * The attributes of {@code <Manager>} that are Holdfast's, as bean properties.
 *
 * <p>All are text: Tomcat's digester swallows a value that does not fit a setter's type with a line
 * in the log, while Holdfast checks all values together at start and says what is wrong. A getter
 * returns the text that was given, else the default, else an empty text; credentials in an address
 * are not shown. No value is null.
 *
 * <p>While the manager runs, what concerns the nodes may be changed and takes effect at once; the
 * other setters throw an {@link IllegalStateException} then, unless the value is what it was. After
 * a stop or a failed start a setter that is given a wrong value throws an {@link
 * IllegalArgumentException}, which names the attribute, its value and what would be right, and the
 * attribute stays as it was.
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
  abstract boolean useNodes(Map<Setting<?>, String> attributes);

  /** Changes what concerns the nodes, in one step; while sessions are served, at once. */
  final synchronized void change(Map<Setting<?>, String> changes) {
    if (useNodes(given.with(changes))) {
      given.took(changes);
    } else {
      given.set(changes);
    }
  }

  /** The attributes that were given. */
  final Map<Setting<?>, String> givenAttributes() {
    return given.all();
  }

  /** Sets all that a builder was given. */
  final void giveAttributes(Map<Setting<?>, String> attributes) {
    given.took(attributes);
  }

  /**
   * Takes an attribute that has no setter, or a value that does not fit it; the start fails for it.
   * Tomcat's digester calls this.
   *
   * @param name of the attribute, as it is written in XML
   * @param value as it is written there
   * @return true: Tomcat need not warn of it
   */
  public final boolean setProperty(String name, String value) {
    unknown.add(name, value);
    return true;
  }

  /**
   * Whether an attribute of Tomcat's own can have a value. Before the first start one that is wrong
   * is remembered, and the start fails for it.
   *
   * @throws IllegalArgumentException if it is wrong, later
   */
  final boolean canTake(String name, @Nullable String value) {
    try {
      TomcatAttributes.check(name, value == null ? "" : value);
    } catch (ConfigurationException e) {
      if (GivenAttributes.hasBeenStarted(getState())) {
        throw new IllegalArgumentException(e.getMessage());
      }
      unknown.refuse(e);
      return false;
    }
    taken(name);
    return true;
  }

  /** A setter of Tomcat's own takes a value: the one that failed the last start counts no more. */
  final void taken(String name) {
    if (unknown
        != null) { // it is while ManagerBase's constructor sets what a security manager needs
      unknown.correct(name);
    }
  }

  /** What has no setter, and what a setter could not use; with what would be right. */
  final List<ConfigurationException> unknownAttributes() {
    return unknown.mistakes();
  }

  private String value(Setting<?> setting) {
    return given.shown(setting);
  }

  /**
   * Sets the nodes, {@code n1:host:port}, separated by commas or blanks, or their source.
   *
   * @param value one source such as {@code dns:name:port}, or a list such as {@code
   *     n1:cache1:11211,n2:cache2:11211}; it has no default
   * @throws IllegalArgumentException if sessions are served and the nodes cannot change so; it
   *     names the attribute, its value and what would be right. Then nothing has changed.
   */
  public final void setMemcachedNodes(String value) {
    change(Map.of(Setting.MEMCACHED_NODES, value));
  }

  /** {@return the nodes, {@code n1:host:port}, separated by commas or blanks, or their source} */
  public final String getMemcachedNodes() {
    return value(Setting.MEMCACHED_NODES);
  }

  /**
   * Sets the seconds from one question for the nodes to the next, where they are found.
   *
   * @param value whole seconds, 1 to 3,600; {@code 30} unless set
   */
  public final void setDiscoveryInterval(String value) {
    given.set(Setting.DISCOVERY_INTERVAL, value);
  }

  /** {@return the seconds from one question for the nodes to the next, where they are found} */
  public final String getDiscoveryInterval() {
    return value(Setting.DISCOVERY_INTERVAL);
  }

  /**
   * Sets the ids of nodes that are written to only while no other answers.
   *
   * @param value ids of {@link #setMemcachedNodes memcachedNodes}, separated by commas or blanks,
   *     but not all of them; empty, for none, unless set. Must be empty if sessions are not sticky,
   *     or nodes are found.
   * @throws IllegalArgumentException if sessions are served and the nodes cannot change so; it
   *     names the attribute, its value and what would be right. Then nothing has changed.
   */
  public final void setFailoverNodes(String value) {
    change(Map.of(Setting.FAILOVER_NODES, value));
  }

  /** {@return the ids of nodes that are written to only while no other answers} */
  public final String getFailoverNodes() {
    return value(Setting.FAILOVER_NODES);
  }

  /**
   * Sets whether a load balancer keeps a session on one Tomcat.
   *
   * @param value {@code true} or {@code false}; {@code true} unless set
   */
  public final void setSticky(String value) {
    given.set(Setting.STICKY, value);
  }

  /** {@return whether a load balancer keeps a session on one Tomcat} */
  public final String getSticky() {
    return value(Setting.STICKY);
  }

  /**
   * Sets how parallel requests exclude each other.
   *
   * @param value {@code none}, {@code optimistic}, {@code all}, {@code auto} or {@code
   *     uriPattern:REGEX}; {@code none} unless set. Must be {@code none} if sessions are sticky.
   */
  public final void setLockingMode(String value) {
    given.set(Setting.LOCKING_MODE, value);
  }

  /** {@return how parallel requests exclude each other} */
  public final String getLockingMode() {
    return value(Setting.LOCKING_MODE);
  }

  /**
   * Sets the seconds after which a lease that is not renewed is free again.
   *
   * @param value whole seconds, 2 to 3,600; {@code 5} unless set
   */
  public final void setLockExpiration(String value) {
    given.set(Setting.LOCK_EXPIRATION, value);
  }

  /** {@return the seconds after which a lease that is not renewed is free again} */
  public final String getLockExpiration() {
    return value(Setting.LOCK_EXPIRATION);
  }

  /**
   * Sets {@code proceed} or {@code reject}, for requests that wait in vain.
   *
   * @param value {@code proceed}: without the lease; {@code reject}: it gets 503. {@code reject}
   *     unless set
   */
  public final void setOnLockTimeout(String value) {
    given.set(Setting.ON_LOCK_TIMEOUT, value);
  }

  /** {@return {@code proceed} or {@code reject}, for requests that wait in vain} */
  public final String getOnLockTimeout() {
    return value(Setting.ON_LOCK_TIMEOUT);
  }

  /**
   * Sets how many requests of one session may wait for its lease in this Tomcat.
   *
   * @param value 1 to 10,000; one request more gets 503 at once. {@code 20} unless set
   */
  public final void setMaxLockWaiters(String value) {
    given.set(Setting.MAX_LOCK_WAITERS, value);
  }

  /** {@return how many requests of one session may wait for its lease in this Tomcat} */
  public final String getMaxLockWaiters() {
    return value(Setting.MAX_LOCK_WAITERS);
  }

  /**
   * Sets the seconds that a request keeps its lease after its response has begun to leave; or -1.
   *
   * @param value whole seconds, 0 to 86,400, or {@code -1}: as long as the request runs; {@code 30}
   *     unless set
   */
  public final void setMaxLockHold(String value) {
    given.set(Setting.MAX_LOCK_HOLD, value);
  }

  /** {@return the seconds that a request keeps its lease after its response has begun; or -1} */
  public final String getMaxLockHold() {
    return value(Setting.MAX_LOCK_HOLD);
  }

  /**
   * Sets {@code session}, {@code attribute} or {@code auto}.
   *
   * @param value {@code auto} unless set, which is {@code session} if sticky, else {@code
   *     attribute}
   */
  public final void setGranularity(String value) {
    given.set(Setting.GRANULARITY, value);
  }

  /** {@return {@code session}, {@code attribute} or {@code auto}} */
  public final String getGranularity() {
    return value(Setting.GRANULARITY);
  }

  /**
   * Sets which requests cost no store operation, by their URI.
   *
   * @param value a regular expression for the whole URI with its query, or for the method, a blank
   *     and those; empty, for none, unless set
   */
  public final void setRequestUriIgnorePattern(String value) {
    given.set(Setting.REQUEST_URI_IGNORE_PATTERN, value);
  }

  /** {@return which requests cost no store operation, by their URI} */
  public final String getRequestUriIgnorePattern() {
    return value(Setting.REQUEST_URI_IGNORE_PATTERN);
  }

  /**
   * Sets whether the response may leave before the backup is done.
   *
   * @param value {@code true} or {@code false}; {@code true} unless set
   */
  public final void setSessionBackupAsync(String value) {
    given.set(Setting.SESSION_BACKUP_ASYNC, value);
  }

  /** {@return whether the response may leave before the backup is done} */
  public final String getSessionBackupAsync() {
    return value(Setting.SESSION_BACKUP_ASYNC);
  }

  /**
   * Sets the milliseconds a request waits for its backup when not asynchronous.
   *
   * @param value 1 to 3,600,000 milliseconds; {@code 100} unless set. The backup goes on after
   *     that.
   */
  public final void setSessionBackupTimeout(String value) {
    given.set(Setting.SESSION_BACKUP_TIMEOUT, value);
  }

  /** {@return the milliseconds a request waits for its backup when not asynchronous} */
  public final String getSessionBackupTimeout() {
    return value(Setting.SESSION_BACKUP_TIMEOUT);
  }

  /**
   * Sets the milliseconds a single store operation may take.
   *
   * @param value 1 to 3,600,000 milliseconds; {@code 1000} unless set
   */
  public final void setOperationTimeout(String value) {
    given.set(Setting.OPERATION_TIMEOUT, value);
  }

  /** {@return the milliseconds a single store operation may take} */
  public final String getOperationTimeout() {
    return value(Setting.OPERATION_TIMEOUT);
  }

  /**
   * Sets the milliseconds since a node answered in which no client loses a session it may hold.
   *
   * @param value 0 to 3,600,000 milliseconds; {@code 0}: a client gets a new session at once.
   *     {@code 10000} unless set
   */
  public final void setDoubtTimeout(String value) {
    given.set(Setting.DOUBT_TIMEOUT, value);
  }

  /**
   * {@return the milliseconds since a node answered in which no client loses a session it may hold}
   */
  public final String getDoubtTimeout() {
    return value(Setting.DOUBT_TIMEOUT);
  }

  /**
   * Sets the threads that encode and send backups; 0 for the number of processors.
   *
   * @param value 0 to 1,000; {@code 0} unless set
   */
  public final void setBackupThreadCount(String value) {
    given.set(Setting.BACKUP_THREAD_COUNT, value);
  }

  /** {@return the threads that encode and send backups; 0 for the number of processors} */
  public final String getBackupThreadCount() {
    return value(Setting.BACKUP_THREAD_COUNT);
  }

  /**
   * Sets the seconds after which an idle session that is not sticky gives up its objects.
   *
   * @param value whole seconds, 0 to 31,536,000, or {@code -1}: never; {@code 60} unless set
   */
  public final void setMaxIdleDecoded(String value) {
    given.set(Setting.MAX_IDLE_DECODED, value);
  }

  /** {@return the seconds after which an idle session that is not sticky gives up its objects} */
  public final String getMaxIdleDecoded() {
    return value(Setting.MAX_IDLE_DECODED);
  }

  /**
   * Sets what stands in front of the session id in a storage key.
   *
   * @param value {@code static:text}, {@code host}, {@code context}, {@code webappVersion}, each
   *     also with {@code .hash}, separated by commas; empty for nothing. {@code
   *     context,webappVersion} unless set. The same on all Tomcats.
   */
  public final void setStorageKeyPrefix(String value) {
    given.set(Setting.STORAGE_KEY_PREFIX, value);
  }

  /** {@return what stands in front of the session id in a storage key} */
  public final String getStorageKeyPrefix() {
    return value(Setting.STORAGE_KEY_PREFIX);
  }

  /**
   * Sets {@code text} or {@code binary}.
   *
   * @param value {@code text} unless set
   */
  public final void setMemcachedProtocol(String value) {
    given.set(Setting.MEMCACHED_PROTOCOL, value);
  }

  /** {@return {@code text} or {@code binary}} */
  public final String getMemcachedProtocol() {
    return value(Setting.MEMCACHED_PROTOCOL);
  }

  /**
   * Sets the user that logs in to the nodes.
   *
   * @param value needs {@link #setPassword password} or {@link #setPasswordFile passwordFile};
   *     empty, for no login, unless set
   */
  public final void setUsername(String value) {
    given.set(Setting.USERNAME, value);
  }

  /** {@return the user that logs in to the nodes} */
  public final String getUsername() {
    return value(Setting.USERNAME);
  }

  /**
   * Sets the serializer: a short name or the class name of a factory.
   *
   * @param value {@code java}, {@code kryo}, {@code xstream}, {@code javolution}, or the name of a
   *     class that implements {@link io.holdfast.core.transcoder.TranscoderFactory}; {@code java}
   *     unless set
   */
  public final void setTranscoderFactoryClass(String value) {
    given.set(Setting.TRANSCODER_FACTORY_CLASS, value);
  }

  /** {@return the serializer: a short name or the class name of a factory} */
  public final String getTranscoderFactoryClass() {
    return value(Setting.TRANSCODER_FACTORY_CLASS);
  }

  /**
   * Sets whether collections are copied before they are encoded.
   *
   * @param value {@code true} or {@code false}; {@code false} unless set
   */
  public final void setCopyCollectionsForSerialization(String value) {
    given.set(Setting.COPY_COLLECTIONS_FOR_SERIALIZATION, value);
  }

  /** {@return whether collections are copied before they are encoded} */
  public final String getCopyCollectionsForSerialization() {
    return value(Setting.COPY_COLLECTIONS_FOR_SERIALIZATION);
  }

  /**
   * Sets the class names of the user's extensions of the serializer.
   *
   * @param value names separated by commas or blanks, of classes that implement {@link
   *     io.holdfast.core.transcoder.Conversions} or what the serializer takes; empty, for none,
   *     unless set
   */
  public final void setCustomConverter(String value) {
    given.set(Setting.CUSTOM_CONVERTER, value);
  }

  /** {@return the class names of the user's extensions of the serializer} */
  public final String getCustomConverter() {
    return value(Setting.CUSTOM_CONVERTER);
  }

  /**
   * Sets which attributes are stored, by their names.
   *
   * @param value a regular expression for the whole name; empty, for all attributes, unless set
   */
  public final void setSessionAttributeFilter(String value) {
    given.set(Setting.SESSION_ATTRIBUTE_FILTER, value);
  }

  /** {@return which attributes are stored, by their names} */
  public final String getSessionAttributeFilter() {
    return value(Setting.SESSION_ATTRIBUTE_FILTER);
  }

  /**
   * Sets whether counters are kept.
   *
   * @param value {@code true} or {@code false}; {@code true} unless set
   */
  public final void setEnableStatistics(String value) {
    given.set(Setting.ENABLE_STATISTICS, value);
  }

  /** {@return whether counters are kept} */
  public final String getEnableStatistics() {
    return value(Setting.ENABLE_STATISTICS);
  }

  /**
   * Sets whether sessions are backed up at all.
   *
   * @param value {@code true} or {@code false}; {@code true} unless set. With {@code false} no
   *     other attribute is checked.
   */
  public final void setEnabled(String value) {
    given.set(Setting.ENABLED, value);
  }

  /** {@return whether sessions are backed up at all} */
  public final String getEnabled() {
    return value(Setting.ENABLED);
  }

  /**
   * Sets how many nodes hold a session, or {@code auto}.
   *
   * @param value 1 to the number of nodes that are not for failover, or {@code auto}: 1 if sticky,
   *     else 2 where there are two nodes. {@code auto} unless set
   * @throws IllegalArgumentException if sessions are served and the nodes cannot change so; it
   *     names the attribute, its value and what would be right. Then nothing has changed.
   */
  public final void setCopies(String value) {
    change(Map.of(Setting.COPIES, value));
  }

  /** {@return how many nodes hold a session, or {@code auto}} */
  public final String getCopies() {
    return value(Setting.COPIES);
  }

  /**
   * Sets how many sessions are stored again in a second after nodes came or went.
   *
   * @param value 1 to 1,000,000 sessions in a second; {@code 1000} unless set
   */
  public final void setResyncRate(String value) {
    given.set(Setting.RESYNC_RATE, value);
  }

  /** {@return how many sessions are stored again in a second after nodes came or went} */
  public final String getResyncRate() {
    return value(Setting.RESYNC_RATE);
  }

  /**
   * Sets the classes allowed in sessions beside the defaults.
   *
   * @param value entries separated by commas or blanks, in the syntax of {@link
   *     io.holdfast.core.transcoder.ClassFilter}; empty, for none, unless set
   */
  public final void setAllowedClasses(String value) {
    given.set(Setting.ALLOWED_CLASSES, value);
  }

  /** {@return the classes allowed in sessions beside the defaults} */
  public final String getAllowedClasses() {
    return value(Setting.ALLOWED_CLASSES);
  }

  /**
   * Sets the largest record in bytes.
   *
   * @param value 1,024 to 134,217,728 bytes; {@code 33554432} unless set. The same on all Tomcats.
   */
  public final void setMaxSessionSize(String value) {
    given.set(Setting.MAX_SESSION_SIZE, value);
  }

  /** {@return the largest record in bytes} */
  public final String getMaxSessionSize() {
    return value(Setting.MAX_SESSION_SIZE);
  }

  /**
   * Sets the item size of the nodes in bytes.
   *
   * @param value 131,072 to 134,217,728 bytes, as memcached's {@code -I} has it; {@code 1048576}
   *     unless set
   */
  public final void setMaxItemSize(String value) {
    given.set(Setting.MAX_ITEM_SIZE, value);
  }

  /** {@return the item size of the nodes in bytes} */
  public final String getMaxItemSize() {
    return value(Setting.MAX_ITEM_SIZE);
  }

  /**
   * Sets how records are made smaller.
   *
   * @param value {@code none} or {@code deflate}, which cannot stand beside {@link
   *     #setEncryptionKeyFile encryptionKeyFile}; {@code none} unless set
   */
  public final void setCompression(String value) {
    given.set(Setting.COMPRESSION, value);
  }

  /** {@return how records are made smaller} */
  public final String getCompression() {
    return value(Setting.COMPRESSION);
  }

  /**
   * Sets the bytes above which attributes are compressed.
   *
   * @param value 0 to 134,217,728 bytes; {@code 1024} unless set
   */
  public final void setCompressionThreshold(String value) {
    given.set(Setting.COMPRESSION_THRESHOLD, value);
  }

  /** {@return the bytes above which attributes are compressed} */
  public final String getCompressionThreshold() {
    return value(Setting.COMPRESSION_THRESHOLD);
  }

  /**
   * Sets the file with the keys that records are sealed with.
   *
   * @param value an absolute path; empty, for none, unless set. Only its owner may read it.
   */
  public final void setEncryptionKeyFile(String value) {
    given.set(Setting.ENCRYPTION_KEY_FILE, value);
  }

  /** {@return the file with the keys that records are sealed with} */
  public final String getEncryptionKeyFile() {
    return value(Setting.ENCRYPTION_KEY_FILE);
  }

  /**
   * Sets how far the change from unsealed to sealed records is.
   *
   * @param value {@code false}, {@code prepare} or {@code true}; {@code false} unless set. The
   *     others need {@link #setEncryptionKeyFile encryptionKeyFile}.
   */
  public final void setEncryptionMigration(String value) {
    given.set(Setting.ENCRYPTION_MIGRATION, value);
  }

  /** {@return how far the change from unsealed to sealed records is} */
  public final String getEncryptionMigration() {
    return value(Setting.ENCRYPTION_MIGRATION);
  }

  /**
   * Sets the directory for sessions that the store cannot take at a stop.
   *
   * @param value an absolute path; empty, for none, unless set. Only its owner may have access to
   *     it.
   */
  public final void setSpillDirectory(String value) {
    given.set(Setting.SPILL_DIRECTORY, value);
  }

  /** {@return the directory for sessions that the store cannot take at a stop} */
  public final String getSpillDirectory() {
    return value(Setting.SPILL_DIRECTORY);
  }

  /**
   * Sets the megabytes that the files of one application may take together.
   *
   * @param value 1 to 1,048,576 megabytes; {@code 1024} unless set
   */
  public final void setSpillLimit(String value) {
    given.set(Setting.SPILL_LIMIT, value);
  }

  /** {@return the megabytes that the files of one application may take together} */
  public final String getSpillLimit() {
    return value(Setting.SPILL_LIMIT);
  }

  /**
   * Sets whether sessions whose Tomcats are gone are ended by the others, with events.
   *
   * @param value {@code true} or {@code false}; {@code false} unless set. The same on all Tomcats.
   */
  public final void setExpireAbandonedSessions(String value) {
    given.set(Setting.EXPIRE_ABANDONED_SESSIONS, value);
  }

  /** {@return whether sessions whose Tomcats are gone are ended by the others, with events} */
  public final String getExpireAbandonedSessions() {
    return value(Setting.EXPIRE_ABANDONED_SESSIONS);
  }

  /**
   * Sets whether the sessions of each user are listed, for all Tomcats.
   *
   * @param value {@code true} or {@code false}; {@code false} unless set. The same on all Tomcats.
   */
  public final void setSessionsByUser(String value) {
    given.set(Setting.SESSIONS_BY_USER, value);
  }

  /** {@return whether the sessions of each user are listed, for all Tomcats} */
  public final String getSessionsByUser() {
    return value(Setting.SESSIONS_BY_USER);
  }

  /**
   * Sets whether connections to the nodes are encrypted.
   *
   * @param value {@code true} or {@code false}; {@code false} unless set. {@code true} needs the
   *     protocol {@code text}.
   */
  public final void setTls(String value) {
    given.set(Setting.TLS, value);
  }

  /** {@return whether connections to the nodes are encrypted} */
  public final String getTls() {
    return value(Setting.TLS);
  }

  /**
   * Sets the file with the certificates that those of the nodes must come from.
   *
   * @param value the absolute path of a file in PEM; empty, for what the JDK trusts, unless set.
   *     Needs {@link #setTls tls}, and cannot stand beside {@link #setTlsTrustStore tlsTrustStore}.
   */
  public final void setTlsCaFile(String value) {
    given.set(Setting.TLS_CA_FILE, value);
  }

  /** {@return the file with the certificates that those of the nodes must come from} */
  public final String getTlsCaFile() {
    return value(Setting.TLS_CA_FILE);
  }

  /**
   * Sets the key store with the certificates that those of the nodes must come from.
   *
   * @param value the absolute path of a key store, JKS or PKCS12; empty, for none, unless set.
   *     Needs {@link #setTls tls}, and cannot stand beside {@link #setTlsCaFile tlsCaFile}.
   */
  public final void setTlsTrustStore(String value) {
    given.set(Setting.TLS_TRUST_STORE, value);
  }

  /** {@return the key store with the certificates that those of the nodes must come from} */
  public final String getTlsTrustStore() {
    return value(Setting.TLS_TRUST_STORE);
  }

  /**
   * Sets the password of that key store.
   *
   * @param value as it is, with its blanks; empty, for none, unless set. Needs {@link
   *     #setTlsTrustStore tlsTrustStore}.
   */
  public final void setTlsTrustStorePassword(String value) {
    given.set(Setting.TLS_TRUST_STORE_PASSWORD, value);
  }

  /** {@return that password, null for none, for Tomcat's StoreConfig; no attribute of the MBean} */
  public final @Nullable String getTlsTrustStorePassword() {
    return given.all().get(Setting.TLS_TRUST_STORE_PASSWORD);
  }

  /**
   * Sets the file with this Tomcat's own certificate, for nodes that ask for one.
   *
   * @param value the absolute path of a file in PEM, with the certificates that it comes from;
   *     empty, for none, unless set. Needs {@link #setTlsKeyFile tlsKeyFile}.
   */
  public final void setTlsCertificateFile(String value) {
    given.set(Setting.TLS_CERTIFICATE_FILE, value);
  }

  /** {@return the file with this Tomcat's own certificate, for nodes that ask for one} */
  public final String getTlsCertificateFile() {
    return value(Setting.TLS_CERTIFICATE_FILE);
  }

  /**
   * Sets the file with the private key of that certificate.
   *
   * @param value the absolute path of a file in PEM (PKCS#8) that only its owner may read; empty,
   *     for none, unless set. Needs {@link #setTlsCertificateFile tlsCertificateFile}.
   */
  public final void setTlsKeyFile(String value) {
    given.set(Setting.TLS_KEY_FILE, value);
  }

  /** {@return the file with the private key of that certificate} */
  public final String getTlsKeyFile() {
    return value(Setting.TLS_KEY_FILE);
  }

  /**
   * Sets whether a node's certificate must be for the name under which it is configured.
   *
   * @param value {@code true} or {@code false}; {@code true} unless set. {@code false} needs {@link
   *     #setTls tls}.
   */
  public final void setTlsHostnameVerification(String value) {
    given.set(Setting.TLS_HOSTNAME_VERIFICATION, value);
  }

  /** {@return whether a node's certificate must be for the name under which it is configured} */
  public final String getTlsHostnameVerification() {
    return value(Setting.TLS_HOSTNAME_VERIFICATION);
  }

  /**
   * Sets the file with the password for the nodes.
   *
   * @param value the absolute path of a file whose first line is the password, and that only its
   *     owner may read; empty, for none, unless set. Needs {@link #setUsername username}, and
   *     cannot stand beside {@link #setPassword password}.
   */
  public final void setPasswordFile(String value) {
    given.set(Setting.PASSWORD_FILE, value);
  }

  /** {@return the file with the password for the nodes} */
  public final String getPasswordFile() {
    return value(Setting.PASSWORD_FILE);
  }

  /**
   * Sets the password for the nodes.
   *
   * @param value as it is, with its blanks; empty, for none, unless set. Needs {@link #setUsername
   *     username}, and cannot stand beside {@link #setPasswordFile passwordFile}.
   */
  public final void setPassword(String value) {
    given.set(Setting.PASSWORD, value);
  }

  /**
   * The password for the nodes, for Tomcat's StoreConfig, which writes it where it was written. It
   * is no attribute of the MBean, so that no console shows it.
   *
   * @return null if none was given
   */
  public final @Nullable String getPassword() {
    return given.all().get(Setting.PASSWORD);
  }
}
