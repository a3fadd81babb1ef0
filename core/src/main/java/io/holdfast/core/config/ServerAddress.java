package io.holdfast.core.config;

import java.util.regex.Matcher;
import org.jspecify.annotations.Nullable;

/**
 * One sentinel, or one server of a cluster.
 *
 * @param host name or literal address, IPv6 without brackets
 * @param port 1 to 65535
 */
public record ServerAddress(String host, int port) {

  /** Reads {@code host:port} or {@code host}; null if it is neither. */
  static @Nullable ServerAddress parse(String entry, int usualPort) {
    Matcher member = NodeForm.SERVER.matcher(entry);
    if (!member.matches()) {
      return null;
    }
    String digits = member.group("port");
    int port = digits == null ? usualPort : Integer.parseInt(digits);
    String host = member.group("host");
    return port < 1 || port > 65_535
        ? null
        : new ServerAddress(
            host.startsWith("[") ? host.substring(1, host.length() - 1) : host, port);
  }

  @Override
  public String toString() {
    return NodeForm.joined(host, port);
  }
}
