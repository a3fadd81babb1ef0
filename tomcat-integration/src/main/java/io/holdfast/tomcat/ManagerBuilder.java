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
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
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
 * first. None takes null, and none checks its value: {@link #build} does. Tomcat's own attributes
 * are set at the manager that was built, for example {@code setMaxActiveSessions}.
 *
 * <p>In one thing an embedded Tomcat differs: the program's classes belong to no web application,
 * so that those whose objects are in sessions must be named by {@link #allowedClasses}.
 */
public final class ManagerBuilder {

  private static final int MILLIS = 3;

  private final Map<Setting<?>, String> values = new TreeMap<>();
  private @Nullable TranscoderFactory transcoderFactory;

  ManagerBuilder() {}

  /**
   * Makes a manager for one context.
   *
   * @return a new manager at each call, not started; the context starts it
   * @throws ConfigurationException naming each attribute that is wrong, its value and what would be
   *     right. What only the running application can tell, such as a serializer whose jar is
   *     missing, stops the start of the context, and the log has such a message.
   */
  public MemcachedSessionManager build() {
    var unused = ConfigurationParser.parseIfEnabled(values, List.of());
    MemcachedSessionManager manager = new MemcachedSessionManager();
    manager.giveAttributes(values);
    manager.transcodeWith(transcoderFactory);
    return manager;
  }

  /** The attributes that were given. */
  Map<Setting<?>, String> givenAttributes() {
    return new TreeMap<>(values);
  }

  /**
   * The nodes, each as {@code id:host:port} or {@code host:port}, at least one; or where they are
   * found, such as {@code dns:name:port}, alone.
   *
   * @param nodes a list of nodes, or one source alone; needed unless {@link #enabled} is off
   * @return this builder
   */
  public ManagerBuilder memcachedNodes(String... nodes) {
    return list(Setting.MEMCACHED_NODES, nodes);
  }

  /**
   * From one question for the nodes to the next, where they are found; whole seconds.
   *
   * @param interval 1 second to 1 hour, 30 seconds unless called
   * @return this builder
   */
  public ManagerBuilder discoveryInterval(Duration interval) {
    return time(Setting.DISCOVERY_INTERVAL, interval, 0);
  }

  /**
   * Ids of nodes that are written to only while no other answers.
   *
   * @param ids of some, but not all nodes of {@link #memcachedNodes}; none unless called, if
   *     sessions are not sticky, and if nodes are found
   * @return this builder
   */
  public ManagerBuilder failoverNodes(String... ids) {
    return list(Setting.FAILOVER_NODES, ids);
  }

  /**
   * Whether a load balancer keeps a session on one Tomcat.
   *
   * @param sticky {@code true} unless called
   * @return this builder
   */
  public ManagerBuilder sticky(boolean sticky) {
    return text(Setting.STICKY, sticky);
  }

  /**
   * How parallel requests of a non-sticky session exclude each other: {@code none}, {@code
   * optimistic}, {@code all}, {@code auto} or {@code uriPattern:REGEX}.
   *
   * @param mode {@code none} unless called, and if sessions are sticky
   * @return this builder
   */
  public ManagerBuilder lockingMode(String mode) {
    return text(Setting.LOCKING_MODE, mode);
  }

  /**
   * After which a lease that is not renewed is free again; whole seconds.
   *
   * @param expiration 2 seconds to 1 hour, 5 seconds unless called
   * @return this builder
   */
  public ManagerBuilder lockExpiration(Duration expiration) {
    return time(Setting.LOCK_EXPIRATION, expiration, 0);
  }

  /**
   * What a request does that waits for its lease in vain.
   *
   * @param reaction {@code REJECT} unless called
   * @return this builder
   */
  public ManagerBuilder onLockTimeout(OnLockTimeout reaction) {
    return name(Setting.ON_LOCK_TIMEOUT, reaction);
  }

  /**
   * How many requests of one session may wait for its lease in this Tomcat; more get 503.
   *
   * @param count 1 to 10,000, 20 unless called
   * @return this builder
   */
  public ManagerBuilder maxLockWaiters(int count) {
    return text(Setting.MAX_LOCK_WAITERS, Integer.toString(count));
  }

  /**
   * Seconds that a request keeps its lease after its response has begun to leave; -1: no limit.
   *
   * @param seconds -1 to 86,400, 30 unless called
   * @return this builder
   */
  public ManagerBuilder maxLockHold(int seconds) {
    return text(Setting.MAX_LOCK_HOLD, Integer.toString(seconds));
  }

  /**
   * What is encoded as one graph; if not called, what suits {@link #sticky}.
   *
   * @param granularity {@code SESSION} suits sticky sessions, {@code ATTRIBUTE} others
   * @return this builder
   */
  public ManagerBuilder granularity(Granularity granularity) {
    return name(Setting.GRANULARITY, granularity);
  }

  /**
   * Regular expression; requests whose URI with its query matches cost no store operation.
   *
   * @param regex for the whole URI with its query, or for the method, a blank and those; empty, for
   *     none, unless called
   * @return this builder
   */
  public ManagerBuilder requestUriIgnorePattern(String regex) {
    return text(Setting.REQUEST_URI_IGNORE_PATTERN, regex);
  }

  /**
   * Whether the response may leave before the backup is done.
   *
   * @param async {@code true} unless called
   * @return this builder
   */
  public ManagerBuilder sessionBackupAsync(boolean async) {
    return text(Setting.SESSION_BACKUP_ASYNC, async);
  }

  /**
   * How long a request waits for its backup when not asynchronous; whole milliseconds.
   *
   * @param timeout 1 millisecond to 1 hour, 100 milliseconds unless called; the backup goes on
   *     after that
   * @return this builder
   */
  public ManagerBuilder sessionBackupTimeout(Duration timeout) {
    return time(Setting.SESSION_BACKUP_TIMEOUT, timeout, MILLIS);
  }

  /**
   * How long one operation of a node may take; whole milliseconds.
   *
   * @param timeout 1 millisecond to 1 hour, 1 second unless called
   * @return this builder
   */
  public ManagerBuilder operationTimeout(Duration timeout) {
    return time(Setting.OPERATION_TIMEOUT, timeout, MILLIS);
  }

  /**
   * How long since a node answered no client gets a new session in place of one that it may hold;
   * whole milliseconds, zero for at once.
   *
   * @param timeout at most 1 hour, 10 seconds unless called
   * @return this builder
   */
  public ManagerBuilder doubtTimeout(Duration timeout) {
    return time(Setting.DOUBT_TIMEOUT, timeout, MILLIS);
  }

  /**
   * Threads that encode and send backups; 0 for the number of processors.
   *
   * @param threads 0 to 1,000, 0 unless called
   * @return this builder
   */
  public ManagerBuilder backupThreadCount(int threads) {
    return text(Setting.BACKUP_THREAD_COUNT, threads);
  }

  /**
   * What stands in front of the session id in a storage key: {@code static:text}, {@code host},
   * {@code context}, {@code webappVersion}, each also with {@code .hash}, separated by commas;
   * empty for nothing.
   *
   * @param parts {@code context,webappVersion} unless called; the same on all Tomcats
   * @return this builder
   */
  public ManagerBuilder storageKeyPrefix(String parts) {
    return text(Setting.STORAGE_KEY_PREFIX, parts);
  }

  /**
   * How nodes are spoken to.
   *
   * @param protocol {@code TEXT} unless called
   * @return this builder
   */
  public ManagerBuilder memcachedProtocol(Protocol protocol) {
    return name(Setting.MEMCACHED_PROTOCOL, protocol);
  }

  /**
   * User that logs in to the nodes.
   *
   * @param username needs {@link #password} or {@link #passwordFile}; empty, for no login, unless
   *     called
   * @return this builder
   */
  public ManagerBuilder username(String username) {
    return text(Setting.USERNAME, username);
  }

  /**
   * Password of that user.
   *
   * @param password as it is, with its blanks; empty, for none, unless called
   * @return this builder
   */
  public ManagerBuilder password(String password) {
    return text(Setting.PASSWORD, password);
  }

  /**
   * The file whose first line is that password, in place of it; absolute.
   *
   * @param file readable by its owner only; not beside {@link #password}
   * @return this builder
   */
  public ManagerBuilder passwordFile(Path file) {
    return text(Setting.PASSWORD_FILE, file);
  }

  /**
   * Whether connections to the nodes are encrypted.
   *
   * @param isOn {@code false} unless called; needs the protocol {@code TEXT}
   * @return this builder
   */
  public ManagerBuilder tls(boolean isOn) {
    return text(Setting.TLS, isOn);
  }

  /**
   * The file with the certificates that those of the nodes must come from; absolute.
   *
   * @param file in PEM; unless called, what the JDK trusts. Needs {@link #tls}
   * @return this builder
   */
  public ManagerBuilder tlsCaFile(Path file) {
    return text(Setting.TLS_CA_FILE, file);
  }

  /**
   * The key store with the certificates that those of the nodes must come from; absolute.
   *
   * @param file JKS or PKCS12; not beside {@link #tlsCaFile}. Needs {@link #tls}
   * @return this builder
   */
  public ManagerBuilder tlsTrustStore(Path file) {
    return text(Setting.TLS_TRUST_STORE, file);
  }

  /**
   * The password of that key store.
   *
   * @param password as it is, with its blanks; empty, for none, unless called
   * @return this builder
   */
  public ManagerBuilder tlsTrustStorePassword(String password) {
    return text(Setting.TLS_TRUST_STORE_PASSWORD, password);
  }

  /**
   * The file with this Tomcat's own certificate, for nodes that ask for one; absolute.
   *
   * @param file in PEM, with the certificates that it comes from; needs {@link #tlsKeyFile}
   * @return this builder
   */
  public ManagerBuilder tlsCertificateFile(Path file) {
    return text(Setting.TLS_CERTIFICATE_FILE, file);
  }

  /**
   * The file with the private key of that certificate; absolute.
   *
   * @param file in PEM (PKCS#8), readable by its owner only; needs {@link #tlsCertificateFile}
   * @return this builder
   */
  public ManagerBuilder tlsKeyFile(Path file) {
    return text(Setting.TLS_KEY_FILE, file);
  }

  /**
   * Whether a node's certificate must be for the name under which it is configured.
   *
   * @param isOn {@code true} unless called; off needs {@link #tls}
   * @return this builder
   */
  public ManagerBuilder tlsHostnameVerification(boolean isOn) {
    return text(Setting.TLS_HOSTNAME_VERIFICATION, isOn);
  }

  /**
   * The serializer: {@code java}, {@code kryo}, {@code xstream}, {@code javolution}, or the class
   * name of a factory.
   *
   * @param name {@code java} unless called
   * @return this builder
   */
  public ManagerBuilder transcoderFactoryClass(String name) {
    transcoderFactory = null;
    return text(Setting.TRANSCODER_FACTORY_CLASS, name);
  }

  /**
   * The serializer, made by the program, in place of {@link #transcoderFactoryClass}.
   *
   * @param factory called when the context starts; a later call of {@link #transcoderFactoryClass}
   *     replaces it
   * @return this builder
   */
  public ManagerBuilder transcoderFactory(TranscoderFactory factory) {
    text(Setting.TRANSCODER_FACTORY_CLASS, factory.getClass().getName());
    transcoderFactory = factory;
    return this;
  }

  /**
   * Whether collections are copied before they are encoded.
   *
   * @param copy {@code false} unless called
   * @return this builder
   */
  public ManagerBuilder copyCollectionsForSerialization(boolean copy) {
    return text(Setting.COPY_COLLECTIONS_FOR_SERIALIZATION, copy);
  }

  /**
   * Class names of converters, ready-made ones or your own.
   *
   * @param classNames none unless called
   * @return this builder
   */
  public ManagerBuilder customConverter(String... classNames) {
    return list(Setting.CUSTOM_CONVERTER, classNames);
  }

  /**
   * Regular expression; only attributes whose names match are stored.
   *
   * @param regex for the whole name; empty, for all attributes, unless called
   * @return this builder
   */
  public ManagerBuilder sessionAttributeFilter(String regex) {
    return text(Setting.SESSION_ATTRIBUTE_FILTER, regex);
  }

  /**
   * Whether counters are kept.
   *
   * @param enable {@code true} unless called
   * @return this builder
   */
  public ManagerBuilder enableStatistics(boolean enable) {
    return text(Setting.ENABLE_STATISTICS, enable);
  }

  /**
   * Whether sessions are backed up at all; if not, nothing else is checked.
   *
   * @param enabled {@code true} unless called
   * @return this builder
   */
  public ManagerBuilder enabled(boolean enabled) {
    return text(Setting.ENABLED, enabled);
  }

  /**
   * How many nodes hold a session; if not called, the number that suits {@link #sticky}.
   *
   * @param copies 1 to the number of nodes that are not for failover
   * @return this builder
   */
  public ManagerBuilder copies(int copies) {
    return text(Setting.COPIES, copies);
  }

  /**
   * How many sessions are stored again in a second, at most, after nodes came or went.
   *
   * @param sessionsPerSecond 1 to 1,000,000, 1,000 unless called
   * @return this builder
   */
  public ManagerBuilder resyncRate(int sessionsPerSecond) {
    return text(Setting.RESYNC_RATE, sessionsPerSecond);
  }

  /**
   * Seconds since its last request after which a session that is not sticky gives up its objects
   * for their bytes; -1 for never.
   *
   * @param seconds -1 to 31,536,000, 60 unless called
   * @return this builder
   */
  public ManagerBuilder maxIdleDecoded(int seconds) {
    return text(Setting.MAX_IDLE_DECODED, seconds);
  }

  /**
   * Classes allowed in sessions beside the defaults: {@code com.acme.Cart}, {@code com.acme.*},
   * {@code com.acme.**}; an entry that starts with {@code !} takes away. The program's own belong
   * here.
   *
   * @param entries in the syntax of {@link io.holdfast.core.transcoder.ClassFilter}; none unless
   *     called
   * @return this builder
   */
  public ManagerBuilder allowedClasses(String... entries) {
    return list(Setting.ALLOWED_CLASSES, entries);
  }

  /**
   * Largest record in bytes; a larger session lives on in this Tomcat only.
   *
   * @param bytes 1,024 to 134,217,728, 33,554,432 unless called; the same on all Tomcats
   * @return this builder
   */
  public ManagerBuilder maxSessionSize(int bytes) {
    return text(Setting.MAX_SESSION_SIZE, bytes);
  }

  /**
   * The item size of the nodes (memcached's {@code -I}); larger records are stored in parts.
   *
   * @param bytes 131,072 to 134,217,728, 1,048,576 unless called
   * @return this builder
   */
  public ManagerBuilder maxItemSize(int bytes) {
    return text(Setting.MAX_ITEM_SIZE, bytes);
  }

  /**
   * How records are made smaller; any setting reads what another wrote.
   *
   * @param compression {@code NONE} unless called, and beside {@link #encryptionKeyFile}
   * @return this builder
   */
  public ManagerBuilder compression(Compression compression) {
    return name(Setting.COMPRESSION, compression);
  }

  /**
   * Attributes of at most so many bytes are not compressed.
   *
   * @param bytes 0 to 134,217,728, 1,024 unless called
   * @return this builder
   */
  public ManagerBuilder compressionThreshold(int bytes) {
    return text(Setting.COMPRESSION_THRESHOLD, bytes);
  }

  /**
   * The file with the keys that records are sealed with; absolute.
   *
   * @param file readable by its owner only; unless called, records are not sealed
   * @return this builder
   */
  public ManagerBuilder encryptionKeyFile(Path file) {
    return text(Setting.ENCRYPTION_KEY_FILE, file);
  }

  /**
   * How far the change from unsealed to sealed records is; needs a key file.
   *
   * @param step {@code NONE} unless called
   * @return this builder
   */
  public ManagerBuilder encryptionMigration(EncryptionMigration step) {
    return text(
        Setting.ENCRYPTION_MIGRATION,
        switch (step) {
          case NONE -> "false";
          case PREPARE -> "prepare";
          case SEAL -> "true";
        });
  }

  /**
   * Where sessions are kept that the store cannot take when this Tomcat stops; absolute.
   *
   * @param directory accessible to its owner only; none unless called
   * @return this builder
   */
  public ManagerBuilder spillDirectory(Path directory) {
    return text(Setting.SPILL_DIRECTORY, directory);
  }

  /**
   * Megabytes that the files of one application may take there together.
   *
   * @param megabytes 1 to 1,048,576, 1,024 unless called
   * @return this builder
   */
  public ManagerBuilder spillLimit(int megabytes) {
    return text(Setting.SPILL_LIMIT, megabytes);
  }

  /**
   * Whether sessions whose Tomcats are gone are ended by the others, with events.
   *
   * @param isOn {@code false} unless called; the same on all Tomcats
   * @return this builder
   */
  public ManagerBuilder expireAbandonedSessions(boolean isOn) {
    return text(Setting.EXPIRE_ABANDONED_SESSIONS, isOn);
  }

  /**
   * Whether the sessions of each user are listed, for all Tomcats.
   *
   * @param isOn {@code false} unless called; the same on all Tomcats
   * @return this builder
   */
  public ManagerBuilder sessionsByUser(boolean isOn) {
    return text(Setting.SESSIONS_BY_USER, isOn);
  }

  /**
   * Any attribute as the text that it has in XML, for programs whose configuration is text.
   *
   * @param attribute which one
   * @param text in its syntax and its unit; {@link #build} checks it
   * @return this builder
   */
  public ManagerBuilder attribute(Setting<?> attribute, String text) {
    return attribute.equals(Setting.TRANSCODER_FACTORY_CLASS)
        ? transcoderFactoryClass(text)
        : text(attribute, text);
  }

  private ManagerBuilder text(Setting<?> setting, Object value) {
    values.put(setting, value.toString());
    return this;
  }

  private ManagerBuilder list(Setting<?> setting, String... entries) {
    return text(setting, String.join(",", entries));
  }

  private ManagerBuilder name(Setting<?> setting, Enum<?> value) {
    return text(setting, value.name().toLowerCase(Locale.ROOT));
  }

  /** Exact, so that the parser refuses what is no whole number of the attribute's unit. */
  private ManagerBuilder time(Setting<?> setting, Duration value, int decimalPlacesOfUnit) {
    BigDecimal seconds =
        BigDecimal.valueOf(value.getSeconds()).add(BigDecimal.valueOf(value.getNano(), 9));
    BigDecimal units = seconds.movePointRight(decimalPlacesOfUnit).stripTrailingZeros();
    return text(setting, units.toPlainString());
  }
}
