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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Two processes of the example and a memcached. */
@Timeout(180)
final class EmbeddedTomcatIT {

  @Test
  void requestWhenTheOtherProcessWasKilledThenTheCartIsThere() {
    try (MemcachedNode node = MemcachedNodes.start();
        RunningShop first = RunningShop.start("t1", nodes(node));
        RunningShop second = RunningShop.start("t2", nodes(node))) {
      Browser browser = new Browser();
      var unused = browser.post(first.port(), "/", Map.of("item", "tea"));
      first.process().kill();

      String page = browser.get(second.port(), "/").body();

      assertEquals("in the cart: [tea]", page.strip());
      assertTrue(Objects.requireNonNull(browser.cookie("JSESSIONID")).endsWith(".t2"));
    }
  }

  @Test
  void stopWhenTheProgramIsToldToThenItEndsInOrder() {
    try (MemcachedNode node = MemcachedNodes.start();
        RunningShop shop = RunningShop.start("t1", nodes(node))) {
      var unused = new Browser().post(shop.port(), "/", Map.of("item", "tea"));

      boolean inTime = shop.process().terminate(Duration.ofSeconds(30));

      assertTrue(inTime);
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

  private static String nodes(MemcachedNode node) {
    return "n1:127.0.0.1:" + node.port();
  }
}
