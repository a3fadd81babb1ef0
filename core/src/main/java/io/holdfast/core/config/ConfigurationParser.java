package io.holdfast.core.config;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Turns the attributes of {@code <Manager>} into a checked {@link SessionConfiguration}. */
public final class ConfigurationParser {

  private static final String ALL_OF_APPLICATION = "@application";

  /** So small an item cuts the largest session into about a thousand chunks. */
  public static final int SMALLEST_ITEM_SIZE = 128 << 10;

  private final AttributeValues values;

  private ConfigurationParser(Map<Setting<?>, String> values) {
    this.values = new AttributeValues(values);
  }

  /** Parses as {@link #parse(Map, List)} does, without mistakes that were found elsewhere. */
  public static SessionConfiguration parse(Map<Setting<?>, String> values) {
    return parse(values, List.of());
  }

  /**
   * Parses and checks all attributes together.
   *
   * @param others mistakes that were found elsewhere
   * @throws ConfigurationException naming those, and each attribute that is wrong, its value and
   *     what would be right
   */
  public static SessionConfiguration parse(
      Map<Setting<?>, String> values, List<ConfigurationException> others) {
    ConfigurationParser parser = new ConfigurationParser(values);
    SessionConfiguration parsed = parser.parse();
    ConfigurationException.throwIfAny(
        Stream.concat(others.stream(), parser.values.mistakes().stream()).toList());
    return parsed;
  }

  /**
   * Parses as {@link #parse(Map, List)} does, unless {@code enabled} is false: then it only refuses
   * the other mistakes, and the result is null.
   */
  public static @Nullable SessionConfiguration parseIfEnabled(
      Map<Setting<?>, String> values, List<ConfigurationException> others) {
    if (isEnabled(values)) {
      return parse(values, others);
    }
    ConfigurationException.throwIfAny(others);
    return null;
  }

  /** Reads {@code enabled} alone; true also if it is wrong, which {@link #parse} refuses. */
  public static boolean isEnabled(Map<Setting<?>, String> values) {
    return new AttributeValues(values).get(Setting.ENABLED);
  }

  /** Checks one attribute, as far as that is possible while others may be missing or wrong. */
  public static void check(Setting<?> setting, Map<Setting<?>, String> values) {
    ConfigurationParser parser = new ConfigurationParser(values);
    var unused = parser.parse();
    parser.values.check(setting);
  }

  /**
   * Parses and checks what concerns the nodes alone, which may change while sessions are served.
   *
   * @throws ConfigurationException if an attribute is wrong, the change would exchange too many
   *     nodes of non-sticky sessions at once, or the nodes are found or are to be found
   */
  public static NodeLayout parseLayout(
      Map<Setting<?>, String> values, SessionConfiguration running) {
    boolean isShared = !running.isSticky();
    AttributeValues all = new AttributeValues(values);
    NodesText nodes = new NodesText(all.text(Setting.MEMCACHED_NODES));
    DiscoverySettings discovery = DiscoverySettings.parse(all);
    ConfigurationException.throwIfAny(all.mistakes());
    nodes.require(
        running.discovery() == null && discovery == null,
        "discovered nodes follow their source; to change the source, failoverNodes or copies,"
            + " change the configuration file, and start the application again");
    NodeLayout next = new NodeLayoutParser(all, isShared).parse();
    ConfigurationException.throwIfAny(all.mistakes());
    nodes.require(
        next.engine() == running.layout().engine(),
        "nodes of another kind are used after a restart only; change the configuration file, and"
            + " start the application again");
    String user = NodeListParser.user(nodes);
    nodes.require(
        user == null || user.equals(running.username()),
        "another user is used after a restart only; change the configuration file, and start the"
            + " application again");
    if (isShared) {
      running.layout().requireOneStepTo(next);
    }
    return next;
  }

  private SessionConfiguration parse() {
    Map<Setting<?>, Object> parsed = values.all();
    String user = NodeListParser.user(new NodesText(values.text(Setting.MEMCACHED_NODES)));
    if (user != null) {
      parsed.put(Setting.USERNAME, user);
    }
    boolean isSticky = values.get(Setting.STICKY);
    if (isSticky && !values.isGiven(Setting.MAX_IDLE_DECODED)) {
      parsed.remove(Setting.MAX_IDLE_DECODED);
    }
    NodeLayout layout = new NodeLayoutParser(values, !isSticky).parse();
    checkLogin(user);
    checkProtocol(layout);
    checkSentinels(layout);
    checkEncryption();
    values.refuseIf(
        values.get(Setting.TRANSCODER_FACTORY_CLASS).isEmpty(),
        Setting.TRANSCODER_FACTORY_CLASS,
        "use java, kryo, xstream or javolution");
    return new SessionConfiguration(
        layout,
        DiscoverySettings.parse(values),
        lockingMode(isSticky),
        TlsSettings.parse(values),
        parsed);
  }

