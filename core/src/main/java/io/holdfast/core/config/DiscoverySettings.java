package io.holdfast.core.config;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Where the nodes are found, in place of a list of them.
 *
 * @param kind who knows them
 * @param sources the names that are asked for; one unless nodes have zones
 * @param interval from one question to the next
 */
public record DiscoverySettings(Kind kind, List<Source> sources, Duration interval) {

  /**
   * A name that stands for nodes.
   *
   * @param name as DNS has it
   * @param port of the nodes, or of the endpoint; {@value #NO_PORT} where the answer says it
   * @param zone of all its nodes; null for none
   */
  public record Source(String name, int port, @Nullable String zone) {

    @Override
    public String toString() {
      return name + (port == NO_PORT ? "" : ":" + port) + (zone == null ? "" : "@" + zone);
    }
  }

  /** Copies the list. */
  public DiscoverySettings {
    sources = List.copyOf(sources);
  }

  /** One name, without a zone. */
  public DiscoverySettings(Kind kind, String name, int port, Duration interval) {
    this(kind, List.of(new Source(name, port, null)), interval);
  }

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
      Pattern.compile("[a-z]+:(?<name>[^:@]*)(?::(?<port>[0-9]{1,5}))?(?:@(?<zone>[^@:]*))?");

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

    private static Optional<Kind> of(String entry) {
      return Arrays.stream(values()).filter(kind -> entry.startsWith(kind.prefix)).findFirst();
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
    Kind kind = entries.stream().map(Kind::of).flatMap(Optional::stream).findFirst().orElse(null);
    if (kind == null) {
      return null;
    }
    if (entries.size() > 1 && !entries.stream().allMatch(each -> each.startsWith(kind.prefix))) {
      throw ConfigurationException.ofNodes(
          value, "where nodes are found stands alone, without other entries");
    }
    List<Source> sources = entries.stream().map(each -> source(kind, each, value)).toList();
    Set<String> zones = sources.stream().map(Source::zone).collect(Collectors.toSet());
    if (sources.size() > 1 && (zones.contains(null) || zones.size() < sources.size())) {
      throw ConfigurationException.ofNodes(
          value,
          "several names are for several zones: write dns:name:port@zone, with another zone for each");
    }
    return new DiscoverySettings(kind, sources, interval);
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

  private static Source source(Kind kind, String entry, String value) {
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
    String zone = matcher.group("zone");
    if (zone != null && (kind != Kind.DNS || !NodeForm.isZone(zone))) {
      throw ConfigurationException.ofNodes(
          value, "only names of dns: have zones, written as dns:name:port@zone");
    }
    return new Source(name, port, zone);
  }

  /** Returns whether the nodes have zones. */
  boolean hasZones() {
    return sources.get(0).zone() != null;
  }

  /** The name that is asked for, the first of several. */
  public String name() {
    return sources.get(0).name();
  }

  /** The port of that, see {@link Source}. */
  public int port() {
    return sources.get(0).port();
  }

  /** Stands for all nodes while none was found yet: one that does not answer. */
  public NodeAddress placeholder() {
    return new NodeAddress(toString(), name(), port() == NO_PORT ? USUAL_PORT : port());
  }

  /** As {@code memcachedNodes} has it. */
  @Override
  public String toString() {
    return sources.stream().map(each -> kind.prefix + each).collect(Collectors.joining(","));
  }
}
