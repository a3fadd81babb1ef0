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

/** Reads {@code memcachedNodes}. */
final class NodeListParser {

  private static final String SYNTAX =
      "write nodes as id:host:port (or host:port), separated by commas or blanks, IPv6 addresses in"
          + " brackets, for example \"n1:cache1:11211,n2:[::1]:11211\"; or where they are found,"
          + " alone, "
          + DiscoverySettings.SYNTAX;

  /** A URL, which is no address of a node. */
  private static final Pattern URL =
      Pattern.compile("(?<scheme>[A-Za-z][A-Za-z0-9+.-]*)://.*", Pattern.DOTALL);

  private NodeListParser() {}

  static List<NodeAddress> parse(String value) {
    List<NodeAddress> nodes = new ArrayList<>();
    Set<String> ids = new HashSet<>();
    Map<String, String> idsByServer = new HashMap<>();
    for (String entry : Lists.split(value)) {
      NodeAddress node = parseNode(entry, value);
      if (!ids.add(node.id())) {
        throw error(
            value,
            "the node id \"%s\" appears twice; give each node one of its own, for example n1, n2"
                .formatted(Credentials.hiddenIn(node.id(), value)));
      }
      String server = "%s:%d".formatted(node.host().toLowerCase(Locale.ROOT), node.port());
      String other = idsByServer.putIfAbsent(server, node.id());
      if (other != null) {
        throw error(value, Credentials.hiddenIn(oneServer(other, node.id(), server), value));
      }
      nodes.add(node);
    }
    if (nodes.isEmpty()) {
      throw error(value, SYNTAX);
    }
    for (NodeAddress node : nodes) {
      if (node.zone() == null && nodes.stream().anyMatch(other -> other.zone() != null)) {
        throw error(
            value,
            "the node \"%s\" has no zone, and others have one; write id:host:port@zone for each, or for none"
                .formatted(Credentials.hiddenIn(node.id(), value)));
      }
    }
    return nodes;
  }

  private static String oneServer(String id, String other, String server) {
    return ("the nodes \"%s\" and \"%s\" are one server, %s, with which both copies of a session"
            + " would be lost; name each server once")
        .formatted(id, other, server);
  }

  private static NodeAddress parseNode(String entry, String value) {
    Matcher url = URL.matcher(entry);
    if (url.matches()) {
      throw error(value, refusal(url.group("scheme").toLowerCase(Locale.ROOT)) + "; " + SYNTAX);
    }
    String source = DiscoverySettings.inPlaceOf(entry);
    if (source != null) {
      throw error(
          value,
          "\"%s\" stands for one node of its cluster now, and for another one later; write %s"
              .formatted(entry, source));
    }
    Matcher matcher = NodeForm.PATTERN.matcher(entry);
    if (!matcher.matches()) {
      if (entry.indexOf(';') >= 0) {
        throw error(value, "separate nodes with commas or blanks, not with semicolons");
      }
      throw error(value, "\"" + Credentials.hiddenIn(entry, value) + "\" is not a node; " + SYNTAX);
    }
    long port = Long.parseLong(matcher.group("port"));
    if (port < 1 || port > 65_535) {
      throw error(
          value, "the port of \"" + Credentials.hiddenIn(entry, value) + "\" must be 1 to 65535");
    }
    String host = matcher.group("host");
    String plainHost = host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
    String id = matcher.group("id");
    return new NodeAddress(
        id == null ? host + ":" + port : id,
        plainHost,
        (int) port,
        plainHost,
        matcher.group("zone"));
  }

  /**
   * The message for URLs of other stores, which memcached-session-manager accepted, and for others.
   */
  private static String refusal(String scheme) {
    return switch (scheme) {
      case "redis", "rediss" -> "Redis is not supported, sessions are kept in memcached only";
      case "http", "https" -> "Couchbase is not supported, sessions are kept in memcached only";
      default -> "a node is not a URL";
    };
  }

  private static ConfigurationException error(String value, String remedy) {
    return new ConfigurationException(Setting.MEMCACHED_NODES, value, remedy);
  }
}
