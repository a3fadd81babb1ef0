package io.holdfast.benchmarks.peers;

import io.holdfast.benchmarks.engine.Store;
import io.holdfast.benchmarks.report.Turn.Traffic;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Some independent servers of Redis, of one pair only. */
record RedisServers(List<RedisServer> servers) implements Store {

  static RedisServers start(int count) {
    return new RedisServers(Stream.generate(RedisServer::new).limit(count).toList());
  }

  /** As in {@code memcachedNodes}. */
  String addresses() {
    return servers.stream()
        .map(server -> "valkey://127.0.0.1:" + server.port())
        .collect(Collectors.joining(","));
  }

  @Override
  public Traffic traffic() {
    return servers.stream().map(RedisServer::traffic).reduce(Traffic.NONE, Traffic::plus);
  }

  @Override
  public void close() {
    servers.forEach(RedisServer::close);
  }
}
