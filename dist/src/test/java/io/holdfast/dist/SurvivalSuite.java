package io.holdfast.dist;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.testkit.Await;
import io.holdfast.testkit.http.Browser;
import io.holdfast.testkit.http.Response;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Sessions survive: the main job, on one line of Tomcat. */
abstract class SurvivalSuite {

  abstract int line();

  String serializer() {
    return "java";
  }

  @Test
  void requestWhenItsTomcatWasKilledThenTheNextOneHasTheSession() {
    try (Cluster cluster =
        new Cluster(line(), serializer(), Map.of("app", "sessionBackupAsync=\"false\""))) {
      Browser browser = new Browser();
      browser.get(cluster.t1.port(), "/app/probe/basket/new");
      browser.get(cluster.t1.port(), "/app/probe/basket/add?value=apple");
      Response added = browser.get(cluster.t1.port(), "/app/probe/basket/add?value=pear");
      String before = browser.cookie("JSESSIONID");

      cluster.t1.kill();
      Response after = browser.get(cluster.t2.port(), "/app/probe/basket");
      String cookie = browser.cookie("JSESSIONID");

      assertEquals("basket=[apple, pear]", added.body().trim());
      assertEquals("basket=[apple, pear]", after.body().trim(), () -> cluster.t2.logs());
      assertNotNull(before);
      assertNotNull(cookie);
      assertTrue(before.endsWith(".t1"), before);
      assertEquals(before.replace(".t1", ".t2"), cookie);
      assertEquals(1, after.setCookies().size());
    }
  }

  @Test
  void stopWhenSessionsWereUsedThenTheyAreThereAfterTheStart() {
    try (Cluster cluster = new Cluster(line(), serializer(), Map.of("app", ""))) {
      Browser browser = new Browser();
      browser.get(cluster.t1.port(), "/app/probe/count");

      cluster.t1.stop();
      cluster.t1.start();
      Response after = browser.get(cluster.t1.port(), "/app/probe/count");

      assertTrue(after.body().startsWith("count=2"), after.body() + cluster.t1.logs());
      Await.until("stored", () -> cluster.isStored(String.valueOf(browser.cookie("JSESSIONID"))));
    }
  }
}
