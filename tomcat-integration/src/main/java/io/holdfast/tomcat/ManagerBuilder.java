package io.holdfast.tomcat;

import io.holdfast.core.config.Compression;
import io.holdfast.core.config.ConfigurationException;
import io.holdfast.core.config.ConfigurationParser;
import io.holdfast.core.config.EncryptionMigration;
import io.holdfast.core.config.Granularity;
import io.holdfast.core.config.OnLockTimeout;
import io.holdfast.core.config.Protocol;
import io.holdfast.core.config.Setting;
import io.holdfast.core.transcoder.TranscoderFactory;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Configures a {@link MemcachedSessionManager} for a Tomcat that is embedded in a program.
 *
 * <pre>{@code
 * context.setManager(
 *     MemcachedSessionManager.builder()
 *         .memcachedNodes("n1:cache1:11211", "n2:cache2:11211")
 *         .transcoderFactoryClass("kryo")
 *         .allowedClasses("com.acme.shop.**")
 *         .operationTimeout(Duration.ofMillis(500))
 *         .build());
 * }</pre>
 *
 * <p>There is one method for each attribute of {@code <Manager>} that is Holdfast's, with its name
 * and its meaning; what is not called keeps the attribute's default, and a second call replaces the
 * first. Tomcat's own attributes are set at the manager that was built, for example {@code
 * setMaxActiveSessions}.
 *
 * <p>In one thing an embedded Tomcat differs: the program's classes belong to no web application,
 * so that those whose objects are in sessions must be named by {@link #allowedClasses}.
 */
public final class ManagerBuilder {

  private static final int MILLIS = 3;

  private final Map<Setting, String> values = new EnumMap<>(Setting.class);
  private @Nullable TranscoderFactory transcoderFactory;

  ManagerBuilder() {}

  /**
   * Makes a manager for one context.
   *
   * @throws ConfigurationException naming the first attribute that is wrong, its value and what
   *     would be right. What only the running application can tell, such as a serializer whose jar
   *     is missing, stops the start of the context, and the log has such a message.
   */
  public MemcachedSessionManager build() {
    if (ConfigurationParser.isEnabled(values)) {
      var unused = ConfigurationParser.parse(values);
    }
    MemcachedSessionManager manager = new MemcachedSessionManager();
    manager.giveAttributes(values);
    manager.transcodeWith(transcoderFactory);
    return manager;
  }

  /** The attributes that were given. */
  Map<Setting, String> givenAttributes() {
    return new EnumMap<>(values);
  }

  /**
   * The nodes, each as {@code id:host:port} or {@code host:port}, at least one; or where they are
   * found, such as {@code dns:name:port}, alone.
   */
  public ManagerBuilder memcachedNodes(String... nodes) {
    return list(Setting.MEMCACHED_NODES, nodes);
  }

  /** From one question for the nodes to the next, where they are found; whole seconds. */
  public ManagerBuilder discoveryInterval(Duration interval) {
    return time(Setting.DISCOVERY_INTERVAL, interval, 0);
  }

  /** Ids of nodes that are written to only while no other answers. */
  public ManagerBuilder failoverNodes(String... ids) {
    return list(Setting.FAILOVER_NODES, ids);
  }

  /** Whether a load balancer keeps a session on one Tomcat. */
  public ManagerBuilder sticky(boolean sticky) {
    return text(Setting.STICKY, sticky);
  }

  /**
   * How parallel requests of a non-sticky session exclude each other: {@code none}, {@code
   * optimistic}, {@code all}, {@code auto} or {@code uriPattern:REGEX}.
   */
  public ManagerBuilder lockingMode(String mode) {
    return text(Setting.LOCKING_MODE, mode);
  }

  /** After which a lease that is not renewed is free again; whole seconds. */
  public ManagerBuilder lockExpiration(Duration expiration) {
    return time(Setting.LOCK_EXPIRATION, expiration, 0);
  }

  /** What a request does that waits for its lease in vain. */
  public ManagerBuilder onLockTimeout(OnLockTimeout reaction) {
    return name(Setting.ON_LOCK_TIMEOUT, reaction);
  }

  /** How many requests of one session may wait for its lease in this Tomcat; more get 503. */
  public ManagerBuilder maxLockWaiters(int count) {
    return text(Setting.MAX_LOCK_WAITERS, Integer.toString(count));
  }

  /** Seconds that a request keeps its lease after its response has begun to leave; -1: no limit. */
  public ManagerBuilder maxLockHold(int seconds) {
    return text(Setting.MAX_LOCK_HOLD, Integer.toString(seconds));
  }

  /** What is encoded as one graph; if not called, what suits {@link #sticky}. */
  public ManagerBuilder granularity(Granularity granularity) {
    return name(Setting.GRANULARITY, granularity);
  }

  /** Regular expression; requests whose URI with its query matches cost no store operation. */
  public ManagerBuilder requestUriIgnorePattern(String regex) {
    return text(Setting.REQUEST_URI_IGNORE_PATTERN, regex);
  }

  /** Whether the response may leave before the backup is done. */
  public ManagerBuilder sessionBackupAsync(boolean async) {
    return text(Setting.SESSION_BACKUP_ASYNC, async);
  }

  /** How long a request waits for its backup when not asynchronous; whole milliseconds. */
  public ManagerBuilder sessionBackupTimeout(Duration timeout) {
    return time(Setting.SESSION_BACKUP_TIMEOUT, timeout, MILLIS);
  }

  /** How long one operation of a node may take; whole milliseconds. */
  public ManagerBuilder operationTimeout(Duration timeout) {
    return time(Setting.OPERATION_TIMEOUT, timeout, MILLIS);
  }

  /**
   * How long since a node answered no client gets a new session in place of one that it may hold;
   * whole milliseconds, zero for at once.
   */
  public ManagerBuilder doubtTimeout(Duration timeout) {
    return time(Setting.DOUBT_TIMEOUT, timeout, MILLIS);
  }

  /** Threads that encode and send backups; 0 for the number of processors. */
  public ManagerBuilder backupThreadCount(int threads) {
    return text(Setting.BACKUP_THREAD_COUNT, threads);
  }

  /**
   * What stands in front of the session id in a storage key: {@code static:text}, {@code host},
   * {@code context}, {@code webappVersion}, each also with {@code .hash}, separated by commas;
   * empty for nothing.
   */
  public ManagerBuilder storageKeyPrefix(String parts) {
    return text(Setting.STORAGE_KEY_PREFIX, parts);
  }

  /** How nodes are spoken to. */
  public ManagerBuilder memcachedProtocol(Protocol protocol) {
    return name(Setting.MEMCACHED_PROTOCOL, protocol);
  }

  /** User that logs in to the nodes. */
  public ManagerBuilder username(String username) {
    return text(Setting.USERNAME, username);
  }

  /** Password of that user. */
  public ManagerBuilder password(String password) {
    return text(Setting.PASSWORD, password);
  }

  /** The file whose first line is that password, in place of it; absolute. */
  public ManagerBuilder passwordFile(Path file) {
    return text(Setting.PASSWORD_FILE, file);
  }

  /** Whether connections to the nodes are encrypted. */
  public ManagerBuilder tls(boolean isOn) {
    return text(Setting.TLS, isOn);
  }

  /** The file with the certificates that those of the nodes must come from; absolute. */
  public ManagerBuilder tlsCaFile(Path file) {
    return text(Setting.TLS_CA_FILE, file);
  }

  /** The key store with the certificates that those of the nodes must come from; absolute. */
  public ManagerBuilder tlsTrustStore(Path file) {
    return text(Setting.TLS_TRUST_STORE, file);
  }

  /** The password of that key store. */
  public ManagerBuilder tlsTrustStorePassword(String password) {
    return text(Setting.TLS_TRUST_STORE_PASSWORD, password);
  }

  /** The file with this Tomcat's own certificate, for nodes that ask for one; absolute. */
  public ManagerBuilder tlsCertificateFile(Path file) {
    return text(Setting.TLS_CERTIFICATE_FILE, file);
  }

  /** The file with the private key of that certificate; absolute. */
  public ManagerBuilder tlsKeyFile(Path file) {
    return text(Setting.TLS_KEY_FILE, file);
  }

  /** Whether a node's certificate must be for the name under which it is configured. */
  public ManagerBuilder tlsHostnameVerification(boolean isOn) {
    return text(Setting.TLS_HOSTNAME_VERIFICATION, isOn);
  }

  /**
   * The serializer: {@code java}, {@code kryo}, {@code xstream}, {@code javolution}, or the class
   * name of a factory.
   */
  public ManagerBuilder transcoderFactoryClass(String name) {
    transcoderFactory = null;
    return text(Setting.TRANSCODER_FACTORY_CLASS, name);
  }

  /** The serializer, made by the program, in place of {@link #transcoderFactoryClass}. */
  public ManagerBuilder transcoderFactory(TranscoderFactory factory) {
    text(Setting.TRANSCODER_FACTORY_CLASS, factory.getClass().getName());
    transcoderFactory = factory;
    return this;
  }

  /** Whether collections are copied before they are encoded. */
  public ManagerBuilder copyCollectionsForSerialization(boolean copy) {
    return text(Setting.COPY_COLLECTIONS_FOR_SERIALIZATION, copy);
  }

  /** Class names of converters, ready-made ones or your own. */
  public ManagerBuilder customConverter(String... classNames) {
    return list(Setting.CUSTOM_CONVERTER, classNames);
  }

  /** Regular expression; only attributes whose names match are stored. */
  public ManagerBuilder sessionAttributeFilter(String regex) {
    return text(Setting.SESSION_ATTRIBUTE_FILTER, regex);
  }

  /** Whether counters are kept. */
  public ManagerBuilder enableStatistics(boolean enable) {
    return text(Setting.ENABLE_STATISTICS, enable);
  }

  /** Whether sessions are backed up at all; if not, nothing else is checked. */
  public ManagerBuilder enabled(boolean enabled) {
    return text(Setting.ENABLED, enabled);
  }

  /** How many nodes hold a session; if not called, the number that suits {@link #sticky}. */
  public ManagerBuilder copies(int copies) {
    return text(Setting.COPIES, copies);
  }

  /** How many sessions are stored again in a second, at most, after nodes came or went. */
  public ManagerBuilder resyncRate(int sessionsPerSecond) {
    return text(Setting.RESYNC_RATE, sessionsPerSecond);
  }

  /**
   * Seconds since its last request after which a session that is not sticky gives up its objects
   * for their bytes; -1 for never.
   */
  public ManagerBuilder maxIdleDecoded(int seconds) {
    return text(Setting.MAX_IDLE_DECODED, seconds);
  }

  /**
   * Classes allowed in sessions beside the defaults: {@code com.acme.Cart}, {@code com.acme.*},
   * {@code com.acme.**}; an entry that starts with {@code !} takes away. The program's own belong
   * here.
   */
  public ManagerBuilder allowedClasses(String... entries) {
    return list(Setting.ALLOWED_CLASSES, entries);
  }

  /** Largest record in bytes; a larger session lives on in this Tomcat only. */
  public ManagerBuilder maxSessionSize(int bytes) {
    return text(Setting.MAX_SESSION_SIZE, bytes);
  }

  /** The item size of the nodes (memcached's {@code -I}); larger records are stored in parts. */
  public ManagerBuilder maxItemSize(int bytes) {
    return text(Setting.MAX_ITEM_SIZE, bytes);
  }

  /** How records are made smaller; any setting reads what another wrote. */
  public ManagerBuilder compression(Compression compression) {
    return name(Setting.COMPRESSION, compression);
  }

  /** Attributes of at most so many bytes are not compressed. */
  public ManagerBuilder compressionThreshold(int bytes) {
    return text(Setting.COMPRESSION_THRESHOLD, bytes);
  }

  /** The file with the keys that records are sealed with; absolute. */
  public ManagerBuilder encryptionKeyFile(Path file) {
    return text(Setting.ENCRYPTION_KEY_FILE, file);
  }

  /** How far the change from unsealed to sealed records is; needs a key file. */
  public ManagerBuilder encryptionMigration(EncryptionMigration step) {
    return text(
        Setting.ENCRYPTION_MIGRATION,
        switch (step) {
          case NONE -> "false";
          case PREPARE -> "prepare";
          case SEAL -> "true";
        });
  }

  /** Where sessions are kept that the store cannot take when this Tomcat stops; absolute. */
  public ManagerBuilder spillDirectory(Path directory) {
    return text(Setting.SPILL_DIRECTORY, directory);
  }

  /** Megabytes that the files of one application may take there together. */
  public ManagerBuilder spillLimit(int megabytes) {
    return text(Setting.SPILL_LIMIT, megabytes);
  }

  /** Whether sessions whose Tomcats are gone are ended by the others, with events. */
  public ManagerBuilder expireAbandonedSessions(boolean isOn) {
    return text(Setting.EXPIRE_ABANDONED_SESSIONS, isOn);
  }

  /** Whether the sessions of each user are listed, for all Tomcats. */
  public ManagerBuilder sessionsByUser(boolean isOn) {
    return text(Setting.SESSIONS_BY_USER, isOn);
  }

  /**
   * Any attribute as the text that it has in XML, for programs whose configuration is text.
   *
   * @param attribute which one
   * @param text in its syntax and its unit; {@link #build} checks it
   */
  public ManagerBuilder attribute(Setting attribute, String text) {
    return attribute == Setting.TRANSCODER_FACTORY_CLASS
        ? transcoderFactoryClass(text)
        : text(attribute, text);
  }

  private ManagerBuilder text(Setting setting, Object value) {
    values.put(setting, value.toString());
    return this;
  }

  private ManagerBuilder list(Setting setting, String... entries) {
    return text(setting, String.join(",", entries));
  }

  private ManagerBuilder name(Setting setting, Enum<?> value) {
    return text(setting, value.name().toLowerCase(Locale.ROOT));
  }

  /** Exact, so that the parser refuses what is no whole number of the attribute's unit. */
  private ManagerBuilder time(Setting setting, Duration value, int decimalPlacesOfUnit) {
    BigDecimal seconds =
        BigDecimal.valueOf(value.getSeconds()).add(BigDecimal.valueOf(value.getNano(), 9));
    BigDecimal units = seconds.movePointRight(decimalPlacesOfUnit).stripTrailingZeros();
    return text(setting, units.toPlainString());
  }
}
