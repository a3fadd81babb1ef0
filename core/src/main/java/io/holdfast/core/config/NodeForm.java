package io.holdfast.core.config;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** How nodes, and sentinels that know a node, are written in {@code memcachedNodes}. */
final class NodeForm {

  static final String HOST = "(?<host>\\[[0-9A-Fa-f:.%]+]|[A-Za-z0-9_.-]+)";

  /** A sentinel, or a server of a cluster. */
  static final Pattern SERVER = Pattern.compile(HOST + "(?::(?<port>[0-9]{1,5}))?");

  /** A memcached with the id sentinel has a port before its zone. */
  static final Pattern SENTINELS =
      Pattern.compile("\\s*(?i:sentinel):(?<name>[^:@,\\s]*)@(?<members>.*)", Pattern.DOTALL);

  private static final Pattern NAME_OF_PRIMARY = Pattern.compile("[A-Za-z0-9_.-]{1,64}");

  static final String ZONE = "[A-Za-z0-9_.-]{1,64}";

  static final Pattern PATTERN =
      Pattern.compile(
          "(?:(?<id>[A-Za-z0-9_-]+):)?(?:(?<scheme>(?i:valkeys?|rediss?))://)?"
              + HOST
              + ":(?<port>[0-9]{1,18})"
              + ("(?:@(?<zone>" + ZONE + "))?"));

  private NodeForm() {}

  static boolean isListOfNodes(String list) {
    return Syntax.split(list).stream().allMatch(NodeForm::isNode);
  }

  /** Returns whether a value names sentinels, and no user or password can be in it. */
  static boolean isSentinels(String value) {
    Matcher sentinels = SENTINELS.matcher(value);
    return sentinels.matches()
        && isNameOfPrimary(sentinels.group("name"))
        && Syntax.split(sentinels.group("members")).stream()
            .allMatch(member -> SERVER.matcher(member).matches());
  }

  static boolean isZone(String name) {
    return name.matches(ZONE);
  }

  static boolean isNameOfPrimary(String name) {
    return NAME_OF_PRIMARY.matcher(name).matches();
  }

  /** {@code host:port}, with IPv6 in brackets. */
  static String joined(String host, int port) {
    return (host.indexOf(':') >= 0 ? "[" + host + "]" : host) + ":" + port;
  }

  /** The host without the brackets of IPv6. */
  static String plain(String host) {
    return host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
  }

  /** What stands behind {@code @} in a URL is a host, and before it a password. */
  private static boolean isNode(String entry) {
    Matcher node = PATTERN.matcher(entry);
    return node.matches() && (node.group("scheme") == null || node.group("zone") == null);
  }
}
