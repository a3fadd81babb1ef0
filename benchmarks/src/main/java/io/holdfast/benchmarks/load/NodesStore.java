package io.holdfast.benchmarks.load;

import io.holdfast.benchmarks.Nodes;

/** Two memcached nodes as a store. */
public final class NodesStore {

  private static final String[] WRITES = {"cmd_set", "cmd_touch"};

  /** One key that is asked for counts once; {@code cmd_set} has all commands that write. */
  private static final String[] OPERATIONS = {
    "cmd_get", "cmd_set", "cmd_touch", "delete_hits", "delete_misses"
  };

  private NodesStore() {}

  /** Counts what is written. */
  public static Store writes(Nodes nodes) {
    return () -> new Traffic(nodes.sum(WRITES), nodes.sum("bytes_read"));
  }

  /** Counts what is written, read and deleted. */
  public static Store operations(Nodes nodes) {
    return () -> new Traffic(nodes.sum(OPERATIONS), nodes.sum("bytes_read"));
  }
}
