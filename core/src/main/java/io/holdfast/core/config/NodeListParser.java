package io.holdfast.core.config;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads {@code memcachedNodes}. */
final class NodeListParser {

  private static final String SYNTAX =
      "write nodes as id:host:port (or host:port), separated by commas or blanks, IPv6 addresses in"
          + " brackets, for example \"n1:cache1:11211,n2:[::1]:11211\"; or where they are found,"
          + " alone, "
          + DiscoverySettings.SYNTAX;

  /** A URL, which is no address of a node of memcached. */
  private static final Pattern URL =
      Pattern.compile(
          "(?:[A-Za-z0-9_-]+:)?(?<scheme>[A-Za-z][A-Za-z0-9+.-]*)://.*", Pattern.DOTALL);

  /** A URL without password and number of a database; behind an {@code @} would be the host. */
  private static final Pattern VALKEY_URL =
      Pattern.compile(
          "(?:(?<id>[A-Za-z0-9_-]+):)?(?<scheme>[A-Za-z]+)://"
              + "(?:(?<user>[A-Za-z0-9_.-]{1,64})@)?"
              + NodeForm.HOST
              + "(?::(?<port>[0-9]{1,18}))?/?0?(?:\\?zone=(?<zone>"
              + NodeForm.ZONE
              + "))?");

  private static final String VALKEY_SYNTAX =
      "write nodes of Valkey or Redis as id:valkey://host:port or id:valkey://user@host:port (or"
          + " valkeys:// for TLS), with a zone as id:valkey://host:port?zone=name; the password"
          + " belongs in the attribute password or passwordFile, and sessions in the database 0";

  private NodeListParser() {}

  static List<NodeAddress> parse(NodesText text) {
    if (text.value().strip().equalsIgnoreCase(Engine.IN_MEMORY)) {
      return List.of(NodeAddress.inMemory());
    }
    List<ClusterCopy> copies = ClusterCopy.parse(text);
    if (!copies.isEmpty()) {
      return copies.stream().map(NodeAddress::of).toList();
    }
    Sentinels sentinels = Sentinels.parse(text);
    return sentinels == null ? parseList(text) : List.of(NodeAddress.knownBy(sentinels));
  }

  private static List<NodeAddress> parseList(NodesText text) {
    List<NodeAddress> nodes = new ArrayList<>();
    Set<String> ids = new HashSet<>();
    Map<String, String> idsByServer = new HashMap<>();
    for (String entry : text.entries()) {
      NodeAddress node = parseNode(entry, text);
      text.require(
          ids.add(node.id()),
          "the node id \"%s\" appears twice; give each node one of its own, for example n1, n2"
              .formatted(text.shown(node.id())));
      String server = "%s:%d".formatted(node.host().toLowerCase(Locale.ROOT), node.port());
      String other = idsByServer.putIfAbsent(server, node.id());
      text.require(
          other == null,
          text.shown(
              "the nodes \"%s\" and \"%s\" are one server, %s, with which both copies of a session"
                      .formatted(other, node.id(), server)
                  + " would be lost; name each server once"));
      nodes.add(node);
    }
    text.require(!nodes.isEmpty(), SYNTAX);
    requireOneKind(nodes, text);
    return nodes;
  }

  /** All are of one engine, have one user, and all have zones or none. */
  private static void requireOneKind(List<NodeAddress> nodes, NodesText text) {
    NodeAddress first = nodes.get(0);
    for (NodeAddress other : nodes) {
      text.require(
          other.engine() == first.engine(),
          ("all nodes are of one kind, but \"%s\" is %s and \"%s\" is %s: write valkey:// before"
                  + " each, or valkeys:// for TLS before each, or neither for memcached")
              .formatted(
                  text.shown(first.id()),
                  first.engine().kind(),
                  text.shown(other.id()),
                  other.engine().kind()));
    }
    text.require(
        users(text).size() == 1,
        "all nodes have one user: write the same user@ before each host, or before none");
    boolean haveZones = nodes.stream().anyMatch(node -> node.zone() != null);
    for (NodeAddress node : nodes) {
      text.require(
          !haveZones || node.zone() != null,
          "the node \"%s\" has no zone, and others have one; write %s for each, or for none"
              .formatted(text.shown(node.id()), node.engine().formWithZone()));
    }
  }

  /** The user before the hosts of a list; null for none, and for a list that is wrong. */
  static @Nullable String user(NodesText text) {
    Set<String> users = users(text);
    String user = users.size() == 1 ? users.iterator().next() : "";
    return user.isEmpty() ? null : user;
  }

  /** Those of all nodes; an empty text for a node without one. */
  private static Set<String> users(NodesText text) {
    Set<String> users = new HashSet<>();
    for (String entry : text.entries()) {
      Matcher plain = VALKEY_URL.matcher(entry);
      String user = plain.matches() ? plain.group("user") : null;
      users.add(user == null ? "" : user);
    }
    return users;
  }

  private static NodeAddress parseNode(String entry, NodesText text) {
    Matcher url = URL.matcher(entry);
    boolean isUrl = url.matches();
    if (isUrl && !Engine.ofScheme(url.group("scheme")).isValkey()) {
      throw text.wrong(refusal(url.group("scheme")) + "; " + SYNTAX);
    }
    Matcher matcher = (isUrl ? VALKEY_URL : NodeForm.PATTERN).matcher(entry);
    boolean matches = matcher.matches();
    text.require(matches || !isUrl, VALKEY_SYNTAX);
    String source = DiscoverySettings.inPlaceOf(entry);
    text.require(
        source == null,
        "\"%s\" stands for one node of its cluster now, and for another one later; write %s"
            .formatted(entry, source));
    text.require(
        matches || entry.indexOf(';') < 0,
        "separate nodes with commas or blanks, not with semicolons");
    text.require(matches, "\"" + text.shown(entry) + "\" is not a node; " + SYNTAX);
    String digits = matcher.group("port");
    long port = digits == null ? Engine.VALKEY_PORT : Long.parseLong(digits);
    text.require(
        port >= 1 && port <= 65_535,
        "the port of \"" + text.shown(entry) + "\" must be 1 to 65535");
    String host = matcher.group("host");
    String id = matcher.group("id");
    return new NodeAddress(
        id == null ? host + ":" + port : id,
        NodeForm.plain(host),
        (int) port,
        NodeForm.plain(host),
        matcher.group("zone"),
        Engine.ofScheme(matcher.group("scheme")));
  }

  /** The message for URLs of other stores. */
  private static String refusal(String scheme) {
    return switch (scheme.toLowerCase(Locale.ROOT)) {
      case "http", "https" -> "Couchbase is not supported";
      default -> "a node is not a URL";
    };
  }
}
