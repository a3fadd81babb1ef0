package io.holdfast.dist;

import io.holdfast.testkit.memcached.MemcachedNode;
import io.holdfast.testkit.valkey.ValkeyClusterProcesses;
import io.holdfast.testkit.valkey.ValkeyProcess;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** A cluster of three primaries, each with a replica. */
final class ShardedStore implements HistoryStore {

  private static final int SLOTS_MOVED = 20;

  private final ValkeyClusterProcesses cluster = ValkeyClusterProcesses.start(3, true);
  private final int replicas;

  private ShardedStore(int replicas) {
    this.replicas = replicas;
  }

  /**
   * Starts it.
   *
   * @param replicas that a write waits for
   */
  static ShardedStore start(int replicas) {
    return new ShardedStore(replicas);
  }

  @Override
  public List<MemcachedNode> nodes() {
    return List.of();
  }

  @Override
  public String source() {
    return "valkey-cluster:127.0.0.1:%d,127.0.0.1:%d"
        .formatted(cluster.servers().get(0).port(), cluster.servers().get(1).port());
  }

  @Override
  public List<HistoryFault> faults() {
    List<HistoryFault> faults = new ArrayList<>(HistoryFault.OF_TOMCATS);
    faults.add(new HistoryFault("a primary is killed, its replica takes over", this::kill));
    faults.add(new HistoryFault("a primary is frozen, its replica takes over", this::freeze));
    faults.add(new HistoryFault("a replica is told to take over", this::change));
    faults.add(new HistoryFault("slots move to another shard", this::move));
    return faults;
  }

  private HistoryFault.Repair kill(LinedCluster tomcats, HistoryFile file, Random random) {
    ValkeyProcess lost = primary(random);
    ValkeyProcess replica = cluster.replicaOf(lost);
    lost.kill();
    return () -> {
      cluster.awaitPrimary(replica);
      lost.startAgain();
      cluster.awaitReplica(lost);
    };
  }

  private HistoryFault.Repair freeze(LinedCluster tomcats, HistoryFile file, Random random) {
    ValkeyProcess lost = primary(random);
    ValkeyProcess replica = cluster.replicaOf(lost);
    lost.freeze();
    return () -> {
      cluster.awaitPrimary(replica);
      lost.thaw();
      cluster.awaitReplica(lost);
    };
  }

  private HistoryFault.Repair change(LinedCluster tomcats, HistoryFile file, Random random) {
    ValkeyProcess former = primary(random);
    ValkeyProcess replica = cluster.replicaOf(former);
    replica.ask("CLUSTER FAILOVER");
    return () -> {
      cluster.awaitPrimary(replica);
      cluster.awaitReplica(former);
    };
  }

  private HistoryFault.Repair move(LinedCluster tomcats, HistoryFile file, Random random) {
    cluster.moveSlots(SLOTS_MOVED, random);
    return () -> {};
  }

  private ValkeyProcess primary(Random random) {
    List<ValkeyProcess> primaries = cluster.primaries();
    return primaries.get(random.nextInt(primaries.size()));
  }

  @Override
  public ContextXml used(ContextXml context) {
    return context.manager("waitForReplicas", Integer.toString(replicas));
  }

  @Override
  public void close() {
    cluster.close();
  }
}
