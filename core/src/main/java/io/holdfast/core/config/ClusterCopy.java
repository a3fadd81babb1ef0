package io.holdfast.core.config;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * One of the two places that a cluster of Valkey or Redis has for each session. They are half the
 * slots apart, so two shards hold them.
 *
 * @param seeds servers of the cluster, which know the others
 * @param number 1 or 2
 */
public record ClusterCopy(List<ServerAddress> seeds, int number) {

  private static final int COPIES = 2;
  private static final int MOST_SEEDS = 15;
  private static final int USUAL_PORT = Engine.VALKEY_PORT;

  private static final String SYNTAX =
      "write a cluster as valkey-cluster:host:port, or with several of its servers as"
          + " valkey-cluster:host:port,host:port, without other nodes";

  private static final Pattern BEGIN =
      Pattern.compile("\\s*(?i:valkey-cluster):(?<members>.*)", Pattern.DOTALL);

  /** Copies the list. */
  public ClusterCopy {
    seeds = List.copyOf(seeds);
  }

  /**
   * Reads {@code memcachedNodes} that names a cluster.
   *
   * @return one for each copy; none if the value names no cluster
   * @throws ConfigurationException if it is wrong
   */
  static List<ClusterCopy> parse(String value) {
    Matcher begin = BEGIN.matcher(value);
    if (!begin.matches()) {
      return List.of();
    }
    List<ServerAddress> seeds = new ArrayList<>();
    Set<String> known = new HashSet<>();
    for (String entry : Lists.split(begin.group("members"))) {
      ServerAddress seed = ServerAddress.parse(entry, USUAL_PORT);
      if (seed == null) {
        throw error(value, SYNTAX);
      }
      if (!known.add(seed.toString())) {
        throw error(value, "the server %s appears twice; name each once".formatted(seed));
      }
      seeds.add(seed);
    }
    if (seeds.isEmpty() || seeds.size() > MOST_SEEDS) {
      throw error(value, SYNTAX);
    }
    List<ClusterCopy> copies = new ArrayList<>();
    for (int number = 1; number <= COPIES; number++) {
      copies.add(new ClusterCopy(seeds, number));
    }
    return copies;
  }

  private static ConfigurationException error(String value, String remedy) {
    return new ConfigurationException(Setting.MEMCACHED_NODES, value, remedy);
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
