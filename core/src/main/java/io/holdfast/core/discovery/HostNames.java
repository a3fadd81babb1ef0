package io.holdfast.core.discovery;

import io.holdfast.core.config.NodeAddress;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;

/** Host names in answers, and the ids of nodes that follow from them. */
public final class HostNames {

  private static final int LONGEST = 253;
  private static final Pattern NAME = Pattern.compile("[a-z0-9_-]{1,63}(?:\\.[a-z0-9_-]{1,63})*");

  private static final Pattern PORT = Pattern.compile("[0-9]{1,5}");

  /** Of an address, which has no name. */
  private static final Pattern NUMBERS = Pattern.compile("[0-9.]+");

  private HostNames() {}

  /**
   * A host name in the one form that all Tomcats have it in: lower case, without its last dot.
   *
   * @throws IOException if it is none
   */
  public static String normal(String answered) throws IOException {
    String name = answered.toLowerCase(Locale.ROOT);
    String host = name.endsWith(".") ? name.substring(0, name.length() - 1) : name;
    if (host.length() > LONGEST || !NAME.matcher(host).matches()) {
      throw new IOException("the answer has no host name but " + FoundNodes.quoted(answered));
    }
    return host;
  }

  /**
   * A port.
   *
   * @throws IOException if it is none
   */
  public static int port(String answered) throws IOException {
    int port = PORT.matcher(answered).matches() ? Integer.parseInt(answered) : 0;
    if (port < 1 || port > 65_535) {
      throw new IOException("the answer has no port but " + FoundNodes.quoted(answered));
    }
    return port;
  }

  /**
   * Names nodes after the first label of their hosts, {@code memcached-0}; those that share it, and
   * addresses, after host and port.
   */
  static List<NodeAddress> named(List<NodeAddress> unnamed) {
    Map<String, Integer> labels = new HashMap<>();
    unnamed.forEach(node -> labels.merge(label(node), 1, Integer::sum));
    List<NodeAddress> named = new ArrayList<>();
    for (NodeAddress node : unnamed) {
      boolean isItsOwn =
          Integer.valueOf(1).equals(labels.get(label(node)))
              && !NUMBERS.matcher(node.host()).matches();
      named.add(isItsOwn ? new NodeAddress(label(node), node.host(), node.port()) : node);
    }
    return named;
  }

  private static String label(NodeAddress node) {
    int dot = node.host().indexOf('.');
    return dot < 0 ? node.host() : node.host().substring(0, dot);
  }
}
