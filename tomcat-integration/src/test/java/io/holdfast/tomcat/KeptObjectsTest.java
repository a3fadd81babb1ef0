package io.holdfast.tomcat;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.holdfast.core.config.Setting;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** An application that keeps an attribute's object beyond its requests (non-sticky). */
@Timeout(60)
final class KeptObjectsTest extends WithOneNode {

  /** A request may still be on its way out when its answer is here. */
  private static final int ROUNDS = 20;

  private final List<String> kept = new CopyOnWriteArrayList<>(List.of("tea"));

  @BeforeEach
  void prepare() {
    page.value("cart", () -> kept)
        .with("is-kept", (request, response) -> request.getSession().getAttribute("cart") == kept);
  }

  @Test
  void objectWhenIdleSessionsGiveThemUpThenIsAnotherOne() {
    PageTomcat t1 = start("t1", 0);
    assertEquals("done", t1.ask(browser, "put cart"));

    t1.expireUntil("the object is given up", () -> "false".equals(t1.ask(browser, "is-kept")));
  }

  @Test
  void objectWhenNoneIsGivenUpThenWhatChangesInItIsStored() {
    PageTomcat t1 = start("t1", -1);
    PageTomcat t2 = start("t2", -1);
    assertEquals("done", t1.ask(browser, "put cart"));

    for (int i = 0; i < ROUNDS; i++) {
      t1.manager.processExpires();
      assertEquals("true", t1.ask(browser, "is-kept"));
    }

    kept.add("honey"); // by a thread of the application's own
    assertEquals("[tea, honey]", t1.ask(browser, "show cart"));
    assertEquals("[tea, honey]", t2.ask(browser, "show cart"));
  }

  private PageTomcat start(String name, int maxIdleDecoded) {
    return start(
        name, settings(false).set(Setting.MAX_IDLE_DECODED, Duration.ofSeconds(maxIdleDecoded)));
  }
}
