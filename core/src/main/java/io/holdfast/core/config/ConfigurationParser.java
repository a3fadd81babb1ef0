package io.holdfast.core.config;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Turns the attributes of {@code <Manager>} into a checked {@link SessionConfiguration}. */
public final class ConfigurationParser {

  private static final String ALL_OF_APPLICATION = "@application";
  private static final int MAX_THREADS = 1_000;
  private static final int MAX_RESYNC_RATE = 1_000_000;
  private static final int LONGEST_LOCK_EXPIRATION = 3_600;
  private static final int MOST_LOCK_WAITERS = 10_000;
  private static final int LONGEST_LOCK_HOLD = 24 * 3_600;
  private static final int LONGEST_IDLE = 365 * 24 * 3_600;
  private static final int LARGEST_SIZE = 128 << 20;

  /** So small an item cuts the largest session into about a thousand chunks. */
  public static final int SMALLEST_ITEM_SIZE = 128 << 10;

  private final AttributeValues values;

  private ConfigurationParser(Map<Setting, String> values) {
    this.values = new AttributeValues(values);
  }

  /**
   * Parses and checks all attributes together.
   *
   * @param values the attributes that were given; others have their default
   * @throws ConfigurationException naming each attribute that is wrong, its value and what would be
   *     right
   */
  public static SessionConfiguration parse(Map<Setting, String> values) {
    return parse(values, List.of());
  }

  /**
   * Parses and checks all attributes together.
   *
   * @param values the attributes that were given; others have their default
   * @param others mistakes that were found elsewhere
   * @throws ConfigurationException naming those, and each attribute that is wrong, its value and
   *     what would be right
   */
  public static SessionConfiguration parse(
      Map<Setting, String> values, List<ConfigurationException> others) {
    ConfigurationParser parser = new ConfigurationParser(values);
    SessionConfiguration parsed = parser.parse();
    ConfigurationException.throwIfAny(
        Stream.concat(others.stream(), parser.values.mistakes().stream()).toList());
    return parsed;
  }

  /**
   * Parses and checks all attributes together, unless {@code enabled} is false.
   *
   * @param values the attributes that were given; others have their default
   * @param others mistakes that were found elsewhere, which are refused in any case
   * @return null if {@code enabled} is false
   * @throws ConfigurationException as {@link #parse(Map, List)}
   */
  public static @Nullable SessionConfiguration parseIfEnabled(
      Map<Setting, String> values, List<ConfigurationException> others) {
    if (isEnabled(values)) {
      return parse(values, others);
    }
    ConfigurationException.throwIfAny(others);
    return null;
  }

  /**
   * Reads {@code enabled} alone, which decides whether anything else matters.
   *
   * @return true also if it is wrong, which {@link #parse} refuses
   */
  public static boolean isEnabled(Map<Setting, String> values) {
    return new AttributeValues(values).flag(Setting.ENABLED);
  }

  /**
   * Checks one attribute, as far as that is possible while others may be missing or wrong.
   *
   * @param setting the attribute
   * @param values all attributes that are given, with that one
   * @throws ConfigurationException if that one is wrong
   */
  public static void check(Setting setting, Map<Setting, String> values) {
    ConfigurationParser parser = new ConfigurationParser(values);
    var unused = parser.parse();
    parser.values.check(setting);
  }

  /**
   * Parses and checks what concerns the nodes alone, which may change while sessions are served.
   *
   * @param values the attributes as they would be after the change
   * @param running the present configuration
   * @throws ConfigurationException if an attribute is wrong, the change would exchange too many
   *     nodes of non-sticky sessions at once, or the nodes are found or are to be found
   */
  public static NodeLayout parseLayout(Map<Setting, String> values, SessionConfiguration running) {
    boolean isShared = !running.isSticky();
    AttributeValues all = new AttributeValues(values);
    DiscoverySettings discovery = DiscoverySettings.parse(all);
    ConfigurationException.throwIfAny(all.mistakes());
    if (running.discovery() != null || discovery != null) {
      throw new ConfigurationException(
          Setting.MEMCACHED_NODES,
          all.text(Setting.MEMCACHED_NODES),
          "nodes that are found follow their source; to change the source, failoverNodes or copies,"
              + " change the configuration file, and start the application again");
    }
    NodeLayout next = new NodeLayoutParser(all, isShared).parse();
    ConfigurationException.throwIfAny(all.mistakes());
    if (isShared) {
      SharedLayoutChange.check(running.layout(), next);
    }
    return next;
  }

