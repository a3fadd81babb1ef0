package io.holdfast.core.config;

import static io.holdfast.core.config.Trait.EXPRESSION;
import static io.holdfast.core.config.Trait.LIVE;
import static io.holdfast.core.config.Trait.NODES;
import static io.holdfast.core.config.Trait.SECRET;
import static io.holdfast.core.config.Trait.SIGN_ON;
import static io.holdfast.core.config.Unit.BYTES;
import static io.holdfast.core.config.Unit.COUNT;
import static io.holdfast.core.config.Unit.MEGABYTES;
import static io.holdfast.core.config.Unit.MILLISECONDS;
import static io.holdfast.core.config.Unit.SECONDS;

import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * An attribute of {@code <Manager>} that is Holdfast's: its name, default, values and sentence are
 * written here, and nowhere else. Parsing, messages, JMX, the builder, Spring Boot's properties and
 * the table of docs/configuration.md come from it.
 *
 * @param <T> what its text means
 */
public final class Setting<T> implements Comparable<Setting<?>> {

  private static final int DAY = 24 * 3_600;
  private static final int HOUR_IN_MILLIS = 3_600_000;
  private static final int LARGEST_SIZE = 128 << 20;
  private static final String CONF = "${catalina.base}/conf/";

  private static final Map<String, Setting<?>> ALL = new LinkedHashMap<>();

  /** Another name of {@code memcachedNodes}, for nodes of any kind. */
  public static final String NODES_ALIAS = "nodes";

  public static final Setting<List<String>> MEMCACHED_NODES =
      new Setting<>(
          "memcachedNodes",
          null,
          Syntax.list(),
          "Nodes, separated by commas or blanks: memcached as id:host:port, Valkey or Redis as"
              + " id:valkey://host:port; or where memcached nodes are discovered: dns:name:port,"
              + " srv:name or elasticache:name:port.",
          LIVE,
          NODES,
          SIGN_ON);

  public static final Setting<Duration> DISCOVERY_INTERVAL =
      new Setting<>(
          "discoveryInterval",
          "30",
          Syntax.time(SECONDS, 1, 3_600),
          "Time from one query for discovered nodes to the next; the same on all Tomcats.",
          SIGN_ON);

  public static final Setting<List<String>> FAILOVER_NODES =
      new Setting<>(
          "failoverNodes",
          "",
          Syntax.list(),
          "Sticky sessions: ids of nodes that this Tomcat writes to only while no other node answers.",
          LIVE,
          NODES,
          SIGN_ON);

  public static final Setting<Boolean> STICKY =
      new Setting<>(
          "sticky",
          "true",
          Syntax.flag(),
          "true: the load balancer keeps a session on one Tomcat unless that fails; false: any Tomcat"
              + " may serve any request.");

  public static final Setting<String> LOCKING_MODE =
      new Setting<>(
          "lockingMode",
          "none",
          Syntax.text("mode"),
          "Non-sticky sessions: how parallel requests of one session exclude each other: none,"
              + " optimistic, all, auto or uriPattern:REGEX.",
          EXPRESSION);

  public static final Setting<Duration> LOCK_EXPIRATION =
      new Setting<>(
          "lockExpiration",
          "5",
          Syntax.time(SECONDS, NonStickySettings.SHORTEST_EXPIRATION, 3_600),
          "Time after which the lease of a Tomcat that died is free; a live Tomcat renews its lease.");

  public static final Setting<OnLockTimeout> ON_LOCK_TIMEOUT =
      new Setting<>(
          "onLockTimeout",
          "reject",
          Syntax.words(OnLockTimeout.class, "proceed", "reject"),
          "What a request does when its wait for the lease times out: reject answers 503, proceed"
              + " continues without the lease.");

  public static final Setting<Integer> MAX_LOCK_WAITERS =
      new Setting<>(
          "maxLockWaiters",
          "20",
          Syntax.number(COUNT, 1, 10_000),
          "How many requests of one session may wait for its lease in one Tomcat; one more gets 503.");

