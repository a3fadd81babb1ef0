package io.holdfast.benchmarks.engine;

import io.holdfast.benchmarks.report.Turn.Traffic;
import io.holdfast.testkit.memcached.MemcachedLimits;
import io.holdfast.testkit.memcached.MemcachedProcess;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Some memcached nodes, looked at together. */
public final class Nodes implements Store {

  private static final int LARGEST_ITEM = 1 << 20;

  private final List<MemcachedProcess> nodes = new ArrayList<>();

  /** Starts two of 256 MB. */
  public Nodes() {
    this(2, 256);
  }

  /** Starts so many of so many megabytes each. */
  public Nodes(int number, int megabytes) {
    for (int node = 0; node < number; node++) {
      nodes.add(MemcachedProcess.start(new MemcachedLimits(megabytes, LARGEST_ITEM)));
    }
  }

  /** As {@code memcachedNodes} wants them. */
  public String addresses() {
    return IntStream.range(0, nodes.size())
        .mapToObj(node -> "n" + (node + 1) + ":" + nodes.get(node).address())
        .collect(Collectors.joining(","));
  }

  /** Where they listen on 127.0.0.1. */
  public List<Integer> ports() {
    return nodes.stream().map(MemcachedProcess::port).toList();
  }

  /** The version of the program. */
  public String version() {
    return nodes.get(0).probe().version();
  }

  /** The sum of some of memcached's statistics, of both nodes. */
  public long sum(String... statistics) {
    return nodes.stream()
        .map(node -> node.probe().stats())
        .mapToLong(
            stats ->
                Stream.of(statistics)
                    .mapToLong(name -> Long.parseLong(stats.getOrDefault(name, "0")))
                    .sum())
        .sum();
  }

  /** The nodes as a store that counts what is written. */
  public Store writes() {
    return () -> new Traffic(sum("cmd_set", "cmd_touch"), sum("bytes_read"));
  }

  /** The same with what is read and deleted; one key that is asked for counts once. */
  @Override
  public Traffic traffic() {
    return new Traffic(
        sum("cmd_get", "cmd_set", "cmd_touch", "delete_hits", "delete_misses"), sum("bytes_read"));
  }

  @Override
  public void close() {
    nodes.forEach(MemcachedProcess::close);
  }
}
