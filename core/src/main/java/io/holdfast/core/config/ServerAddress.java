package io.holdfast.core.config;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import org.jspecify.annotations.Nullable;

/**
 * One sentinel, or one server of a cluster.
 *
 * @param host name or literal address, IPv6 without brackets
 */
public record ServerAddress(String host, int port) {

  /** Reads a list of them. */
  static List<ServerAddress> list(
      String members, int usualPort, String what, String syntax, NodesText text) {
    Set<ServerAddress> servers = new LinkedHashSet<>();
    for (String entry : Syntax.split(members)) {
      ServerAddress server = parse(entry, usualPort);
      if (server == null) {
        throw text.wrong(syntax);
      }
      text.require(
          servers.add(server), "the %s %s appears twice; name each once".formatted(what, server));
    }
    text.require(!servers.isEmpty(), syntax);
    return List.copyOf(servers);
  }

  /** Reads {@code host:port} or {@code host}; null if it is neither. */
  private static @Nullable ServerAddress parse(String entry, int usualPort) {
    Matcher member = NodeForm.SERVER.matcher(entry);
    if (!member.matches()) {
      return null;
    }
    String digits = member.group("port");
    int port = digits == null ? usualPort : Integer.parseInt(digits);
    return port < 1 || port > 65_535
        ? null
        : new ServerAddress(NodeForm.plain(member.group("host")), port);
  }

  @Override
  public String toString() {
    return NodeForm.joined(host, port);
  }
}