  public static final Setting<Duration> MAX_LOCK_HOLD =
      new Setting<>(
          "maxLockHold",
          "30",
          Syntax.time(SECONDS, -1, DAY),
          "How long a request keeps its lease after the first byte of its response has left; -1 for"
              + " as long as it runs.");

  public static final Setting<Granularity> GRANULARITY =
      new Setting<>(
          "granularity",
          "auto",
          Syntax.words(Granularity.class, "session", "attribute", Syntax.AUTO),
          "What is encoded as one graph of objects: session, attribute, or auto for the one that"
              + " suits sticky.");

  public static final Setting<Pattern> REQUEST_URI_IGNORE_PATTERN =
      new Setting<>(
          "requestUriIgnorePattern",
          "",
          Syntax.expression(".*\\.(?:css|png)"),
          "Requests whose URI with its query, or METHOD URI, matches as a whole cause no backup.",
          EXPRESSION);

  public static final Setting<Boolean> SESSION_BACKUP_ASYNC =
      new Setting<>(
          "sessionBackupAsync",
          "true",
          Syntax.flag(),
          "Whether the response may leave before the backup is done.");

  public static final Setting<Duration> SESSION_BACKUP_TIMEOUT =
      new Setting<>(
          "sessionBackupTimeout",
          "100",
          Syntax.time(MILLISECONDS, 1, HOUR_IN_MILLIS),
          "How long a request waits for its backup if that is not asynchronous; the backup continues"
              + " after that.");

  public static final Setting<Duration> OPERATION_TIMEOUT =
      new Setting<>(
          "operationTimeout",
          "1000",
          Syntax.time(MILLISECONDS, 1, HOUR_IN_MILLIS),
          "How long one operation of a node may take.",
          SIGN_ON);

  public static final Setting<Duration> DOUBT_TIMEOUT =
      new Setting<>(
          "doubtTimeout",
          "10000",
          Syntax.time(MILLISECONDS, 0, HOUR_IN_MILLIS),
          "How long a client whose session may be on an unreachable node gets 503 instead of a new"
              + " session, since the node last answered; 0 for not at all.");

  public static final Setting<Integer> BACKUP_THREAD_COUNT =
      new Setting<>(
          "backupThreadCount",
          "0",
          Syntax.number(COUNT, 0, 1_000),
          "Threads that encode and send backups of one application; 0 for the number of processors.");

  public static final Setting<Duration> MAX_IDLE_DECODED =
      new Setting<>(
          "maxIdleDecoded",
          "60",
          Syntax.time(SECONDS, -1, 365 * DAY),
          "Non-sticky sessions: time since the last request after which a session gives up its"
              + " objects for their bytes; -1 for never.");

  public static final Setting<String> STORAGE_KEY_PREFIX =
      new Setting<>(
          "storageKeyPrefix",
          "context,webappVersion",
          Syntax.text("parts"),
          "What precedes the session id in a key: static:TEXT, host, context or webappVersion, the"
              + " last three also with .hash, separated by commas.",
          SIGN_ON);

  public static final Setting<Protocol> MEMCACHED_PROTOCOL =
      new Setting<>(
          "memcachedProtocol",
          "text",
          Syntax.words(Protocol.class, "text", "binary"),
          "Protocol of the connections to the nodes.",
          SIGN_ON);

  public static final Setting<String> USERNAME =
      new Setting<>(
          "username", "", Syntax.exactly("name"), "User that logs in to the nodes.", SIGN_ON);

  public static final Setting<String> PASSWORD =
      new Setting<>(
          "password",
          "",
          Syntax.exactly("password"),
          "Password of that user; no log and no console shows it.",
          SECRET,
          SIGN_ON);

  public static final Setting<Path> PASSWORD_FILE =
      new Setting<>(
          "passwordFile",
          "",
          Syntax.path(CONF + "memcached.password"),
          "Private file whose first line is that password, in place of it.",
          SIGN_ON);

