package io.holdfast.core.config;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * One of the two places that a cluster of Valkey or Redis has for each session. They are half the
 * slots apart, so two shards hold them.
 *
 * @param seeds servers of the cluster, which know the others
 */
public record ClusterCopy(List<ServerAddress> seeds, int number) {

  private static final int MOST_SEEDS = 15;
  private static final int USUAL_PORT = Engine.VALKEY_PORT;

  private static final String SYNTAX =
      "write a cluster as valkey-cluster:host:port, or with several of its servers as"
          + " valkey-cluster:host:port,host:port, without other nodes";

  private static final Pattern BEGIN =
      Pattern.compile("\\s*(?i:valkey-cluster):(?<members>.*)", Pattern.DOTALL);

  public ClusterCopy {
    seeds = List.copyOf(seeds);
  }

  /** Reads {@code memcachedNodes}: one for each copy of a cluster; none if it names no cluster. */
  static List<ClusterCopy> parse(NodesText text) {
    Matcher begin = BEGIN.matcher(text.value());
    if (!begin.matches()) {
      return List.of();
    }
    List<ServerAddress> seeds =
        ServerAddress.list(begin.group("members"), USUAL_PORT, "server", SYNTAX, text);
    text.require(seeds.size() <= MOST_SEEDS, SYNTAX);
    return List.of(new ClusterCopy(seeds, 1), new ClusterCopy(seeds, 2));
  }

  /** As {@code memcachedNodes} has it, for both copies. */
  String source() {
    return seeds.stream()
        .map(ServerAddress::toString)
        .collect(Collectors.joining(",", "valkey-cluster:", ""));
  }

  @Override
  public String toString() {
    return "%s (copy %d)".formatted(source(), number);
  }
}
