package io.holdfast.dist;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.holdfast.testkit.Await;
import io.holdfast.testkit.valkey.RequiresValkey;
import io.holdfast.testkit.valkey.SentinelProcess;
import io.holdfast.testkit.valkey.ValkeyProcess;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * The main job on a primary with a replica; three sentinels replace the primary when it is lost.
 */
@RequiresValkey
class ValkeySentinelIT {

  private static final Duration FAILOVER = Duration.ofSeconds(60);

  private static List<ContextXml> contexts(List<SentinelProcess> sentinels) {
    String nodes =
        sentinels.stream()
            .map(each -> "127.0.0.1:" + each.port())
            .collect(Collectors.joining(",", "sentinel:main@", ""));
    return Mode.each(ContextXml.synchronous("app").manager("memcachedNodes", nodes));
  }

  @Test
  void sessionWhenThePrimaryAndThenATomcatAreKilledThenTheOtherHasIt() {
    try (ValkeyProcess primary = ValkeyProcess.start();
        ValkeyProcess replica = ValkeyProcess.start("--replicaof", "127.0.0.1 " + primary.port())) {
      List<SentinelProcess> sentinels = SentinelProcess.start("main", primary, 3);
      List<ContextXml> contexts = contexts(sentinels);
      try (Cluster cluster =
          Cluster.start(
              11, "java", contexts, settings -> settings.libraries(Cluster.jars("valkey")))) {
        sentinels.forEach(each -> each.awaitReplicas("main", 1));
        List<Visitor> visitors =
            List.of(Mode.STICKY.visitor("app"), Mode.NON_STICKY.visitor("app"));
        for (Visitor visitor : visitors) {
          visitor.ask(cluster.t1, "set?name=user&value=ann");
          visitor.ask(cluster.t1, "count");
        }
        // on a slow machine they may have changed places before
        ValkeyProcess lost = primary.ask("ROLE").contains("master") ? primary : replica;
        ValkeyProcess left = lost == primary ? replica : primary;
        lost.kill();
        assertEquals("ann", visitors.get(0).value(cluster.t1, "get?name=user"));
        Await.until("the replica took over", FAILOVER, () -> left.ask("ROLE").contains("master"));
        for (Visitor visitor : visitors) {
          assertEquals("ann", visitor.insistValue(cluster.t1, "get?name=user"));
        }
        visitors.forEach(visitor -> visitor.insist(cluster.t1, "probe/set?name=user&value=bob"));
        Cluster.awaitAllStored(cluster.t1, contexts);

        cluster.t1.kill();
        for (Visitor visitor : visitors) {
          assertEquals("bob", visitor.insistValue(cluster.t2, "get?name=user"));
          assertEquals("2", visitor.ask(cluster.t2, "count").get("count"));
        }
      } finally {
        sentinels.forEach(SentinelProcess::close);
      }
    }
  }
}
