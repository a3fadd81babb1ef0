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
   * @param values the attributes that were given; others have their default
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

  /**
   * Reads {@code enabled} alone, which decides whether anything else matters.
   *
   * @return true also if it is wrong, which {@link #parse} refuses
   */
  public static boolean isEnabled(Map<Setting<?>, String> values) {
    return new AttributeValues(values).get(Setting.ENABLED);
  }

  /**
   * Checks one attribute, as far as that is possible while others may be missing or wrong.
   *
   * @param setting the attribute
   * @param values all attributes that are given, with that one
   * @throws ConfigurationException if that one is wrong
   */
  public static void check(Setting<?> setting, Map<Setting<?>, String> values) {
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
  public static NodeLayout parseLayout(
      Map<Setting<?>, String> values, SessionConfiguration running) {
    boolean isShared = !running.isSticky();
    AttributeValues all = new AttributeValues(values);
    String nodes = all.text(Setting.MEMCACHED_NODES);
    DiscoverySettings discovery = DiscoverySettings.parse(all);
    ConfigurationException.throwIfAny(all.mistakes());
    if (running.discovery() != null || discovery != null) {
      throw ConfigurationException.ofNodes(
          nodes,
          "discovered nodes follow their source; to change the source, failoverNodes or copies,"
              + " change the configuration file, and start the application again");
    }
    NodeLayout next = new NodeLayoutParser(all, isShared).parse();
    ConfigurationException.throwIfAny(all.mistakes());
    if (next.engine() != running.layout().engine()) {
      throw ConfigurationException.ofNodes(
          nodes,
          "nodes of another kind are used after a restart only; change the configuration file, and"
              + " start the application again");
    }
    String user = NodeListParser.user(nodes);
    if (user != null && !user.equals(running.username())) {
      throw ConfigurationException.ofNodes(
          nodes,
          "another user is used after a restart only; change the configuration file, and start the"
              + " application again");
    }
    if (isShared) {
      SharedLayoutChange.check(running.layout(), next);
    }
    return next;
  }

  private SessionConfiguration parse() {
    Map<Setting<?>, Object> parsed = values.all();
    String user = NodeListParser.user(values.text(Setting.MEMCACHED_NODES));
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
    checkTranscoder();
    checkEncryption();
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
    if (isSticky && lockingMode != LockingMode.Plain.NONE) {
      values.conflict(
          Setting.LOCKING_MODE,
          "sticky sessions are not locked; leave the attribute out, or set sticky=\"false\" as well",
          Setting.STICKY);
    }
    return lockingMode;
  }

  private void checkEncryption() {
    boolean isOn = values.find(Setting.ENCRYPTION_KEY_FILE).isPresent();
    boolean isMigration = values.get(Setting.ENCRYPTION_MIGRATION) != EncryptionMigration.NONE;
    if (!isOn && isMigration) {
      values.conflict(
          Setting.ENCRYPTION_MIGRATION,
          "it needs encryptionKeyFile as well; or leave it out",
          Setting.ENCRYPTION_KEY_FILE);
    }
    // All classes of the application are for bytes that come from Tomcats with the key alone.
    boolean isOpen = values.get(Setting.ALLOWED_CLASSES).contains(ALL_OF_APPLICATION);
    if (isOpen && (!isOn || isMigration)) {
      values.conflict(
          Setting.ALLOWED_CLASSES,
          "%s needs encrypted records: set encryptionKeyFile, and leave out encryptionMigration;"
                  .formatted(ALL_OF_APPLICATION)
              + " or name the classes",
          Setting.ENCRYPTION_KEY_FILE,
          Setting.ENCRYPTION_MIGRATION);
    }
    if (isOn && values.get(Setting.COMPRESSION) != Compression.NONE) {
      values.conflict(
          Setting.COMPRESSION,
          "the length of a compressed and encrypted record reveals its content; use none with"
              + " encryptionKeyFile");
    }
  }

  private void checkProtocol(NodeLayout layout) {
    if (!layout.engine().isValkey() && values.get(Setting.WAIT_FOR_REPLICAS) > 0) {
      values.conflict(
          Setting.WAIT_FOR_REPLICAS,
          "memcached has no replicas; leave it out, or name nodes of Valkey or Redis",
          Setting.MEMCACHED_NODES);
    }
    if (layout.engine().isValkey() && values.get(Setting.MEMCACHED_PROTOCOL) == Protocol.BINARY) {
      values.conflict(
          Setting.MEMCACHED_PROTOCOL,
          "the nodes are Valkey or Redis; leave it out",
          Setting.MEMCACHED_NODES);
    }
  }

  private void checkSentinels(NodeLayout layout) {
    boolean hasUser =
        !values.text(Setting.SENTINEL_USERNAME).equals(Setting.SENTINEL_USERNAME.defaultValue());
    boolean hasFile = values.find(Setting.SENTINEL_PASSWORD_FILE).isPresent();
    boolean hasSentinels = layout.nodes().stream().anyMatch(node -> node.sentinels() != null);
    if (!hasSentinels && (hasUser || hasFile)) {
      values.conflict(
          hasFile ? Setting.SENTINEL_PASSWORD_FILE : Setting.SENTINEL_USERNAME,
          "memcachedNodes names no sentinels; leave it out",
          Setting.MEMCACHED_NODES);
    } else if (hasUser && !hasFile) {
      values.conflict(
          Setting.SENTINEL_USERNAME,
          "sentinelPasswordFile is needed as well",
          Setting.SENTINEL_PASSWORD_FILE);
    }
  }

  private void checkLogin(@Nullable String userOfNodes) {
    String username = values.text(Setting.USERNAME);
    if (userOfNodes != null && !username.isEmpty() && !username.equals(userOfNodes)) {
      values.conflict(
          Setting.USERNAME,
          "memcachedNodes has another user before its hosts; leave one of them out",
          Setting.MEMCACHED_NODES);
    }
    boolean hasUser = !username.isEmpty() || userOfNodes != null;
    boolean hasPassword = !values.text(Setting.PASSWORD).isEmpty();
    boolean hasFile = values.find(Setting.PASSWORD_FILE).isPresent();
    if (!hasUser && (hasPassword || hasFile)) {
      values.conflict(
          hasPassword ? Setting.PASSWORD : Setting.PASSWORD_FILE,
          "a username is needed as well; or leave it out",
          Setting.USERNAME);
    }
    if (hasPassword && hasFile) {
      values.conflict(Setting.PASSWORD_FILE, "password is set as well; leave one of them out");
    }
    if (hasUser && !hasPassword && !hasFile) {
      values.conflict(
          username.isEmpty() ? Setting.MEMCACHED_NODES : Setting.USERNAME,
          username.isEmpty()
              ? "for the user before the host password or passwordFile is needed as well"
              : "password or passwordFile is needed as well",
          Setting.PASSWORD,
          Setting.PASSWORD_FILE);
    }
  }

  private void checkTranscoder() {
    if (values.get(Setting.TRANSCODER_FACTORY_CLASS).isEmpty()) {
      values.refuse(Setting.TRANSCODER_FACTORY_CLASS, "use java, kryo, xstream or javolution");
    }
  }
}
