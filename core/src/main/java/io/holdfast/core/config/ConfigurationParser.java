package io.holdfast.core.config;

import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.jspecify.annotations.Nullable;

/** Turns the attributes of {@code <Manager>} into a checked {@link SessionConfiguration}. */
public final class ConfigurationParser {

  private static final int MAX_THREADS = 1_000;
  private static final int LONGEST_LOCK_EXPIRATION = 3_600;
  private static final int COPIES_IF_SHARED = 2;

  /** Stands for the value that suits {@code sticky}. */
  private static final String AUTO = "auto";

  private final Map<Setting, String> values;

  private ConfigurationParser(Map<Setting, String> values) {
    this.values = values;
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
    return new ConfigurationParser(values).flag(Setting.ENABLED);
  }

  private SessionConfiguration parse() {
    List<NodeAddress> nodes = NodeListParser.parse(text(Setting.MEMCACHED_NODES));
    Set<String> failover = failoverNodes(nodes);
    SharedSettings shared = shared();
    Protocol protocol = protocol();
    return new SessionConfiguration(
        nodes,
        failover,
        shared,
        granularity(shared != null),
        flag(Setting.SESSION_BACKUP_ASYNC),
        Duration.ofMillis(number(Setting.SESSION_BACKUP_TIMEOUT, 1, 3_600_000)),
        Duration.ofMillis(number(Setting.OPERATION_TIMEOUT, 1, 3_600_000)),
        threads(),
        text(Setting.STORAGE_KEY_PREFIX).trim(),
        protocol,
        username(protocol),
        text(Setting.PASSWORD).isEmpty() ? null : new Secret(text(Setting.PASSWORD)),
        transcoder(),
        flag(Setting.COPY_COLLECTIONS_FOR_SERIALIZATION),
        Lists.split(text(Setting.CUSTOM_CONVERTER)),
        pattern(Setting.SESSION_ATTRIBUTE_FILTER),
        pattern(Setting.REQUEST_URI_IGNORE_PATTERN),
        copies(shared != null, nodes.size() - failover.size()),
        text(Setting.ALLOWED_CLASSES),
        (int) number(Setting.MAX_SESSION_SIZE, 1_024, 128 * 1024 * 1024),
        flag(Setting.ENABLE_STATISTICS));
  }

  /** Checks the settings of non-sticky sessions in any case; null if sessions are sticky. */
  private @Nullable SharedSettings shared() {
    LockingMode lockingMode = LockingMode.parse(text(Setting.LOCKING_MODE));
    Duration lockExpiration =
        Duration.ofSeconds(
            number(
                Setting.LOCK_EXPIRATION,
                SharedSettings.SHORTEST_EXPIRATION,
                LONGEST_LOCK_EXPIRATION));
    OnLockTimeout onLockTimeout = onLockTimeout();
    if (!flag(Setting.STICKY)) {
      return new SharedSettings(lockingMode, lockExpiration, onLockTimeout);
    }
    if (!(lockingMode instanceof LockingMode.None)) {
      throw new ConfigurationException(
          Setting.LOCKING_MODE,
          text(Setting.LOCKING_MODE),
          "sticky sessions are not locked; leave the attribute out or use none");
    }
    return null;
  }

  private OnLockTimeout onLockTimeout() {
    String value = text(Setting.ON_LOCK_TIMEOUT);
    return switch (normalized(value)) {
      case "proceed" -> OnLockTimeout.PROCEED;
      case "reject" -> OnLockTimeout.REJECT;
      default ->
          throw new ConfigurationException(Setting.ON_LOCK_TIMEOUT, value, "use proceed or reject");
    };
  }

  private Granularity granularity(boolean isShared) {
    String value = text(Setting.GRANULARITY);
    return switch (normalized(value)) {
      case AUTO -> isShared ? Granularity.ATTRIBUTE : Granularity.SESSION;
      case "session" -> Granularity.SESSION;
      case "attribute" -> Granularity.ATTRIBUTE;
      default ->
          throw new ConfigurationException(
              Setting.GRANULARITY, value, "use session, attribute or auto");
    };
  }

