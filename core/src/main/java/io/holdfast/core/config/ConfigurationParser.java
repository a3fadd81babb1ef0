package io.holdfast.core.config;

import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
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

  /** Whether it is there is looked at when the application starts. */
  private static final String ANY_FILE = Path.of("any").toAbsolutePath().toString();

  private static final Set<Setting> OF_TLS =
      EnumSet.of(
          Setting.TLS_CA_FILE,
          Setting.TLS_TRUST_STORE,
          Setting.TLS_TRUST_STORE_PASSWORD,
          Setting.TLS_CERTIFICATE_FILE,
          Setting.TLS_KEY_FILE,
          Setting.TLS_HOSTNAME_VERIFICATION);

  private final AttributeValues values;

  private ConfigurationParser(Map<Setting, String> values) {
    this.values = new AttributeValues(values);
  }

  /**
   * Parses and checks all attributes together.
   *
   * @param values the attributes that were given; others have their default
   * @throws ConfigurationException naming the first attribute that is wrong, its value and what
   *     would be right
   */
  public static SessionConfiguration parse(Map<Setting, String> values) {
    return new ConfigurationParser(values).parse();
  }

  /**
   * Reads {@code enabled} alone, which decides whether anything else matters.
   *
   * @throws ConfigurationException if it is neither true nor false
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
    AttributeValues all = new AttributeValues(values);
    try {
      switch (setting) {
        case ENABLED -> {
          var unused = all.flag(Setting.ENABLED);
        }
        case FAILOVER_NODES, COPIES -> {
          var unused = new NodeLayoutParser(all, !all.flag(Setting.STICKY)).parse();
        }
        default -> {
          var unused = parse(alone(setting, all.text(setting)));
        }
      }
    } catch (ConfigurationException e) {
      if (e.attribute().equals(setting.attribute())) {
        throw e;
      } // else another attribute is wrong, which the start reports
    }
  }

  /** An attribute with those that it needs, and their defaults. */
  private static Map<Setting, String> alone(Setting setting, String value) {
    Map<Setting, String> values = new EnumMap<>(Setting.class);
    values.put(Setting.MEMCACHED_NODES, "n1:localhost:11211");
    if (setting == Setting.LOCKING_MODE) {
      values.put(Setting.STICKY, "false");
    } else if (setting == Setting.USERNAME || setting == Setting.PASSWORD) {
      values.put(Setting.USERNAME, "any");
      values.put(Setting.PASSWORD, "any");
    } else if (setting == Setting.PASSWORD_FILE) {
      values.put(Setting.USERNAME, "any");
    } else if (OF_TLS.contains(setting)) {
      values.put(Setting.TLS, "true");
      putOther(setting, Setting.TLS_TRUST_STORE_PASSWORD, Setting.TLS_TRUST_STORE, values);
      putOther(setting, Setting.TLS_CERTIFICATE_FILE, Setting.TLS_KEY_FILE, values);
      putOther(setting, Setting.TLS_KEY_FILE, Setting.TLS_CERTIFICATE_FILE, values);
    } else if (setting == Setting.ENCRYPTION_MIGRATION || setting == Setting.ALLOWED_CLASSES) {
      values.put(Setting.ENCRYPTION_KEY_FILE, ANY_FILE);
    }
    values.put(setting, value);
    return values;
  }

  private static void putOther(
      Setting setting, Setting one, Setting other, Map<Setting, String> values) {
    if (setting == one) {
      values.put(other, ANY_FILE);
    }
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
    if (running.discovery() != null || DiscoverySettings.parse(all) != null) {
      throw new ConfigurationException(
          Setting.MEMCACHED_NODES,
          all.text(Setting.MEMCACHED_NODES),
          "nodes that are found follow their source; to change the source, failoverNodes or copies,"
              + " change the configuration file, and start the application again");
    }
    NodeLayout next = new NodeLayoutParser(all, isShared).parse();
    if (isShared) {
      SharedLayoutChange.check(running.layout(), next);
    }
    return next;
  }

  private SessionConfiguration parse() {
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
    LockingMode lockingMode = LockingMode.parse(values.text(Setting.LOCKING_MODE));
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
      throw new ConfigurationException(
          Setting.LOCKING_MODE,
          values.text(Setting.LOCKING_MODE),
          "sticky sessions are not locked; leave the attribute out, or set sticky=\"false\" as well");
    }
    return null;
  }

  private OnLockTimeout onLockTimeout() {
    String value = values.text(Setting.ON_LOCK_TIMEOUT);
    return switch (values.word(Setting.ON_LOCK_TIMEOUT)) {
      case "proceed" -> OnLockTimeout.PROCEED;
      case "reject" -> OnLockTimeout.REJECT;
      default ->
          throw new ConfigurationException(Setting.ON_LOCK_TIMEOUT, value, "use proceed or reject");
    };
  }

  private Granularity granularity(boolean isShared) {
    String value = values.text(Setting.GRANULARITY);
    return switch (values.word(Setting.GRANULARITY)) {
      case "auto" -> isShared ? Granularity.ATTRIBUTE : Granularity.SESSION;
      case "session" -> Granularity.SESSION;
      case "attribute" -> Granularity.ATTRIBUTE;
      default ->
          throw new ConfigurationException(
              Setting.GRANULARITY, value, "use session, attribute or auto");
    };
  }

  private Protocol protocol() {
    String value = values.text(Setting.MEMCACHED_PROTOCOL);
    return switch (values.word(Setting.MEMCACHED_PROTOCOL)) {
      case "text" -> Protocol.TEXT;
      case "binary" -> Protocol.BINARY;
      default ->
          throw new ConfigurationException(Setting.MEMCACHED_PROTOCOL, value, "use text or binary");
    };
  }

  /** All classes of the application are for bytes that come from Tomcats with the key alone. */
  private String allowedClasses() {
    String value = values.text(Setting.ALLOWED_CLASSES);
    boolean isOpen = Lists.split(value).contains(ALL_OF_APPLICATION);
    @Nullable EncryptionSettings encryption = EncryptionSettings.parse(values);
    if (isOpen && (encryption == null || encryption.migration() != EncryptionMigration.NONE)) {
      throw new ConfigurationException(
          Setting.ALLOWED_CLASSES,
          value,
          "%s is for sealed records alone: it needs encryptionKeyFile, and encryptionMigration"
                  .formatted(ALL_OF_APPLICATION)
              + " left out; or name the classes");
    }
    return value;
  }

  /** The length of what is compressed, which sealing does not hide, could tell a secret in it. */
  private Compression compression() {
    return switch (values.word(Setting.COMPRESSION)) {
      case "none" -> Compression.NONE;
      case "deflate" -> {
        if (!values.text(Setting.ENCRYPTION_KEY_FILE).isBlank()) {
          throw new ConfigurationException(
              Setting.COMPRESSION,
              values.text(Setting.COMPRESSION),
              "the length of a sealed record would tell what is in it; use none beside"
                  + " encryptionKeyFile");
        }
        yield Compression.DEFLATE;
      }
      default ->
          throw new ConfigurationException(
              Setting.COMPRESSION, values.text(Setting.COMPRESSION), "use none or deflate");
    };
  }

  private @Nullable String username() {
    String value = values.text(Setting.USERNAME);
    boolean hasPassword = !values.text(Setting.PASSWORD).isEmpty();
    boolean hasFile = !values.text(Setting.PASSWORD_FILE).isBlank();
    if (value.isEmpty() && (hasPassword || hasFile)) {
      Setting alone = hasPassword ? Setting.PASSWORD : Setting.PASSWORD_FILE;
      throw new ConfigurationException(
          alone, values.text(alone), "a username is needed as well; or leave it out");
    }
    if (hasPassword && hasFile) {
      throw new ConfigurationException(
          Setting.PASSWORD_FILE,
          values.text(Setting.PASSWORD_FILE),
          "password is set as well; leave one of them out");
    }
    if (!value.isEmpty() && !hasPassword && !hasFile) {
      throw new ConfigurationException(
          Setting.USERNAME, value, "password or passwordFile is needed as well");
    }
    return value.isEmpty() ? null : value;
  }

  private @Nullable Path passwordFile() {
    return values.path(Setting.PASSWORD_FILE, "${catalina.base}/conf/memcached.password");
  }

  private String transcoder() {
    String value = values.text(Setting.TRANSCODER_FACTORY_CLASS).trim();
    if (value.isEmpty()) {
      throw new ConfigurationException(
          Setting.TRANSCODER_FACTORY_CLASS, value, "use java, kryo, xstream or javolution");
    }
    return value;
  }

  private int threads() {
    int count = (int) values.number(Setting.BACKUP_THREAD_COUNT, 0, MAX_THREADS);
    return count == 0 ? Runtime.getRuntime().availableProcessors() : count;
  }
}