  public static final Setting<String> SENTINEL_USERNAME =
      new Setting<>(
          "sentinelUsername",
          "default",
          Syntax.exactly("name"),
          "User that logs in to sentinels which do not have that user and password.",
          SIGN_ON);

  public static final Setting<Path> SENTINEL_PASSWORD_FILE =
      new Setting<>(
          "sentinelPasswordFile",
          "",
          Syntax.path(CONF + "sentinel.password"),
          "Private file whose first line is the password of the user of the sentinels.",
          SIGN_ON);

  public static final Setting<Boolean> TLS =
      new Setting<>(
          "tls",
          "false",
          Syntax.flag(),
          "Whether connections to the nodes are encrypted; needs the text protocol.",
          SIGN_ON);

  public static final Setting<Path> TLS_CA_FILE =
      new Setting<>(
          "tlsCaFile",
          "",
          Syntax.path(CONF + "memcached-ca.pem"),
          "File with the certificates, in PEM, that those of the nodes must come from; without one,"
              + " what the JDK trusts.",
          SIGN_ON);

  public static final Setting<Path> TLS_TRUST_STORE =
      new Setting<>(
          "tlsTrustStore",
          "",
          Syntax.path(CONF + "memcached.p12"),
          "Key store with those certificates, JKS or PKCS12, in place of that file.",
          SIGN_ON);

  public static final Setting<String> TLS_TRUST_STORE_PASSWORD =
      new Setting<>(
          "tlsTrustStorePassword",
          "",
          Syntax.exactly("password"),
          "Password of that key store; no log and no console shows it.",
          SECRET,
          SIGN_ON);

  public static final Setting<Path> TLS_CERTIFICATE_FILE =
      new Setting<>(
          "tlsCertificateFile",
          "",
          Syntax.path(CONF + "tomcat.pem"),
          "File with this Tomcat's own certificate and those that it comes from, in PEM, for nodes"
              + " that ask for one.",
          SIGN_ON);

  public static final Setting<Path> TLS_KEY_FILE =
      new Setting<>(
          "tlsKeyFile",
          "",
          Syntax.path(CONF + "tomcat-key.pem"),
          "Private file with the key of that certificate, in PEM (PKCS#8).",
          SIGN_ON);

  public static final Setting<Boolean> TLS_HOSTNAME_VERIFICATION =
      new Setting<>(
          "tlsHostnameVerification",
          "true",
          Syntax.flag(),
          "Whether a node's certificate must be for the name or address under which the node is"
              + " configured.",
          SIGN_ON);

  public static final Setting<String> TRANSCODER_FACTORY_CLASS =
      new Setting<>(
          "transcoderFactoryClass",
          "java",
          Syntax.text("name"),
          "Serializer: java, kryo, xstream, javolution, or the class name of a factory.",
          SIGN_ON);

  public static final Setting<Boolean> COPY_COLLECTIONS_FOR_SERIALIZATION =
      new Setting<>(
          "copyCollectionsForSerialization",
          "false",
          Syntax.flag(),
          "Whether collections are copied before they are encoded, for applications that change them"
              + " from other threads.");

  public static final Setting<List<String>> CUSTOM_CONVERTER =
      new Setting<>(
          "customConverter",
          "",
          Syntax.list(),
          "Class names of converters for the serializer, separated by commas.");

  public static final Setting<Pattern> SESSION_ATTRIBUTE_FILTER =
      new Setting<>(
          "sessionAttributeFilter",
          "",
          Syntax.expression("cart|user.*"),
          "Only attributes whose names match are stored.",
          EXPRESSION);

  public static final Setting<Boolean> ENABLE_STATISTICS =
      new Setting<>(
          "enableStatistics",
          "true",
          Syntax.flag(),
          "Whether counters are kept and times are measured.");

  public static final Setting<Boolean> ENABLED =
      new Setting<>(
          "enabled",
          "true",
          Syntax.flag(),
          "Whether sessions are backed up; if not, they are kept in this Tomcat only.");