  private SessionConfiguration parse() {
    var unused = values.flag(Setting.ENABLED);
    NonStickySettings nonSticky = nonSticky();
    NodeLayout layout = new NodeLayoutParser(values, nonSticky != null).parse();
    return new SessionConfiguration(
        layout,
        DiscoverySettings.parse(values),
        nonSticky,
        granularity(nonSticky != null),
        values.flag(Setting.SESSION_BACKUP_ASYNC),
        Duration.ofMillis(values.number(Setting.SESSION_BACKUP_TIMEOUT, 1, 3_600_000)),
        Duration.ofMillis(values.number(Setting.OPERATION_TIMEOUT, 1, 3_600_000)),
        Duration.ofMillis(values.number(Setting.DOUBT_TIMEOUT, 0, 3_600_000)),
        threads(),
        values.text(Setting.STORAGE_KEY_PREFIX).trim(),
        protocol(),
        username(),
        values.text(Setting.PASSWORD).isEmpty() ? null : new Secret(values.text(Setting.PASSWORD)),
        passwordFile(),
        TlsSettings.parse(values),
        transcoder(),
        values.flag(Setting.COPY_COLLECTIONS_FOR_SERIALIZATION),
        Lists.split(values.text(Setting.CUSTOM_CONVERTER)),
        values.pattern(Setting.SESSION_ATTRIBUTE_FILTER),
        values.pattern(Setting.REQUEST_URI_IGNORE_PATTERN),
        (int) values.number(Setting.RESYNC_RATE, 1, MAX_RESYNC_RATE),
        allowedClasses(),
        (int) values.number(Setting.MAX_SESSION_SIZE, 1_024, LARGEST_SIZE),
        (int) values.number(Setting.MAX_ITEM_SIZE, SMALLEST_ITEM_SIZE, LARGEST_SIZE),
        compression(),
        (int) values.number(Setting.COMPRESSION_THRESHOLD, 0, LARGEST_SIZE),
        EncryptionSettings.parse(values),
        SpillSettings.parse(values),
        values.flag(Setting.EXPIRE_ABANDONED_SESSIONS),
        values.flag(Setting.SESSIONS_BY_USER),
        values.flag(Setting.ENABLE_STATISTICS));
  }

  /** Checks the settings of non-sticky sessions in any case; null if sessions are sticky. */
  private @Nullable NonStickySettings nonSticky() {
    String mode = values.text(Setting.LOCKING_MODE);
    LockingMode lockingMode =
        values.read(Setting.LOCKING_MODE, () -> LockingMode.parse(mode), new LockingMode.None());
    Duration lockExpiration =
        Duration.ofSeconds(
            values.number(
                Setting.LOCK_EXPIRATION,
                NonStickySettings.SHORTEST_EXPIRATION,
                LONGEST_LOCK_EXPIRATION));
    OnLockTimeout onLockTimeout = onLockTimeout();
    int maxLockWaiters = (int) values.number(Setting.MAX_LOCK_WAITERS, 1, MOST_LOCK_WAITERS);
    long maxLockHold = values.number(Setting.MAX_LOCK_HOLD, -1, LONGEST_LOCK_HOLD);
    long maxIdle = values.number(Setting.MAX_IDLE_DECODED, -1, LONGEST_IDLE);
    if (!values.flag(Setting.STICKY)) {
      return new NonStickySettings(
          lockingMode,
          lockExpiration,
          onLockTimeout,
          maxLockWaiters,
          maxLockHold < 0 ? null : Duration.ofSeconds(maxLockHold),
          maxIdle < 0 ? null : Duration.ofSeconds(maxIdle));
    }
    if (!(lockingMode instanceof LockingMode.None)) {
      values.conflict(
          Setting.LOCKING_MODE,
          "sticky sessions are not locked; leave the attribute out, or set sticky=\"false\" as well",
          Setting.STICKY);
    }
    return null;
  }

