package io.holdfast.core.config;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Where the nodes are found, in place of a list of them.
 *
 * @param kind who knows them
 * @param name the name that is asked for
 * @param port of the nodes, or of the endpoint; {@value #NO_PORT} where the answer says it
 * @param interval from one question to the next
 */
public record DiscoverySettings(Kind kind, String name, int port, Duration interval) {

  /** More nodes are taken for an answer that is wrong. */
  public static final int MOST_NODES = 100;

  /** The port is part of the answer. */
  public static final int NO_PORT = 0;

  static final String SYNTAX =
      "\"dns:memcached.default.svc:11211\", \"srv:_memcached._tcp.cache.example\" or"
          + " \"elasticache:my.cfg.use1.cache.amazonaws.com:11211\"";

  private static final int USUAL_PORT = 11_211;

  private static final int LONGEST_NAME = 253;

  private static final Pattern SOURCE =
      Pattern.compile("[a-z]+:(?<name>[^:]*)(?::(?<port>[0-9]{1,5}))?");

  private static final Pattern NAME =
      Pattern.compile("[A-Za-z0-9_-]{1,63}(?:\\.[A-Za-z0-9_-]{1,63})*\\.?");

  private static final Pattern NUMBERS = Pattern.compile("[0-9.]+");

  /** As a node, perhaps with an id. */
  private static final Pattern CONFIGURATION_ENDPOINT =
      Pattern.compile(
          "(?:[^:]+:)?(?<address>[^:]+\\.cfg\\.[^:.]+\\.cache\\.amazonaws\\.com(?:\\.cn)?:[0-9]+)",
          Pattern.CASE_INSENSITIVE);

  /** Who knows the nodes. */
  public enum Kind {
    /** All addresses of a name ({@code dns:name:port}). */
    DNS("dns:", true),
    /** The targets of a name's SRV records ({@code srv:name}). */
    SRV("srv:", false),
    /** What the endpoint of an ElastiCache cluster says ({@code elasticache:name:port}). */
    ELASTICACHE("elasticache:", true);

    private final String prefix;
    private final boolean hasPort;

    Kind(String prefix, boolean hasPort) {
      this.prefix = prefix;
      this.hasPort = hasPort;
    }
  }

  /**
   * Reads {@code discoveryInterval}, and {@code memcachedNodes} as far as it says where nodes are
   * found.
   *
   * @return null if it lists the nodes, or is wrong
   */
  static @Nullable DiscoverySettings parse(AttributeValues values) {
    Duration interval = values.get(Setting.DISCOVERY_INTERVAL);
    String value = values.text(Setting.MEMCACHED_NODES);
    return values
        .read(
            Setting.MEMCACHED_NODES,
            () -> Optional.ofNullable(parse(value, interval)),
            Optional.<DiscoverySettings>empty())
        .orElse(null);
  }

  private static @Nullable DiscoverySettings parse(String value, Duration interval) {
    List<String> entries = Lists.split(value);
    for (String entry : entries) {
      for (Kind kind : Kind.values()) {
        if (entry.startsWith(kind.prefix)) {
          if (entries.size() > 1) {
            throw ConfigurationException.ofNodes(
                value, "where nodes are found stands alone, without other entries");
          }
          return source(kind, entry, value, interval);
        }
      }
    }
    return null;
  }

  /**
   * What to write for the configuration endpoint of an ElastiCache cluster that is listed as a
   * node, which memcached-session-manager's documentation does. As a node its name stands for any
   * one of the cluster, and for another one with the next connection.
   *
   * @param node as listed
   * @return null for all other nodes
   */
  public static @Nullable String inPlaceOf(String node) {
    Matcher endpoint = CONFIGURATION_ENDPOINT.matcher(node.trim());
    return endpoint.matches() ? Kind.ELASTICACHE.prefix + endpoint.group("address") : null;
  }

  private static DiscoverySettings source(
      Kind kind, String entry, String value, Duration interval) {
    Matcher matcher = SOURCE.matcher(entry);
    if (!matcher.matches() || (matcher.group("port") != null) != kind.hasPort) {
      throw ConfigurationException.ofNodes(value, "write where nodes are found as " + SYNTAX);
    }
    int port = kind.hasPort ? Integer.parseInt(matcher.group("port")) : NO_PORT;
    if (kind.hasPort && (port < 1 || port > 65_535)) {
      throw ConfigurationException.ofNodes(value, "the port must be 1 to 65535");
    }
    String name = matcher.group("name");
    if (name.length() > LONGEST_NAME || !NAME.matcher(name).matches()) {
      throw ConfigurationException.ofNodes(
          value,
          "\"%s\" is not a name of DNS; write %s"
              .formatted(Credentials.hiddenIn(name, value), SYNTAX));
    }
    if (NUMBERS.matcher(name).matches()) {
      throw ConfigurationException.ofNodes(
          value, "\"%s\" is an address; list it, as id:host:port".formatted(name));
    }
    return new DiscoverySettings(kind, name, port, interval);
  }

  /** Stands for all nodes while none was found yet: one that does not answer. */
  public NodeAddress placeholder() {
    return new NodeAddress(toString(), name, port == NO_PORT ? USUAL_PORT : port);
  }

  /** As {@code memcachedNodes} has it. */
  @Override
  public String toString() {
    return kind.prefix + name + (port == NO_PORT ? "" : ":" + port);
  }
}
