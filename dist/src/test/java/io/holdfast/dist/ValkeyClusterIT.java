package io.holdfast.dist;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.testkit.Await;
import io.holdfast.testkit.valkey.RequiresValkey;
import io.holdfast.testkit.valkey.ValkeyClusterProcesses;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The main job on a cluster: slots are moved, a primary is lost, then a Tomcat. */
@RequiresValkey
class ValkeyClusterIT {

  private static final Duration FAILOVER = Duration.ofSeconds(60);
  private static final int SLOTS = 16_384;
  private static final int VISITORS = 4;

  @Test
  void sessionWhenSlotsMoveAndAPrimaryAndATomcatAreKilledThenTheOtherHasIt() {
    try (ValkeyClusterProcesses nodes = ValkeyClusterProcesses.start(3, true)) {
      String source = "valkey-cluster:127.0.0.1:" + nodes.servers().get(0).port();
      List<ContextXml> contexts =
          Mode.each(ContextXml.synchronous("app").manager("memcachedNodes", source));
      try (Cluster cluster =
          Cluster.start(
              11, "java", contexts, settings -> settings.libraries(Cluster.jars("valkey")))) {
        List<Visitor> visitors = new ArrayList<>();
        for (int i = 0; i < VISITORS; i++) {
          visitors.add(Mode.STICKY.visitor("app"));
          visitors.add(Mode.NON_STICKY.visitor("app"));
        }
        for (Visitor visitor : visitors) {
          visitor.ask(cluster.t1, "set?name=user&value=ann");
          visitor.ask(cluster.t1, "count");
        }

        int moved = moveAllWithKeys(nodes, visitors, cluster);
        for (Visitor visitor : visitors) {
          assertEquals("ann", visitor.value(cluster.t1, "get?name=user"));
        }
        nodes.awaitReplicated();
        assertTrue(moved > 0);

        nodes.servers().get(2).kill();
        for (int i = 0; i < visitors.size(); i += 2) { // sticky ones
          assertEquals("ann", visitors.get(i).value(cluster.t1, "get?name=user"));
        }
        Await.until(
            "the replica took over",
            FAILOVER,
            () -> nodes.servers().get(5).ask("ROLE").contains("master"));
        for (Visitor visitor : visitors) {
          assertEquals("ann", visitor.insistValue(cluster.t1, "get?name=user"));
        }
        visitors.forEach(visitor -> visitor.insist(cluster.t1, "probe/set?name=user&value=bob"));
        Cluster.awaitAllStored(cluster.t1, contexts);
        // what t2 has not reached for longer than doubtTimeout counts there as gone
        cluster.awaitNodesSeen(contexts.stream().map(ContextXml::name).toList());

        cluster.t1.kill();
        for (Visitor visitor : visitors) {
          assertEquals("bob", visitor.insistValue(cluster.t2, "get?name=user"));
          assertEquals("3", visitor.ask(cluster.t2, "count").get("count"));
        }
      }
    }
  }

  /** Moves the slots of the first server that have keys, while each session is served. */
  private static int moveAllWithKeys(
      ValkeyClusterProcesses nodes, List<Visitor> visitors, Cluster cluster) {
    List<Integer> slots = new ArrayList<>();
    for (int slot = 0; slot < SLOTS / 3; slot++) {
      if (slots.size() < 3
          && !nodes.servers().get(0).ask("CLUSTER COUNTKEYSINSLOT " + slot).startsWith(":0")) {
        slots.add(slot);
      }
    }
    slots.forEach(slot -> nodes.beginToMove(slot, 1));
    visitors.forEach(visitor -> assertEquals("2", visitor.ask(cluster.t1, "count").get("count")));
    slots.forEach(slot -> nodes.moveKeys(slot, 1, 100));
    visitors.forEach(visitor -> visitor.ask(cluster.t1, "set?name=other&value=1"));
    slots.forEach(slot -> nodes.endToMove(slot, 1));
    return slots.size();
  }
}