  private int copies(boolean isShared, int primaryNodes) {
    if (normalized(text(Setting.COPIES)).equals(AUTO)) {
      return isShared ? Math.min(COPIES_IF_SHARED, primaryNodes) : 1;
    }
    return (int) number(Setting.COPIES, 1, primaryNodes);
  }

  private Set<String> failoverNodes(List<NodeAddress> nodes) {
    String value = text(Setting.FAILOVER_NODES);
    Set<String> known = new TreeSet<>(nodes.stream().map(NodeAddress::id).toList());
    Set<String> failover = new HashSet<>(Lists.split(value));
    for (String id : failover) {
      if (!known.contains(id)) {
        throw new ConfigurationException(
            Setting.FAILOVER_NODES,
            value,
            "there is no node \"%s\" in memcachedNodes; it has %s".formatted(id, known));
      }
    }
    if (failover.size() == known.size()) {
      throw new ConfigurationException(
          Setting.FAILOVER_NODES,
          value,
          "at least one node of memcachedNodes must not be a failover node");
    }
    return failover;
  }

  private Protocol protocol() {
    String value = text(Setting.MEMCACHED_PROTOCOL);
    return switch (normalized(value)) {
      case "text" -> Protocol.TEXT;
      case "binary" -> Protocol.BINARY;
      default ->
          throw new ConfigurationException(Setting.MEMCACHED_PROTOCOL, value, "use text or binary");
    };
  }

  private @Nullable String username(Protocol protocol) {
    String value = text(Setting.USERNAME);
    if (value.isEmpty()) {
      return null;
    }
    if (protocol != Protocol.BINARY) {
      throw new ConfigurationException(
          Setting.USERNAME, value, "SASL needs memcachedProtocol=\"binary\"");
    }
    if (text(Setting.PASSWORD).isEmpty()) {
      throw new ConfigurationException(Setting.USERNAME, value, "a password is needed as well");
    }
    return value;
  }

  private String transcoder() {
    String value = text(Setting.TRANSCODER_FACTORY_CLASS).trim();
    if (value.isEmpty()) {
      throw new ConfigurationException(
          Setting.TRANSCODER_FACTORY_CLASS, value, "use java, kryo, xstream or javolution");
    }
    return value;
  }

  private int threads() {
    int count = (int) number(Setting.BACKUP_THREAD_COUNT, 0, MAX_THREADS);
    return count == 0 ? Runtime.getRuntime().availableProcessors() : count;
  }

  private @Nullable Pattern pattern(Setting setting) {
    String value = text(setting);
    if (value.isEmpty()) {
      return null;
    }
    try {
      return Pattern.compile(value);
    } catch (PatternSyntaxException e) {
      throw new ConfigurationException(
          setting, value, "not a regular expression: " + e.getDescription());
    }
  }

  private long number(Setting setting, long min, long max) {
    String value = text(setting).trim();
    String remedy = "a whole number from %d to %d is needed".formatted(min, max);
    try {
      long number = Long.parseLong(value);
      if (number < min || number > max) {
        throw new ConfigurationException(setting, value, remedy);
      }
      return number;
    } catch (NumberFormatException e) {
      throw new ConfigurationException(setting, value, remedy);
    }
  }

  private boolean flag(Setting setting) {
    String value = text(setting);
    return switch (normalized(value)) {
      case "true" -> true;
      case "false" -> false;
      default -> throw new ConfigurationException(setting, value, "use true or false");
    };
  }

  private static String normalized(String value) {
    return value.trim().toLowerCase(Locale.ROOT);
  }

  private String text(Setting setting) {
    String given = values.get(setting);
    if (given != null) {
      return given;
    }
    String standard = setting.defaultValue();
    if (standard == null) {
      throw new ConfigurationException(
          setting,
          "",
          "the attribute is missing; for example memcachedNodes=\"n1:localhost:11211\"");
    }
    return standard;
  }
}