  public static final Setting<Integer> COPIES =
      new Setting<>(
          "copies",
          "auto",
          Syntax.numberOrAuto(1, DiscoverySettings.MOST_NODES),
          "How many nodes hold a session; auto: 1 if sticky, else 2 where there are two nodes.",
          LIVE,
          SIGN_ON);

  public static final Setting<Integer> WAIT_FOR_REPLICAS =
      new Setting<>(
          "waitForReplicas",
          "0",
          Syntax.number(COUNT, 0, 10),
          "Valkey or Redis: how many replicas should have a write before it counts as done.",
          SIGN_ON);

  public static final Setting<Integer> RESYNC_RATE =
      new Setting<>(
          "resyncRate",
          "1000",
          Syntax.number(COUNT, 1, 1_000_000),
          "How many sessions are stored again in a second, at most, after nodes came or went.");

  public static final Setting<List<String>> ALLOWED_CLASSES =
      new Setting<>(
          "allowedClasses",
          "",
          Syntax.list(),
          "Classes that sessions may hold beside the defaults: com.acme.Cart, com.acme.*, com.acme.**"
              + " or a preset such as @wicket; an entry with ! excludes.",
          SIGN_ON);

  public static final Setting<Integer> MAX_SESSION_SIZE =
      new Setting<>(
          "maxSessionSize",
          "33554432",
          Syntax.number(BYTES, 1_024, LARGEST_SIZE),
          "Largest record, the same on all Tomcats; a larger session stays in this Tomcat.");

  public static final Setting<Integer> MAX_ITEM_SIZE =
      new Setting<>(
          "maxItemSize",
          "1048576",
          Syntax.number(BYTES, ConfigurationParser.SMALLEST_ITEM_SIZE, LARGEST_SIZE),
          "Item size of the nodes (memcached's -I); larger records are stored in parts.");

  public static final Setting<Compression> COMPRESSION =
      new Setting<>(
          "compression",
          "none",
          Syntax.words(Compression.class, "none", "deflate"),
          "Whether attributes are stored compressed.");

  public static final Setting<Integer> COMPRESSION_THRESHOLD =
      new Setting<>(
          "compressionThreshold",
          "1024",
          Syntax.number(BYTES, 0, LARGEST_SIZE),
          "Attributes of at most this size are not compressed.");

  public static final Setting<Path> ENCRYPTION_KEY_FILE =
      new Setting<>(
          "encryptionKeyFile",
          "",
          Syntax.path(CONF + "holdfast.keys"),
          "Private file with keys that encrypt and authenticate everything that is stored.",
          SIGN_ON);

  public static final Setting<EncryptionMigration> ENCRYPTION_MIGRATION =
      new Setting<>(
          "encryptionMigration",
          "false",
          Syntax.words(EncryptionMigration.class, "false", "prepare", "true"),
          "Step of a change from unencrypted to encrypted records.",
          SIGN_ON);

  public static final Setting<Path> SPILL_DIRECTORY =
      new Setting<>(
          "spillDirectory",
          "",
          Syntax.path("${catalina.base}/spill"),
          "Directory, for its owner only, for sessions that the nodes cannot take when a Tomcat shuts"
              + " down normally.");

  public static final Setting<Integer> SPILL_LIMIT =
      new Setting<>(
          "spillLimit",
          "1024",
          Syntax.number(MEGABYTES, 1, 1 << 20),
          "How much the files of one application may take there.");

  public static final Setting<Boolean> EXPIRE_ABANDONED_SESSIONS =
      new Setting<>(
          "expireAbandonedSessions",
          "false",
          Syntax.flag(),
          "Whether sessions whose Tomcats are all gone are ended by the others, with events; the same"
              + " on all Tomcats.");

  public static final Setting<Boolean> SESSIONS_BY_USER =
      new Setting<>(
          "sessionsByUser",
          "false",
          Syntax.flag(),
          "Whether the sessions of each user are listed; the same on all Tomcats.");

  private final int place = ALL.size();
  private final String attribute;
  private final @Nullable String defaultValue;
  private final Syntax<T> syntax;
  private final String description;
  private final Set<Trait> traits;

