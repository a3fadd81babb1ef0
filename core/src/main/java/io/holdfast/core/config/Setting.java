package io.holdfast.core.config;

import static io.holdfast.core.config.Syntax.exactly;
import static io.holdfast.core.config.Syntax.expression;
import static io.holdfast.core.config.Syntax.flag;
import static io.holdfast.core.config.Syntax.list;
import static io.holdfast.core.config.Syntax.number;
import static io.holdfast.core.config.Syntax.numberOrAuto;
import static io.holdfast.core.config.Syntax.path;
import static io.holdfast.core.config.Syntax.text;
import static io.holdfast.core.config.Syntax.time;
import static io.holdfast.core.config.Syntax.words;
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

  /** Memcached counts whole seconds, and may forget a value early. */
  private static final int SHORTEST_EXPIRATION = 2;

  private static final String CONF = "${catalina.base}/conf/";

  private static final Map<String, Setting<?>> ALL = new LinkedHashMap<>();

  /** Another name of {@code memcachedNodes}, for nodes of any kind. */
  public static final String NODES_ALIAS = "nodes";

  public static final Setting<List<String>> MEMCACHED_NODES =
      of("memcachedNodes", null, list(), LIVE, NODES, SIGN_ON)
          .says(
              "Nodes, separated by commas: memcached as id:host:port, Valkey or Redis as"
                  + " id:valkey://host:port; or where they are discovered: dns:name:port, srv:name,"
                  + " elasticache:name:port; or memory, for tests.");

  public static final Setting<Duration> DISCOVERY_INTERVAL =
      of("discoveryInterval", "30", time(SECONDS, 1, 3_600), SIGN_ON)
          .says("Time from one query for discovered nodes to the next; the same on all Tomcats.");

  public static final Setting<List<String>> FAILOVER_NODES =
      of("failoverNodes", "", list(), LIVE, NODES, SIGN_ON)
          .says(
              "Sticky sessions: ids of nodes that this Tomcat writes to only while no other node"
                  + " answers.");

  public static final Setting<String> ZONE =
      of("zone", "", text("name"))
          .says(
              "Sticky sessions: the zone of this Tomcat, as in memcachedNodes; the one copy of a"
                  + " session is kept in another zone.");

  public static final Setting<Boolean> STICKY =
      of("sticky", "true", flag())
          .says(
              "true: the load balancer keeps a session on one Tomcat unless that fails; false: any"
                  + " Tomcat may serve any request.");

  public static final Setting<String> LOCKING_MODE =
      of("lockingMode", "none", text("mode"), EXPRESSION)
          .says(
              "Non-sticky sessions: how parallel requests of one session exclude each other: none,"
                  + " optimistic, all, auto or uriPattern:REGEX.");

  public static final Setting<Duration> LOCK_EXPIRATION =
      of("lockExpiration", "5", time(SECONDS, SHORTEST_EXPIRATION, 3_600))
          .says(
              "Time after which the lease of a Tomcat that died is free; a live Tomcat renews its"
                  + " lease.");

  public static final Setting<OnLockTimeout> ON_LOCK_TIMEOUT =
      of("onLockTimeout", "reject", words(OnLockTimeout.class, "proceed", "reject"))
          .says(
              "What a request does when its wait for the lease times out: reject answers 503,"
                  + " proceed continues without the lease.");

  public static final Setting<Integer> MAX_LOCK_WAITERS =
      of("maxLockWaiters", "20", number(COUNT, 1, 10_000))
          .says(
              "How many requests of one session may wait for its lease in one Tomcat; one more gets"
                  + " 503.");

  public static final Setting<Duration> MAX_LOCK_HOLD =
      of("maxLockHold", "30", time(SECONDS, -1, DAY))
          .says(
              "How long a request keeps its lease after the first byte of its response has left; -1"
                  + " for as long as it runs.");

  public static final Setting<Granularity> GRANULARITY =
      of("granularity", "auto", words(Granularity.class, "session", "attribute", Syntax.AUTO))
          .says(
              "What is encoded as one graph of objects: session, attribute, or auto for the one"
                  + " that suits sticky.");

  public static final Setting<Pattern> REQUEST_URI_IGNORE_PATTERN =
      of("requestUriIgnorePattern", "", expression(".*\\.(?:css|png)"), EXPRESSION)
          .says(
              "Requests whose URI with its query, or METHOD URI, matches as a whole cause no"
                  + " backup.");

  public static final Setting<Boolean> SESSION_BACKUP_ASYNC =
      of("sessionBackupAsync", "true", flag())
          .says("Whether the response may leave before the backup is done.");

  public static final Setting<Duration> SESSION_BACKUP_TIMEOUT =
      of("sessionBackupTimeout", "100", time(MILLISECONDS, 1, HOUR_IN_MILLIS))
          .says(
              "How long a request waits for its backup if that is not asynchronous; the backup"
                  + " continues after that.");

  public static final Setting<Duration> OPERATION_TIMEOUT =
      of("operationTimeout", "1000", time(MILLISECONDS, 1, HOUR_IN_MILLIS), SIGN_ON)
          .says("How long one operation of a node may take.");

  public static final Setting<Duration> DOUBT_TIMEOUT =
      of("doubtTimeout", "10000", time(MILLISECONDS, 0, HOUR_IN_MILLIS))
          .says(
              "How long a client whose session may be on an unreachable node gets 503 instead of a"
                  + " new session, since the node last answered; 0 for not at all.");

  public static final Setting<Integer> BACKUP_THREAD_COUNT =
      of("backupThreadCount", "0", number(COUNT, 0, 1_000))
          .says(
              "Threads that encode and send backups of one application; 0 for the number of"
                  + " processors.");

  public static final Setting<Duration> MAX_IDLE_DECODED =
      of("maxIdleDecoded", "60", time(SECONDS, -1, 365 * DAY))
          .says(
              "Time since the last request after which a session gives up its objects for their"
                  + " bytes; -1 for never; a sticky one only if this is set.");

  public static final Setting<Duration> IDLE_OFFLOAD =
      of("idleOffload", "-1", time(SECONDS, -1, 365 * DAY))
          .says(
              "Sticky sessions: time since the last request after which a session's attributes are"
                  + " on its nodes only, and the next request reads them; -1 for never.");

  public static final Setting<String> STORAGE_KEY_PREFIX =
      of("storageKeyPrefix", "context,webappVersion", text("parts"), SIGN_ON)
          .says(
              "What precedes the session id in a key: static:TEXT, host, context or webappVersion,"
                  + " the last three also with .hash, separated by commas.");

  public static final Setting<Protocol> MEMCACHED_PROTOCOL =
      of("memcachedProtocol", "text", words(Protocol.class, "text", "binary"), SIGN_ON)
          .says("Protocol of the connections to the nodes.");

  public static final Setting<String> USERNAME =
      of("username", "", exactly("name"), SIGN_ON).says("User that logs in to the nodes.");

  public static final Setting<String> PASSWORD =
      of("password", "", exactly("password"), SECRET, SIGN_ON)
          .says("Password of that user; no log and no console shows it.");

  public static final Setting<Path> PASSWORD_FILE =
      of("passwordFile", "", path(CONF + "memcached.password"), SIGN_ON)
          .says("Private file whose first line is that password, in place of it.");

  public static final Setting<String> SENTINEL_USERNAME =
      of("sentinelUsername", "default", exactly("name"), SIGN_ON)
          .says("User that logs in to sentinels which do not have that user and password.");

  public static final Setting<Path> SENTINEL_PASSWORD_FILE =
      of("sentinelPasswordFile", "", path(CONF + "sentinel.password"), SIGN_ON)
          .says("Private file whose first line is the password of the user of the sentinels.");

  public static final Setting<Boolean> TLS =
      of("tls", "false", flag(), SIGN_ON)
          .says("Whether connections to the nodes are encrypted; needs the text protocol.");

  public static final Setting<Path> TLS_CA_FILE =
      of("tlsCaFile", "", path(CONF + "memcached-ca.pem"), SIGN_ON)
          .says(
              "File with the certificates, in PEM, that those of the nodes must come from; without"
                  + " one, what the JDK trusts.");

  public static final Setting<Path> TLS_TRUST_STORE =
      of("tlsTrustStore", "", path(CONF + "memcached.p12"), SIGN_ON)
          .says("Key store with those certificates, JKS or PKCS12, in place of that file.");

  public static final Setting<String> TLS_TRUST_STORE_PASSWORD =
      of("tlsTrustStorePassword", "", exactly("password"), SECRET, SIGN_ON)
          .says("Password of that key store; no log and no console shows it.");

  public static final Setting<Path> TLS_CERTIFICATE_FILE =
      of("tlsCertificateFile", "", path(CONF + "tomcat.pem"), SIGN_ON)
          .says(
              "File with this Tomcat's own certificate and those that it comes from, in PEM, for"
                  + " nodes that ask for one.");

  public static final Setting<Path> TLS_KEY_FILE =
      of("tlsKeyFile", "", path(CONF + "tomcat-key.pem"), SIGN_ON)
          .says("Private file with the key of that certificate, in PEM (PKCS#8).");

  public static final Setting<Boolean> TLS_HOSTNAME_VERIFICATION =
      of("tlsHostnameVerification", "true", flag(), SIGN_ON)
          .says(
              "Whether a node's certificate must be for the name or address under which the node is"
                  + " configured.");

  public static final Setting<String> TRANSCODER_FACTORY_CLASS =
      of("transcoderFactoryClass", "java", text("name"), SIGN_ON)
          .says("Serializer: java, kryo, xstream, javolution, or the class name of a factory.");

  public static final Setting<Boolean> COPY_COLLECTIONS_FOR_SERIALIZATION =
      of("copyCollectionsForSerialization", "false", flag())
          .says(
              "Whether collections are copied before they are encoded, for applications that change"
                  + " them from other threads.");

  public static final Setting<List<String>> CUSTOM_CONVERTER =
      of("customConverter", "", list())
          .says("Class names of converters for the serializer, separated by commas.");

  public static final Setting<Pattern> SESSION_ATTRIBUTE_FILTER =
      of("sessionAttributeFilter", "", expression("cart|user.*"), EXPRESSION)
          .says("Only attributes whose names match are stored.");

  public static final Setting<Boolean> ENABLE_STATISTICS =
      of("enableStatistics", "true", flag())
          .says("Whether counters are kept and times are measured.");

  public static final Setting<Boolean> ENABLED =
      of("enabled", "true", flag())
          .says("Whether sessions are backed up; if not, they are kept in this Tomcat only.");

  public static final Setting<Integer> COPIES =
      of("copies", "auto", numberOrAuto(1, DiscoverySettings.MOST_NODES), LIVE, SIGN_ON)
          .says(
              "How many nodes hold a session; auto: 1 if sticky, else 2 where there are two"
                  + " nodes.");

  public static final Setting<Integer> WAIT_FOR_REPLICAS =
      of("waitForReplicas", "0", number(COUNT, 0, 10), SIGN_ON)
          .says("Valkey or Redis: how many replicas should have a write before it counts as done.");

  public static final Setting<Integer> RESYNC_RATE =
      of("resyncRate", "1000", number(COUNT, 1, 1_000_000))
          .says(
              "How many sessions are stored again in a second, at most, after nodes came or went.");

  public static final Setting<List<String>> ALLOWED_CLASSES =
      of("allowedClasses", "", list(), SIGN_ON)
          .says(
              "Classes that sessions may hold beside the defaults: com.acme.Cart, com.acme.*,"
                  + " com.acme.** or a preset such as @wicket; an entry with ! excludes.");

  public static final Setting<Integer> MAX_SESSION_SIZE =
      of("maxSessionSize", "33554432", number(BYTES, 1_024, LARGEST_SIZE))
          .says("Largest record, the same on all Tomcats; a larger session stays in this Tomcat.");

  public static final Setting<Integer> MAX_ITEM_SIZE =
      of(
              "maxItemSize",
              "1048576",
              number(BYTES, ConfigurationParser.SMALLEST_ITEM_SIZE, LARGEST_SIZE))
          .says("Item size of the nodes (memcached's -I); larger records are stored in parts.");

  public static final Setting<Compression> COMPRESSION =
      of("compression", "none", words(Compression.class, "none", "deflate"))
          .says("Whether attributes are stored compressed.");

  public static final Setting<Integer> COMPRESSION_THRESHOLD =
      of("compressionThreshold", "1024", number(BYTES, 0, LARGEST_SIZE))
          .says("Attributes of at most this size are not compressed.");

  public static final Setting<Path> ENCRYPTION_KEY_FILE =
      of("encryptionKeyFile", "", path(CONF + "holdfast.keys"), SIGN_ON)
          .says("Private file with keys that encrypt and authenticate everything that is stored.");

  public static final Setting<EncryptionMigration> ENCRYPTION_MIGRATION =
      of(
              "encryptionMigration",
              "false",
              words(EncryptionMigration.class, "false", "prepare", "true"),
              SIGN_ON)
          .says("Step of a change from unencrypted to encrypted records.");

  public static final Setting<Path> SPILL_DIRECTORY =
      of("spillDirectory", "", path("${catalina.base}/spill"))
          .says(
              "Directory, for its owner only, for sessions that the nodes cannot take when a Tomcat"
                  + " shuts down normally.");

  public static final Setting<Integer> SPILL_LIMIT =
      of("spillLimit", "1024", number(MEGABYTES, 1, 1 << 20))
          .says("How much the files of one application may take there.");

  public static final Setting<Boolean> EXPIRE_ABANDONED_SESSIONS =
      of("expireAbandonedSessions", "false", flag())
          .says(
              "Whether sessions whose Tomcats are all gone are ended by the others, with events;"
                  + " the same on all Tomcats.");

  public static final Setting<Boolean> SESSIONS_BY_USER =
      of("sessionsByUser", "false", flag())
          .says("Whether the sessions of each user are listed; the same on all Tomcats.");

  public static final Setting<Boolean> TRACING =
      of("tracing", "false", flag())
          .says(
              "Whether reads and writes of sessions are OpenTelemetry spans of their requests' traces;"
                  + " needs its API in tomcat/lib.");

  private final int place = ALL.size();
  private final String attribute;
  private final @Nullable String defaultValue;
  private final Syntax<T> syntax;
  private final Set<Trait> traits;
  private final String description;

  private Setting(
      String attribute,
      @Nullable String defaultValue,
      Syntax<T> syntax,
      Set<Trait> traits,
      String description) {
    this.attribute = attribute;
    this.defaultValue = defaultValue;
    this.syntax = syntax;
    this.traits = traits;
    this.description = description;
    ALL.put(attribute, this);
  }

  private static <T> Draft<T> of(
      String attribute, @Nullable String defaultValue, Syntax<T> syntax, Trait... traits) {
    return description ->
        new Setting<>(attribute, defaultValue, syntax, Set.of(traits), description);
  }

  /** A setting without its sentence. */
  private interface Draft<T> {

    Setting<T> says(String description);
  }

  /** {@return all there are, in the order of the document} */
  public static Setting<?>[] values() {
    return ALL.values().toArray(new Setting<?>[0]);
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

  /** {@return the name of the XML attribute} */
  @Override
  public String toString() {
    return attribute;
  }
}
