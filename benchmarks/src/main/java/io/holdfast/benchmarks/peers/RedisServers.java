package io.holdfast.benchmarks.peers;

import io.holdfast.benchmarks.engine.Store;
import io.holdfast.benchmarks.report.Turn.Traffic;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Some independent servers of Redis, of one pair only. */
record RedisServers(List<RedisServer> servers) implements Store {

  static RedisServers start(int count) throws IOException {
    List<RedisServer> servers = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      servers.add(new RedisServer());
    }
    return new RedisServers(servers);
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
