package io.holdfast.examples.boot;

import static java.util.concurrent.CompletableFuture.supplyAsync;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.testkit.Await;
import io.holdfast.testkit.http.Response;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.Timeout;

/**
 * Two processes of the repackaged jar and a memcached, for all tests: starting them is what takes
 * time. The one that stops a process is the last by name.
 */
@Timeout(300)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.MethodName.class)
final class SpringBootIT {

  private static final Duration IN_ORDER = Duration.ofMinutes(1);

  private final TwoShops shops = TwoShops.start(true);

  @AfterAll
  void close() {
    shops.close();
  }

  @Test
  void loginWhenItsStepsHitDifferentProcessesThenLeadsToThePageAskedFor() {
    Visitor visitor = new Visitor().askFor(shops.first().port(), "/?asked=for");
    Response refused = visitor.login(shops.second().port(), "coffee");
    assertEquals("/login?error", path(refused));
    visitor.askFor(shops.first().port(), "/login?error");

    Response answer = visitor.login(shops.second().port(), "tea");

    assertEquals("/?asked=for&continue", path(answer));
    assertEquals("anna has in the cart: []", visitor.page(shops.first().port()));
    assertFalse(shops.first().said().contains("allowedClasses"), shops.first()::said);
    assertFalse(shops.second().said().contains("allowedClasses"), shops.second()::said);
  }

  @Test
  void stopWhenARequestIsUnderWayThenItIsAnsweredAndItsChangeIsInTheOtherProcess() {
    RunningShop stopping = shops.first();
    Visitor visitor = new Visitor().askFor(stopping.port(), "/");
    visitor.login(stopping.port(), "tea");
    visitor.page(stopping.port());

    try (LateForm form = visitor.beginToAdd(stopping.port(), "cups")) {
      var stopped = supplyAsync(() -> stopping.process().terminate(IN_ORDER));
      Await.until("stop began", () -> stopping.said().contains("Commencing graceful shutdown"));
      String answer = form.finish();

      assertTrue(answer.contains("[cups]"), answer);
      assertTrue(stopped.join());
    }
    assertEquals("anna has in the cart: [cups]", visitor.page(shops.second().port()));
  }

  private static String path(Response redirect) {
    String location = String.valueOf(redirect.header("location"));
    return location.replaceFirst("http://[^/]*", "");
  }
}
