package io.holdfast.dist;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The main job with each folder of the distribution, each night: in CI {@code untouched-tomcat.sh}
 * asks for the same, and all other suites have the folder of java.
 */
@EnabledIf("isAsked")
class SerializerIT {

  static boolean isAsked() {
    return "all".equals(System.getProperty("holdfast.lines"))
        || System.getProperty("holdfast.it.engine") != null;
  }

  @ParameterizedTest
  @ValueSource(strings = {"java", "kryo", "xstream", "javolution"})
  void requestWhenItsTomcatWasKilledThenTheNextOneHasTheSession(String serializer) {
    List<ContextXml> contexts = List.of(ContextXml.synchronous("app"));
    try (Cluster cluster = Cluster.start(11, serializer, contexts, UnaryOperator.identity())) {
      Visitor visitor = new Visitor("app");
      visitor.ask(cluster.t1, "set?name=fruit&value=apple");
      visitor.ask(cluster.t1, "count");
      visitor.ask(cluster.t1, "fill?name=bytes&value=5000");
      visitor.ask(cluster.t1, "basket/new");
      visitor.ask(cluster.t1, "basket/add?value=pear");

      cluster.t1.kill();

      assertEquals("apple", visitor.value(cluster.t2, "get?name=fruit"));
      assertEquals("[pear]", visitor.value(cluster.t2, "basket"));
      assertEquals("2", visitor.ask(cluster.t2, "count").get("count"));
      assertEquals("5000", visitor.value(cluster.t2, "size?name=bytes"));
    }
  }
}
