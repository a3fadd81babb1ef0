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
 * Two processes of the repackaged jar, a memcached, and a user who may have one session. All tests
 * share them: starting them is what takes time. The one that stops a process is the last by name.
 */
@Timeout(300)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.MethodName.class)
abstract class SpringBootTests {

  private static final Duration IN_ORDER = Duration.ofMinutes(1);
  private static final String PAGE = "anna has in the cart: []";

  private final TwoShops shops =
      TwoShops.start(isSticky(), "--holdfast.sessions-by-user=true", "--shop.most-sessions=1");

  abstract boolean isSticky();

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
    assertEquals(PAGE, visitor.page(shops.first().port()));
    assertFalse(shops.first().said().contains("allowedClasses"), shops.first()::said);
    assertFalse(shops.second().said().contains("allowedClasses"), shops.second()::said);
  }

  @Test
  void loginWhenTheUserHasASessionOnTheOtherProcessThenThatEnds() {
    int first = shops.first().port();
    int second = shops.second().port();
    Visitor phone = new Visitor().askFor(first, "/");
    phone.login(first, "tea");
    assertEquals(PAGE, phone.page(first));

    Visitor desk = new Visitor().askFor(second, "/");
    desk.login(second, "tea");

    assertEquals(PAGE, desk.page(second));
    Await.until("the phone is logged out", () -> !phone.page(first).equals(PAGE));
    assertEquals(PAGE, desk.page(second));
  }

  /** A frozen one answers and stores as little as a killed one, and need not be started again. */
  @Test
  void requestWhenTheOtherProcessIsFrozenThenTheVisitorIsLoggedIn() {
    int first = shops.first().port();
    Visitor visitor = new Visitor().askFor(first, "/");
    visitor.login(first, "tea");
    assertEquals(PAGE, visitor.page(first));
    visitor.add(first, "cups");
    shops.first().process().freeze();

    try {
      assertEquals("anna has in the cart: [cups]", visitor.page(shops.second().port()));
    } finally {
      shops.first().process().thaw();
    }
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
