package io.holdfast.dist;

import io.holdfast.testkit.Await;
import io.holdfast.testkit.memcached.MemcachedNode;
import io.holdfast.testkit.valkey.SentinelProcess;
import io.holdfast.testkit.valkey.ValkeyProcess;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;

/** A primary with a replica; three sentinels have them change places. */
final class SentinelStore implements HistoryStore {

  private static final Duration FAILOVER = Duration.ofSeconds(60);
  private static final String NAME = "main";

  private final List<ValkeyProcess> servers = new ArrayList<>();
  private final List<SentinelProcess> sentinels;
  private final int replicas;

  private SentinelStore(int replicas) {
    this.replicas = replicas;
    ValkeyProcess primary = ValkeyProcess.start();
    servers.add(primary);
    servers.add(ValkeyProcess.start("--replicaof", "127.0.0.1 " + primary.port()));
    sentinels = SentinelProcess.start(NAME, primary, 3);
    sentinels.forEach(each -> each.awaitReplicas(NAME, 1));
  }

  /**
   * Starts all of them.
   *
   * @param replicas that a write waits for
   */
  static SentinelStore start(int replicas) {
    return new SentinelStore(replicas);
  }

  @Override
  public List<MemcachedNode> nodes() {
    return List.of();
  }

  @Override
  public String source() {
    return sentinels.stream()
        .map(each -> "127.0.0.1:" + each.port())
        .collect(Collectors.joining(",", "sentinel:" + NAME + "@", ""));
  }

  @Override
  public List<HistoryFault> faults() {
    List<HistoryFault> faults = new ArrayList<>(HistoryFault.OF_TOMCATS);
    faults.add(new HistoryFault("the primary is killed, its replica takes over", this::kill));
    faults.add(new HistoryFault("the primary is frozen, its replica takes over", this::freeze));
    faults.add(new HistoryFault("the sentinels are told to change the primary", this::change));
    return faults;
  }

  private HistoryFault.Repair kill(LinedCluster cluster, HistoryFile file, Random random) {
    ValkeyProcess lost = primary();
    lost.kill();
    return () -> {
      awaitPrimary(other(lost));
      lost.startAgain();
      awaitReplica(lost);
    };
  }

  private HistoryFault.Repair freeze(LinedCluster cluster, HistoryFile file, Random random) {
    ValkeyProcess lost = primary();
    lost.freeze();
    return () -> {
      awaitPrimary(other(lost));
      lost.thaw();
      awaitReplica(lost);
    };
  }

  private HistoryFault.Repair change(LinedCluster cluster, HistoryFile file, Random random) {
    ValkeyProcess former = primary();
    sentinels.get(0).ask("SENTINEL FAILOVER " + NAME);
    return () -> {
      awaitPrimary(other(former));
      awaitReplica(former);
    };
  }

  private ValkeyProcess primary() {
    return isPrimary(servers.get(0)) ? servers.get(0) : servers.get(1);
  }

  private ValkeyProcess other(ValkeyProcess server) {
    return server == servers.get(0) ? servers.get(1) : servers.get(0);
  }

  private static boolean isPrimary(ValkeyProcess server) {
    return server.ask("ROLE").contains("master");
  }

  private static void awaitPrimary(ValkeyProcess server) {
    Await.until("the replica takes over", FAILOVER, () -> isPrimary(server));
  }

  /** The sentinels have to know it as one, or would not have it take over the next time. */
  private void awaitReplica(ValkeyProcess server) {
    Await.until(
        "the former primary is a replica",
        FAILOVER,
        () -> server.ask("ROLE").contains("connected"));
    other(server).awaitReplicatedTo(server);
  }

  @Override
  public ContextXml used(ContextXml context) {
    return context.manager("copies", "1").manager("waitForReplicas", Integer.toString(replicas));
  }

  @Override
  public void close() {
    sentinels.forEach(SentinelProcess::close);
    servers.forEach(ValkeyProcess::close);
  }
}
