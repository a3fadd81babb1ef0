package io.holdfast.examples.embedded;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.testkit.http.Browser;
import io.holdfast.testkit.memcached.MemcachedNode;
import io.holdfast.testkit.memcached.MemcachedNodes;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.Timeout;

/** Two processes of the example and a memcached; the last test by name stops the second one. */
@Timeout(180)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.MethodName.class)
final class EmbeddedTomcatIT {

  private final MemcachedNode node = MemcachedNodes.start();
  private final RunningShop first = RunningShop.start("t1", "n1:127.0.0.1:" + node.port());
  private final RunningShop second = RunningShop.start("t2", "n1:127.0.0.1:" + node.port());

  @AfterAll
  void close() {
    first.close();
    second.close();
    node.close();
  }

  @Test
  void requestWhenTheOtherProcessWasKilledThenTheCartIsThere() {
    Browser browser = new Browser();
    var unused = browser.post(first.port(), "/", Map.of("item", "tea"));
    first.process().kill();

    String page = browser.get(second.port(), "/").body();

    assertEquals("in the cart: [tea]", page.strip());
    assertTrue(Objects.requireNonNull(browser.cookie("JSESSIONID")).endsWith(".t2"));
  }

  @Test
  void requestWhenThereIsNoNodeThenTheCartIsInMemory() {
    try (RunningShop shop = RunningShop.start("t3", "memory")) {
      Browser browser = new Browser();
      var unused = browser.post(shop.port(), "/", Map.of("item", "tea"));

      assertEquals("in the cart: [tea]", browser.get(shop.port(), "/").body().strip());
    }
  }

  @Test
  void startWhenTheNodesAreWrongThenTheProgramEndsAndSaysWhatWouldBeRight() {
    try (RunningShop shop = RunningShop.launch("t1", "no node")) {
      String said = shop.process().output();

      assertTrue(said.contains("memcachedNodes=\"no node\": \"no\" is not a node"), said);
      assertNotEquals(0, shop.process().join(Duration.ofSeconds(30)));
    }
  }

  @Test
  void stopWhenTheProgramIsToldToThenItEndsInOrder() {
    var unused = new Browser().post(second.port(), "/", Map.of("item", "tea"));

    boolean inTime = second.process().terminate(Duration.ofSeconds(30));

    assertTrue(inTime);
  }
}
