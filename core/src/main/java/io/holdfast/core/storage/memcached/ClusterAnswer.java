package io.holdfast.core.storage.memcached;

import io.holdfast.core.config.NodeAddress;
import io.holdfast.core.discovery.FoundNodes;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Reads the configuration of an ElastiCache cluster: a line with its version, and one with {@code
 * host|address|port} of each node. A node is named after host and port, since the first label of
 * the host is the same for all; the address, which may be missing, does not count.
 */
final class ClusterAnswer {

  /** A hundred nodes with the longest names. */
  static final int MOST_BYTES = 32 << 10;

  private static final Pattern VERSION = Pattern.compile("[0-9]{1,18}");
  private static final int LINES = 2;
  private static final int PARTS = 3;

  private ClusterAnswer() {}

  /**
   * The nodes, in the order of the answer.
   *
   * @throws IOException if it is no configuration, or one of the nodes is none
   */
  static List<NodeAddress> nodes(byte[] body) throws IOException {
    List<String> lines = new String(body, StandardCharsets.ISO_8859_1).lines().toList();
    if (lines.size() != LINES || !VERSION.matcher(lines.get(0)).matches()) {
      throw new IOException("the answer is no version with a list of nodes");
    }
    String[] entries = lines.get(1).strip().split(" ", -1);
    FoundNodes.checkCount(entries.length);
    List<NodeAddress> nodes = new ArrayList<>();
    for (String entry : entries) {
      String[] parts = entry.split("\\|", -1);
      if (parts.length != PARTS) {
        throw new IOException("the answer has no node but " + FoundNodes.quoted(entry));
      }
      nodes.add(FoundNodes.named(parts[0], parts[PARTS - 1]));
    }
    return nodes;
  }
}
