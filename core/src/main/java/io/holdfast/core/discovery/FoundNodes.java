package io.holdfast.core.discovery;

import io.holdfast.core.config.DiscoverySettings;
import io.holdfast.core.config.NodeAddress;
import java.io.IOException;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Believes an answer, or not. Whoever answers may be wrong or mean harm: an answer with a fault is
 * no answer, since taking the rest of it could take nodes away.
 */
public final class FoundNodes {

  private static final int LONGEST_QUOTE = 60;

  private FoundNodes() {}

  /**
   * Checks the nodes of an answer.
   *
   * @return the same in the order of their ids
   * @throws IOException if there is none, there are too many, or one is there twice
   */
  public static List<NodeAddress> checked(List<NodeAddress> found) throws IOException {
    if (found.isEmpty()) {
      throw new IOException("the answer names no node");
    }
    checkCount(found.size());
    Set<String> ids = new HashSet<>();
    Set<String> places = new HashSet<>();
    for (NodeAddress node : found) {
      if (!ids.add(node.id()) || !places.add(node.hostAndPort())) {
        throw new IOException("the answer names " + node + " twice");
      }
    }
    return found.stream().sorted(Comparator.comparing(NodeAddress::id)).toList();
  }

  /**
   * Checks how many nodes an answer has, before anything is made of them.
   *
   * @throws IOException if there are too many
   */
  public static void checkCount(int count) throws IOException {
    if (count > DiscoverySettings.MOST_NODES) {
      throw new IOException(
          "the answer names more than %d nodes".formatted(DiscoverySettings.MOST_NODES));
    }
  }

  /** What somebody sent, as a log may show it: short, in printable ASCII. */
  public static String quoted(String text) {
    String start = text.length() > LONGEST_QUOTE ? text.substring(0, LONGEST_QUOTE) + "..." : text;
    return '"' + start.replaceAll("[^ -~]", "?") + '"';
  }
}