  private OnLockTimeout onLockTimeout() {
    return values.word(
        Setting.ON_LOCK_TIMEOUT,
        "use proceed or reject",
        Map.of("proceed", OnLockTimeout.PROCEED, "reject", OnLockTimeout.REJECT));
  }

  private Granularity granularity(boolean isShared) {
    return values.word(
        Setting.GRANULARITY,
        "use session, attribute or auto",
        Map.of(
            "auto", isShared ? Granularity.ATTRIBUTE : Granularity.SESSION,
            "session", Granularity.SESSION,
            "attribute", Granularity.ATTRIBUTE));
  }

  private Protocol protocol() {
    return values.word(
        Setting.MEMCACHED_PROTOCOL,
        "use text or binary",
        Map.of("text", Protocol.TEXT, "binary", Protocol.BINARY));
  }

  /** All classes of the application are for bytes that come from Tomcats with the key alone. */
  private String allowedClasses() {
    String value = values.text(Setting.ALLOWED_CLASSES);
    boolean isOpen = Lists.split(value).contains(ALL_OF_APPLICATION);
    @Nullable EncryptionSettings encryption = EncryptionSettings.parse(values);
    if (isOpen && (encryption == null || encryption.migration() != EncryptionMigration.NONE)) {
      values.conflict(
          Setting.ALLOWED_CLASSES,
          "%s is for sealed records alone: it needs encryptionKeyFile, and encryptionMigration"
                  .formatted(ALL_OF_APPLICATION)
              + " left out; or name the classes",
          Setting.ENCRYPTION_KEY_FILE,
          Setting.ENCRYPTION_MIGRATION);
    }
    return value;
  }

  /** The length of what is compressed, which sealing does not hide, could tell a secret in it. */
  private Compression compression() {
    Compression compression =
        values.word(
            Setting.COMPRESSION,
            "use none or deflate",
            Map.of("none", Compression.NONE, "deflate", Compression.DEFLATE));
    if (compression != Compression.NONE && !values.text(Setting.ENCRYPTION_KEY_FILE).isBlank()) {
      values.conflict(
          Setting.COMPRESSION,
          "the length of a sealed record would tell what is in it; use none beside"
              + " encryptionKeyFile");
    }
    return compression;
  }

  private @Nullable String username() {
    String value = values.text(Setting.USERNAME);
    boolean hasPassword = !values.text(Setting.PASSWORD).isEmpty();
    boolean hasFile = !values.text(Setting.PASSWORD_FILE).isBlank();
    if (value.isEmpty() && (hasPassword || hasFile)) {
      values.conflict(
          hasPassword ? Setting.PASSWORD : Setting.PASSWORD_FILE,
          "a username is needed as well; or leave it out",
          Setting.USERNAME);
    }
    if (hasPassword && hasFile) {
      values.conflict(Setting.PASSWORD_FILE, "password is set as well; leave one of them out");
    }
    if (!value.isEmpty() && !hasPassword && !hasFile) {
      values.conflict(
          Setting.USERNAME,
          "password or passwordFile is needed as well",
          Setting.PASSWORD,
          Setting.PASSWORD_FILE);
    }
    return value.isEmpty() ? null : value;
  }

  private @Nullable Path passwordFile() {
    return values.path(Setting.PASSWORD_FILE, "${catalina.base}/conf/memcached.password");
  }

  private String transcoder() {
    String value = values.text(Setting.TRANSCODER_FACTORY_CLASS).trim();
    if (value.isEmpty()) {
      values.refuse(Setting.TRANSCODER_FACTORY_CLASS, "use java, kryo, xstream or javolution");
    }
    return value;
  }

  private int threads() {
    int count = (int) values.number(Setting.BACKUP_THREAD_COUNT, 0, MAX_THREADS);
    return count == 0 ? Runtime.getRuntime().availableProcessors() : count;
  }
}