  private Setting(
      String attribute,
      @Nullable String defaultValue,
      Syntax<T> syntax,
      String description,
      Trait... traits) {
    this.attribute = attribute;
    this.defaultValue = defaultValue;
    this.syntax = syntax;
    this.description = description;
    this.traits = Set.of(traits);
    ALL.put(attribute, this);
  }

  /** {@return all there are, in the order of the document} */
  public static Setting<?>[] values() {
    return ALL.values().toArray(Setting<?>[]::new);
  }

  /**
   * Finds a setting by its name.
   *
   * @param attribute the name of the XML attribute, or {@value #NODES_ALIAS}
   * @return empty if there is none
   */
  public static Optional<Setting<?>> find(String attribute) {
    return Optional.ofNullable(
        attribute.equals(NODES_ALIAS) ? MEMCACHED_NODES : ALL.get(attribute));
  }

  /**
   * Returns a setting by its name.
   *
   * @param attribute the name of the XML attribute
   * @return the setting
   * @throws IllegalArgumentException if there is none
   */
  public static Setting<?> valueOf(String attribute) {
    return find(attribute)
        .orElseThrow(() -> new IllegalArgumentException("no setting " + attribute));
  }

  /** {@return the name of the XML attribute} */
  public String attribute() {
    return attribute;
  }

  /** {@return the default, as it would be written in XML; null if a value must be given} */
  public @Nullable String defaultValue() {
    return defaultValue;
  }

  /** {@return the default with its unit, such as {@code 5s}; empty for none} */
  public String shownDefault() {
    return defaultValue == null ? "" : syntax.unit().shown(defaultValue);
  }

  /** {@return one sentence that says what the attribute does} */
  public String description() {
    return description;
  }

  /** {@return the type of the values that the builder takes} */
  public Class<?> type() {
    return syntax.type();
  }

  /** {@return what a number without a unit counts, such as {@code seconds}; empty for none} */
  public String unit() {
    return syntax.unit().toString();
  }

  /** {@return which texts are right, such as {@code 2s to 1h}} */
  public String range() {
    return syntax.range();
  }

  /**
   * Writes a value as it is written in XML.
   *
   * @param value what it means
   * @return the text, which the start checks
   */
  public String write(T value) {
    return syntax.writer().apply(value);
  }

  /** What its text means. */
  Syntax<T> syntax() {
    return syntax;
  }

  /** {@return whether it may change while sessions are served} */
  public boolean isLive() {
    return traits.contains(LIVE);
  }

  /** {@return whether the valve for single sign-on has it as well} */
  public boolean isOfSignOn() {
    return traits.contains(SIGN_ON);
  }

  /** {@return whether the value is a password, which must not be shown} */
  public boolean isSecret() {
    return traits.contains(SECRET);
  }

  /** Returns whether what looks like a property may mean something else. */
  boolean isExpression() {
    return traits.contains(EXPRESSION);
  }

  /**
   * The value for an operator to see: the given one, or the default; else empty. Without
   * credentials, which the address of another store may have.
   *
   * @param given the attributes that were given, others having their default
   * @return text for a log or a console, if the attribute is not {@linkplain #isSecret secret}
   */
  public String shownIn(Map<Setting<?>, String> given) {
    String value = given.getOrDefault(this, defaultValue);
    return value == null
        ? ""
        : traits.contains(NODES) ? Credentials.hiddenInAddresses(value) : value;
  }

  /** A value for an error message: no secret, and no credentials of a URL. */
  String shownInError(String value) {
    return isSecret()
        ? "***"
        : traits.contains(NODES)
            ? Credentials.hiddenInAddresses(value)
            : Credentials.hiddenInUrl(value);
  }

  @Override
  public int compareTo(Setting<?> other) {
    return Integer.compare(place, other.place);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return this == other;
  }

  @Override
  public int hashCode() {
    return attribute.hashCode();
  }

  /** {@return the name of the XML attribute} */
  @Override
  public String toString() {
    return attribute;
  }
}
