package io.holdfast.spring.boot;

import io.holdfast.core.config.Setting;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * The property of one attribute of {@code <Manager>}. There is one for each {@link Setting}: its
 * name is that of the attribute in kebab case, and its default is the attribute's.
 *
 * @param setting the attribute
 * @param name of the property, with its prefix
 * @param type how it may be written
 */
record HoldfastProperty(Setting setting, String name, PropertyType type) {

  /** What all names begin with. */
  static final String PREFIX = "holdfast";

  /** The end of the ids of this program's sessions; no attribute of {@code <Manager>}. */
  static final String ROUTE = PREFIX + ".route";

  private static final Pattern CAPITAL = Pattern.compile("[A-Z]");

  /** All there are, in the order of the settings. */
  static final List<HoldfastProperty> ALL =
      Arrays.stream(Setting.values()).map(HoldfastProperty::of).toList();

  /** The property of an attribute. */
  static HoldfastProperty of(Setting setting) {
    return new HoldfastProperty(setting, PREFIX + '.' + nameOf(setting), typeOf(setting));
  }

  private static String nameOf(Setting setting) {
    return setting == Setting.MEMCACHED_NODES
        ? "nodes" // all that must be set, so it is short
        : CAPITAL
            .matcher(setting.attribute())
            .replaceAll(letter -> '-' + letter.group().toLowerCase(Locale.ROOT));
  }

  /** Without a default, so that a new setting is not forgotten. */
  private static PropertyType typeOf(Setting setting) {
    return switch (setting) {
      case MEMCACHED_NODES, FAILOVER_NODES, CUSTOM_CONVERTER, ALLOWED_CLASSES -> PropertyType.LIST;
      case STICKY,
          SESSION_BACKUP_ASYNC,
          TLS,
          TLS_HOSTNAME_VERIFICATION,
          COPY_COLLECTIONS_FOR_SERIALIZATION,
          ENABLE_STATISTICS,
          ENABLED,
          EXPIRE_ABANDONED_SESSIONS,
          SESSIONS_BY_USER ->
          PropertyType.FLAG;
      case MAX_LOCK_WAITERS, BACKUP_THREAD_COUNT, RESYNC_RATE -> PropertyType.COUNT;
      case SESSION_BACKUP_TIMEOUT, OPERATION_TIMEOUT, DOUBT_TIMEOUT -> PropertyType.MILLIS;
      case LOCK_EXPIRATION, MAX_LOCK_HOLD, MAX_IDLE_DECODED, DISCOVERY_INTERVAL ->
          PropertyType.SECONDS;
      case MAX_SESSION_SIZE, MAX_ITEM_SIZE, COMPRESSION_THRESHOLD -> PropertyType.BYTES;
      case SPILL_LIMIT -> PropertyType.MEGABYTES;
      case LOCKING_MODE,
          ON_LOCK_TIMEOUT,
          GRANULARITY,
          REQUEST_URI_IGNORE_PATTERN,
          STORAGE_KEY_PREFIX,
          MEMCACHED_PROTOCOL,
          USERNAME,
          PASSWORD,
          PASSWORD_FILE,
          TLS_CA_FILE,
          TLS_TRUST_STORE,
          TLS_TRUST_STORE_PASSWORD,
          TLS_CERTIFICATE_FILE,
          TLS_KEY_FILE,
          TRANSCODER_FACTORY_CLASS,
          SESSION_ATTRIBUTE_FILTER,
          COPIES,
          COMPRESSION,
          ENCRYPTION_KEY_FILE,
          ENCRYPTION_MIGRATION,
          SPILL_DIRECTORY ->
          PropertyType.TEXT;
    };
  }
}
