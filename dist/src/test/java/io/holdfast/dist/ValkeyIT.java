package io.holdfast.dist;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.testkit.Await;
import io.holdfast.testkit.http.Response;
import io.holdfast.testkit.tomcat.TomcatSettings;
import io.holdfast.testkit.valkey.RequiresValkey;
import io.holdfast.testkit.valkey.ValkeyProcess;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The main job on two independent nodes that are Valkey or Redis. */
@RequiresValkey
class ValkeyIT {

  private final ValkeyProcess n1 = ValkeyProcess.start();
  private final ValkeyProcess n2 = ValkeyProcess.start();

  @AfterEach
  void close() {
    n1.close();
    n2.close();
  }

  private List<ContextXml> contexts() {
    String nodes =
        "n1:redis://127.0.0.1:%d,n2:valkey://127.0.0.1:%d".formatted(n1.port(), n2.port());
    return Mode.each(
        ContextXml.synchronous("app").manager("memcachedNodes", nodes).manager("copies", "2"));
  }

  private static TomcatSettings withClient(TomcatSettings settings) {
    return settings.libraries(Cluster.jars("valkey"));
  }

  @ParameterizedTest
  @ValueSource(ints = {9, 11})
  void sessionWhenItsTomcatAndThenANodeAreKilledThenTheOthersHaveIt(int line) {
    try (Cluster cluster = Cluster.start(line, "java", contexts(), ValkeyIT::withClient)) {
      List<Visitor> visitors = List.of(Mode.STICKY.visitor("app"), Mode.NON_STICKY.visitor("app"));
      for (Visitor visitor : visitors) {
        visitor.ask(cluster.t1, "set?name=user&value=ann");
        visitor.ask(cluster.t1, "count");
        visitor.ask(cluster.t1, "fill?name=large&value=3000000");
      }
      assertTrue(n1.ask("DBSIZE").startsWith(":"), n1.ask("DBSIZE"));

      cluster.t1.kill();
      for (Visitor visitor : visitors) {
        assertEquals("ann", visitor.value(cluster.t2, "get?name=user"));
        assertEquals("2", visitor.ask(cluster.t2, "count").get("count"));
        assertEquals("3000000", visitor.value(cluster.t2, "size?name=large"));
      }

      n1.kill();
      cluster.t1.start();
      for (Visitor visitor : visitors) {
        assertEquals("3", visitor.ask(cluster.t2, "count").get("count"));
        Await.until(
            "the started Tomcat serves it",
            () -> visitor.copy().at(cluster.t1, "get?name=user").status() == 200);
        assertEquals("ann", visitor.copy().value(cluster.t1, "get?name=user"));
      }

      for (Visitor visitor : visitors) {
        visitor.ask(cluster.t2, "invalidate");
        Response after = visitor.at(cluster.t2, "get?name=user");
        assertTrue(!after.body().contains("ann"), after.body());
      }
    }
  }

  @Test
  void startWhenTheJarIsMissingThenItIsNamed() {
    try (Cluster cluster = Cluster.start(11, "java", contexts(), UnaryOperator.identity())) {
      String log = cluster.t1.logs();

      assertTrue(
          log.contains(
              "class io.holdfast.valkey.ValkeyConnections was not found; put holdfast-valkey, which"
                  + " lies in the folder valkey of the distribution, into tomcat/lib"),
          log);
    }
  }
}
