package io.holdfast.dist;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.holdfast.testkit.Await;
import io.holdfast.testkit.valkey.RequiresValkey;
import io.holdfast.testkit.valkey.SentinelProcess;
import io.holdfast.testkit.valkey.ValkeyProcess;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;
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
      try (Cluster cluster =
          Cluster.start(
              11,
              "java",
              contexts(sentinels),
              settings -> settings.libraries(Cluster.jars("valkey")))) {
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
        for (Visitor visitor : visitors) {
          Await.until(
              "it is served again",
              FAILOVER,
              () -> visitor.at(cluster.t1, "get?name=user").status() == 200);
          assertEquals("ann", visitor.value(cluster.t1, "get?name=user"));
        }
        Await.until("the replica took over", FAILOVER, () -> left.ask("ROLE").contains("master"));
        Await.until(
            "both Tomcats are connected to it",
            FAILOVER,
            () -> answersAgain(cluster.t1.logs()) && answersAgain(cluster.t2.logs()));
        for (Visitor visitor : visitors) {
          assertEquals("2", visitor.ask(cluster.t1, "count").get("count"));
        }

        cluster.t1.kill();
        for (Visitor visitor : visitors) {
          assertEquals("ann", visitor.value(cluster.t2, "get?name=user"));
          assertEquals("3", visitor.ask(cluster.t2, "count").get("count"));
        }
      } finally {
        sentinels.forEach(SentinelProcess::close);
      }
    }
  }

  private static boolean answersAgain(String log) {
    return Pattern.compile("Valkey node main at sentinel:main@\\S+ answers again")
        .matcher(log)
        .find();
  }
}
