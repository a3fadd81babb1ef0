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
 * @param sources the names that are asked for; one unless nodes have zones
 * @param interval from one question to the next
 */
public record DiscoverySettings(Kind kind, List<Source> sources, Engine engine, Duration interval) {

  /**
   * A name that stands for nodes.
   *
   * @param port of the nodes, or of the endpoint; {@value #NO_PORT} where the answer says it
   * @param zone of all its nodes; null for none
   */
  public record Source(String name, int port, @Nullable String zone) {

    @Override
    public String toString() {
      return shown("@");
    }

    private String shown(String beforeZone) {
      return name + (port == NO_PORT ? "" : ":" + port) + (zone == null ? "" : beforeZone + zone);
    }
  }

  /** Copies the list. */
  public DiscoverySettings {
    sources = List.copyOf(sources);
  }

  /** One name of nodes that are memcached, without a zone. */
  public DiscoverySettings(Kind kind, String name, int port, Duration interval) {
    this(kind, List.of(new Source(name, port, null)), Engine.MEMCACHED, interval);
  }

  /** More nodes are taken for an answer that is wrong. */
  public static final int MOST_NODES = 100;

  /** The port is part of the answer. */
  public static final int NO_PORT = 0;

  static final String SYNTAX =
      "\"dns:memcached.default.svc:11211\", \"srv:_memcached._tcp.cache.example\" or"
          + " \"elasticache:my.cfg.use1.cache.amazonaws.com:11211\"";

  private static final String VALKEY_SYNTAX =
      "\"dns:valkey://cache.default.svc:6379\" or \"srv:valkey://_valkey._tcp.cache.example\" (or"
          + " valkeys:// for TLS); a user belongs in the attribute username";

  private static final int LONGEST_NAME = 253;

  private static final Pattern SOURCE =
      Pattern.compile("[a-z]+:(?<name>[^:@]*)(?::(?<port>[0-9]{1,5}))?(?:@(?<zone>[^@:]*))?");

  private static final Pattern SCHEME =
      Pattern.compile("[a-z]+:(?<scheme>(?i:valkeys?|rediss?))://");

  /** Nothing stands before an {@code @}: it would be a user, or a password. */
  private static final Pattern VALKEY_SOURCE =
      Pattern.compile(
          SCHEME.pattern()
              + "(?<name>[^:@/?]*)(?::(?<port>[0-9]{1,5}))?/?(?:\\?zone=(?<zone>[^@:]*))?");

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
   * Reads {@code discoveryInterval}, and from {@code memcachedNodes} where nodes are found, or
   * null.
   */
  static @Nullable DiscoverySettings parse(AttributeValues values) {
    Duration interval = values.get(Setting.DISCOVERY_INTERVAL);
    NodesText text = new NodesText(values.text(Setting.MEMCACHED_NODES));
    return values
        .read(
            Setting.MEMCACHED_NODES,
            () -> Optional.ofNullable(parse(text, interval)),
            Optional.<DiscoverySettings>empty())
        .orElse(null);
  }

  private static @Nullable DiscoverySettings parse(NodesText text, Duration interval) {
    List<String> entries = text.entries();
    Kind kind = entries.stream().map(Kind::of).flatMap(Optional::stream).findFirst().orElse(null);
    if (kind == null) {
      return null;
    }
    text.require(
        entries.stream().allMatch(each -> each.startsWith(kind.prefix)),
        "where nodes are found stands alone, without other entries");
    Set<Engine> engines =
        entries.stream().map(DiscoverySettings::engine).collect(Collectors.toSet());
    text.require(engines.size() == 1, "the nodes of all names are of one kind");
    Engine engine = engines.iterator().next();
    List<Source> sources = entries.stream().map(each -> source(kind, engine, each, text)).toList();
    Set<String> zones = sources.stream().map(Source::zone).collect(Collectors.toSet());
    text.require(
        sources.size() == 1 || (!zones.contains(null) && zones.size() == sources.size()),
        "several names are for several zones: write %s, with another zone for each"
            .formatted(engine.formWithZone(Kind.DNS.prefix, "name")));
    return new DiscoverySettings(kind, sources, engine, interval);
  }

  private static Engine engine(String entry) {
    Matcher scheme = SCHEME.matcher(entry);
    return Engine.ofScheme(scheme.lookingAt() ? scheme.group("scheme") : null);
  }

  /**
   * What to write for the configuration endpoint of an ElastiCache cluster that is listed as a
   * node, which memcached-session-manager's documentation does. As a node its name stands for any
   * one of the cluster, and for another one with the next connection.
   *
   * @return null for all other nodes
   */
  public static @Nullable String inPlaceOf(String node) {
    Matcher endpoint = CONFIGURATION_ENDPOINT.matcher(node.trim());
    return endpoint.matches() ? Kind.ELASTICACHE.prefix + endpoint.group("address") : null;
  }

  private static Source source(Kind kind, Engine engine, String entry, NodesText text) {
    boolean isValkey = engine.isValkey();
    text.require(
        !isValkey || kind != Kind.ELASTICACHE,
        "elasticache: finds nodes of memcached; write a cluster of Valkey as"
            + " valkey-cluster:host:port, and one with replicas as valkeys://host:port");
    String syntax = "write where nodes are found as " + (isValkey ? VALKEY_SYNTAX : SYNTAX);
    Matcher matcher = (isValkey ? VALKEY_SOURCE : SOURCE).matcher(entry);
    boolean matches = matcher.matches();
    String written = matches ? matcher.group("port") : null;
    boolean mayLackPort = !kind.hasPort || isValkey;
    text.require(matches && (written == null ? mayLackPort : kind.hasPort), syntax);
    int port =
        !kind.hasPort ? NO_PORT : written == null ? engine.usualPort() : Integer.parseInt(written);
    text.require(!kind.hasPort || (port >= 1 && port <= 65_535), "the port must be 1 to 65535");
    String name = matcher.group("name");
    text.require(
        name.length() <= LONGEST_NAME && NAME.matcher(name).matches(),
        "\"%s\" is not a name of DNS; %s".formatted(text.shown(name), syntax));
    text.require(
        !NUMBERS.matcher(name).matches(),
        "\"%s\" is an address; list it, as id:%shost:port".formatted(name, engine.prefix()));
    String zone = matcher.group("zone");
    text.require(
        zone == null || (kind == Kind.DNS && NodeForm.isZone(zone)),
        "only names of dns: have zones, written as "
            + engine.formWithZone(Kind.DNS.prefix, "name"));
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
    int port = port() == NO_PORT ? engine.usualPort() : port();
    return new NodeAddress(toString(), name(), port, name(), null, engine);
  }

  /** As {@code memcachedNodes} has it. */
  @Override
  public String toString() {
    return sources.stream()
        .map(each -> kind.prefix + engine.prefix() + each.shown(engine.beforeZone()))
        .collect(Collectors.joining(","));
  }
}
