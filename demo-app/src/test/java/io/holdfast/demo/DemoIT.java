package io.holdfast.demo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.testkit.Await;
import io.holdfast.testkit.valkey.ValkeyProcess;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** The demo from its start to its end, over HTTP: two demos at once. */
class DemoIT {

  private static final String CART =
      "{\"lines\":[{\"product\":\"Espresso\",\"price\":250,\"quantity\":2},"
          + "{\"product\":\"Croissant\",\"price\":320,\"quantity\":1}],\"total\":820}";

  @Test
  @Execution(ExecutionMode.CONCURRENT)
  void demoWhenTomcatAndNodeAreKilledThenKeepsTheCartAndEndsClean() throws Exception {
    try (DemoRun demo = DemoRun.start("kryo")) {
      Visitor visitor = new Visitor(demo.address());
      visitor.buy("Espresso");
      visitor.buy("Espresso");
      int without = visitor.awaitRecord(1);
      visitor.buy("Croissant");
      assertEquals(CART, visitor.cart());
      String owner = visitor.servedBy();
      String id = visitor.sessionBase();
      visitor.awaitRecord(without + "Croissant".length()); // it follows the answer
      String node = visitor.awaitRecordOnNodeOtherThan("none");
      kill9(visitor.pidOf(owner));

      assertEquals(CART, visitor.cart());
      assertNotEquals(owner, visitor.servedBy());
      assertEquals(id, visitor.sessionBase());

      visitor.press(node, "kill");
      visitor.awaitRecordOnNodeOtherThan(node);

      assertEquals(CART, visitor.cart());

      visitor.press(owner, "start");
      visitor.press(node, "start");
      visitor.awaitState(owner, "running");
      visitor.awaitState(node, "running");
      List<ProcessHandle> children = demo.children();
      assertEquals(4, children.size(), children.toString());

      String said = demo.stop();

      assertTrue(said.contains("Stopped; no process is left."), said);
      assertEquals(List.of(), children.stream().filter(ProcessHandle::isAlive).toList());
    }
  }

  /**
   * Each request goes to the next Tomcat; the nodes are Valkey or Redis where they are installed.
   * One demo for all, and one kill, at the end: to start a Tomcat is what takes time.
   */
  @Nested
  @TestInstance(TestInstance.Lifecycle.PER_CLASS)
  @TestMethodOrder(MethodOrderer.MethodName.class)
  @Execution(ExecutionMode.CONCURRENT)
  final class NonSticky {

    private static final String STORE = ValkeyProcess.isInstalled() ? "valkey" : "memcached";

    private @Nullable DemoRun demo;
    private Visitor visitor = new Visitor("");

    @BeforeAll
    void start() throws Exception {
      demo = DemoRun.start("kryo", "--store", STORE, "--non-sticky");
    }

    @BeforeEach
    void open() {
      visitor = new Visitor(Objects.requireNonNull(demo).address());
    }

    @AfterAll
    void close() {
      if (demo != null) {
        demo.close();
      }
    }

    @Test
    @Execution(ExecutionMode.SAME_THREAD)
    void pageWhenAskedByAnotherSiteThenRefuses() {
      assertEquals(403, visitor.pressFrom("http://attacker.test", "t1", "kill"));
      assertEquals(403, visitor.pressFrom("http://attacker.test", "shoppers", "start"));
      assertEquals(0, visitor.tally("shoppers"));
      assertEquals(405, visitor.statusOf("POST", "_demo/status"));
      assertEquals(200, visitor.statusOf("GET", ""));
      assertEquals(200, visitor.statusOf("GET", "favicon.svg"));
      assertEquals(404, visitor.statusOf("GET", "_demo/t1/kill/no"));
      assertFalse(visitor.status().contains("\"down\""), visitor.status());
    }

    @Test
    @Execution(ExecutionMode.SAME_THREAD)
    void shoppersWhenATomcatAndANodeAreKilledThenNoneLosesItsSession() {
      visitor.buy("Espresso");
      String first = visitor.servedBy();
      visitor.buy("Espresso");
      assertNotEquals(first, visitor.servedBy());
      visitor.buy("Croissant");
      visitor.awaitRecord(1);
      visitor.press("shoppers", "start");
      visitor.awaitTally("requests", 100);
      visitor.press("t1", "kill");

      assertEquals(CART, visitor.cart());
      assertEquals("t2", visitor.servedBy());

      visitor.awaitTally("requests", visitor.tally("requests") + 100);
      visitor.press("n1", "kill");

      assertEquals(CART, visitor.cart());

      visitor.awaitTally("requests", visitor.tally("requests") + 100);
      visitor.press("shoppers", "stop");
      Await.until("all have left", () -> visitor.tally("shoppers") == 0);

      assertEquals(0, visitor.tally("sessionsLost"));
      assertTrue(visitor.tally("errors") < visitor.tally("requests"), visitor.status());
      assertTrue(visitor.tally("slowestMillis") > 0, visitor.status());
    }
  }

  private static void kill9(long pid) {
    ProcessHandle process = ProcessHandle.of(pid).orElseThrow();
    process.destroyForcibly();
    process.onExit().join();
  }
}
