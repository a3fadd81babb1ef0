package io.holdfast.demo.server;

import io.holdfast.testkit.FreePort;
import io.holdfast.testkit.memcached.MemcachedProcess;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The two nodes and the two Tomcats that use them. */
public final class Cluster implements AutoCloseable {

  private final List<ChildServer> servers;

  private Cluster(List<ChildServer> servers) {
    this.servers = servers;
  }

  /** Writes the servers' folders and chooses their ports; starts nothing. */
  public static Cluster prepare(ClusterSettings settings) {
    List<ChildServer> servers = new ArrayList<>();
    for (String id : List.of("n1", "n2")) {
      Path log = settings.folder().resolve(id + ".log");
      int port = FreePort.find();
      servers.add(
          new ChildServer(
              id,
              settings.store() == ServerKind.VALKEY
                  ? ValkeyLaunch.of(port, log)
                  : MemcachedLaunch.of(port, log)));
    }
    String scheme = settings.store() == ServerKind.VALKEY ? "valkey://" : "";
    String memcachedNodes =
        servers.stream()
            .map(node -> "%s:%s127.0.0.1:%d".formatted(node.id(), scheme, node.port()))
            .collect(Collectors.joining(","));
    for (String id : List.of("t1", "t2")) {
      int port = FreePort.find();
      Path base = settings.folder().resolve(id);
      TomcatBase.write(base, id, port, settings, memcachedNodes);
      servers.add(new ChildServer(id, TomcatLaunch.of(port, settings.catalinaHome(), base)));
    }
    return new Cluster(List.copyOf(servers));
  }

  /** Returns whether the nodes are the memcached program and not the stand-in. */
  public static boolean isMemcachedReal() {
    return MemcachedProcess.isInstalled();
  }

  /** All servers, nodes first. */
  public List<ChildServer> servers() {
    return servers;
  }

  /** The Tomcats. */
  public List<ChildServer> tomcats() {
    return servers.stream().filter(server -> !server.kind().isNode()).toList();
  }

  /** The nodes. */
  public List<ChildServer> nodes() {
    return servers.stream().filter(server -> server.kind().isNode()).toList();
  }

  /** The server with this id, or null. */
  public @Nullable ChildServer find(String id) {
    return servers.stream().filter(server -> server.id().equals(id)).findFirst().orElse(null);
  }

  /**
   * Kills every server that runs: all at once, because a killed process needs processor time for
   * its end, and on a busy machine one after the other would take four times as long.
   */
  @Override
  public void close() {
    servers.forEach(ChildServer::beginClose);
    servers.forEach(ChildServer::close);
  }
}
