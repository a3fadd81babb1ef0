package io.holdfast.core.discovery;

import io.holdfast.core.config.DiscoverySettings;
import io.holdfast.core.config.NodeAddress;
import java.io.IOException;
import java.net.InetAddress;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Checks an answer. Its source may be wrong or hostile, so one fault rejects the whole answer:
 * using the rest of it could remove nodes.
 */
public final class FoundNodes {

  private static final int LONGEST_QUOTE = 60;

  /** What Java reads as an address, in all its forms, and never asks a name service for. */
  private static final Pattern ADDRESS =
      Pattern.compile("[0-9]{1,10}(?:\\.[0-9]{1,10}){0,3}|[0-9A-Fa-f:]*:[0-9A-Fa-f:.]*");

  private static final int LONGEST_NAME = 253;
  private static final Pattern NAME = Pattern.compile("[a-z0-9_-]{1,63}(?:\\.[a-z0-9_-]{1,63})*");
  private static final Pattern PORT = Pattern.compile("[0-9]{1,5}");

  private FoundNodes() {}

  /**
   * A node by its name in the form that all Tomcats have it in: lower case, without its last dot.
   */
  public static NodeAddress named(String name, String port) throws IOException {
    String lower = name.toLowerCase(Locale.ROOT);
    String host = lower.endsWith(".") ? lower.substring(0, lower.length() - 1) : lower;
    if (host.length() > LONGEST_NAME || !NAME.matcher(host).matches()) {
      throw new IOException("the answer has no host name but " + quoted(name));
    }
    int number = PORT.matcher(port).matches() ? Integer.parseInt(port) : 0;
    if (number < 1 || number > 65_535) {
      throw new IOException("the answer has no port but " + quoted(port));
    }
    return NodeAddress.unnamed(host, number, host);
  }

  /**
   * Checks the nodes of an answer.
   *
   * @return the same in the order of their ids
   * @throws IOException if there is none, there are too many, one is there twice, or one has an
   *     address that leads to this machine's own network only, such as a cloud's metadata service
   */
  public static List<NodeAddress> checked(List<NodeAddress> found) throws IOException {
    if (found.isEmpty()) {
      throw new IOException("the answer names no node");
    }
    checkCount(found.size());
    Set<String> ids = new HashSet<>();
    Set<String> places = new HashSet<>();
    for (NodeAddress node : found) {
      if (isLinkLocal(node.host())) {
        throw new IOException("the answer has an address that no node has: " + node.host());
      }
      if (!ids.add(node.id()) || !places.add(node.hostAndPort())) {
        throw new IOException("the answer names " + node + " twice");
      }
    }
    return found.stream().sorted(Comparator.comparing(NodeAddress::id)).toList();
  }

  private static boolean isLinkLocal(String host) throws IOException {
    return ADDRESS.matcher(host).matches()
        && InetAddress.getAllByName(host)[0].isLinkLocalAddress(); // RFC 3927, RFC 4291
  }

  /** Checks how many nodes an answer has, before anything is made of them. */
  public static void checkCount(int count) throws IOException {
    if (count > DiscoverySettings.MOST_NODES) {
      throw new IOException(
          "the answer names more than %d nodes".formatted(DiscoverySettings.MOST_NODES));
    }
  }

  /** Returns received text as a log may show it: short, in printable ASCII. */
  public static String quoted(String text) {
    String start = text.length() > LONGEST_QUOTE ? text.substring(0, LONGEST_QUOTE) + "..." : text;
    return '"' + start.replaceAll("[^ -~]", "?") + '"';
  }
}