  private LockingMode lockingMode(boolean isSticky) {
    String mode = values.text(Setting.LOCKING_MODE);
    LockingMode lockingMode =
        values.read(Setting.LOCKING_MODE, () -> LockingMode.parse(mode), LockingMode.Plain.NONE);
    values.conflictIf(
        isSticky && lockingMode != LockingMode.Plain.NONE,
        Setting.LOCKING_MODE,
        "sticky sessions are not locked; leave the attribute out, or set sticky=\"false\" as well",
        Setting.STICKY);
    return lockingMode;
  }

  private void checkEncryption() {
    boolean isOn = values.find(Setting.ENCRYPTION_KEY_FILE).isPresent();
    boolean isMigration = values.get(Setting.ENCRYPTION_MIGRATION) != EncryptionMigration.NONE;
    values.conflictIf(
        !isOn && isMigration,
        Setting.ENCRYPTION_MIGRATION,
        "it needs encryptionKeyFile as well; or leave it out",
        Setting.ENCRYPTION_KEY_FILE);
    // All classes of the application are for bytes that come from Tomcats with the key alone.
    boolean isOpen = values.get(Setting.ALLOWED_CLASSES).contains(ALL_OF_APPLICATION);
    values.conflictIf(
        isOpen && (!isOn || isMigration),
        Setting.ALLOWED_CLASSES,
        "%s needs encrypted records: set encryptionKeyFile, and leave out encryptionMigration;"
                .formatted(ALL_OF_APPLICATION)
            + " or name the classes",
        Setting.ENCRYPTION_KEY_FILE,
        Setting.ENCRYPTION_MIGRATION);
    values.conflictIf(
        isOn && values.get(Setting.COMPRESSION) != Compression.NONE,
        Setting.COMPRESSION,
        "the length of a compressed and encrypted record reveals its content; use none with"
            + " encryptionKeyFile");
  }

  private void checkProtocol(NodeLayout layout) {
    boolean isValkey = layout.engine().isValkey();
    values.conflictIf(
        !isValkey && values.get(Setting.WAIT_FOR_REPLICAS) > 0,
        Setting.WAIT_FOR_REPLICAS,
        "memcached has no replicas; leave it out, or name nodes of Valkey or Redis",
        Setting.MEMCACHED_NODES);
    values.conflictIf(
        isValkey && values.get(Setting.MEMCACHED_PROTOCOL) == Protocol.BINARY,
        Setting.MEMCACHED_PROTOCOL,
        "the nodes are Valkey or Redis; leave it out",
        Setting.MEMCACHED_NODES);
  }

  private void checkSentinels(NodeLayout layout) {
    boolean hasUser = !values.isDefault(Setting.SENTINEL_USERNAME);
    boolean hasFile = values.find(Setting.SENTINEL_PASSWORD_FILE).isPresent();
    boolean hasSentinels = layout.nodes().get(0).sentinels() != null;
    values.conflictIf(
        !hasSentinels && (hasUser || hasFile),
        hasFile ? Setting.SENTINEL_PASSWORD_FILE : Setting.SENTINEL_USERNAME,
        "memcachedNodes names no sentinels; leave it out",
        Setting.MEMCACHED_NODES);
    values.conflictIf(
        hasSentinels && hasUser && !hasFile,
        Setting.SENTINEL_USERNAME,
        "sentinelPasswordFile is needed as well",
        Setting.SENTINEL_PASSWORD_FILE);
  }

  private void checkLogin(@Nullable String userOfNodes) {
    String username = values.text(Setting.USERNAME);
    values.conflictIf(
        userOfNodes != null && !username.isEmpty() && !username.equals(userOfNodes),
        Setting.USERNAME,
        "memcachedNodes has another user before its hosts; leave one of them out",
        Setting.MEMCACHED_NODES);
    boolean hasUser = !username.isEmpty() || userOfNodes != null;
    boolean hasPassword = !values.text(Setting.PASSWORD).isEmpty();
    boolean hasFile = values.find(Setting.PASSWORD_FILE).isPresent();
    values.conflictIf(
        !hasUser && (hasPassword || hasFile),
        hasPassword ? Setting.PASSWORD : Setting.PASSWORD_FILE,
        "a username is needed as well; or leave it out",
        Setting.USERNAME);
    values.conflictIf(
        hasPassword && hasFile,
        Setting.PASSWORD_FILE,
        "password is set as well; leave one of them out");
    values.conflictIf(
        hasUser && !hasPassword && !hasFile,
        username.isEmpty() ? Setting.MEMCACHED_NODES : Setting.USERNAME,
        (username.isEmpty() ? "for the user before the host " : "")
            + "password or passwordFile is needed as well",
        Setting.PASSWORD,
        Setting.PASSWORD_FILE);
  }
}
