package io.holdfast.spring.boot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.metrics.BuildVersion;
import io.holdfast.core.metrics.Metric;
import io.holdfast.core.metrics.Timing;
import io.holdfast.spring.boot.shop.SlowToLeave;
import io.holdfast.testkit.Await;
import io.holdfast.testkit.http.Browser;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.springframework.context.ConfigurableApplicationContext;

/**
 * What every starter does, tried with an application of its line of Spring Boot and a memcached.
 * The tests share an application: they look at it, and change nothing that another one looks at.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(60)
public abstract class StarterTests {

  private RunningShop shop;

  /** One context for all tests, since each takes seconds. */
  @BeforeAll
  void start() {
    shop = RunningShop.start();
  }

  @AfterAll
  void stop() {
    shop.close();
  }

  @Test
  void requestWhenItChangesItsSessionThenThatIsBackedUp() {
    double before = shop.meter("holdfast.backups.stored?tag=context:/");

    shop.get(new Browser(), "/add?item=tea");

    Await.until(
        "the backup is counted",
        () -> shop.meter("holdfast.backups.stored?tag=context:/") > before);
  }

  @Test
  void attributeWhenItsClassIsOfTheProgramThenIsAllowed() {
    shop.get(new Browser(), "/add?item=tea");

    Await.until("the backup is done", () -> shop.meter("holdfast.backups.stored") > 0);
    assertEquals(0, shop.meter("holdfast.attributes.rejected"));
  }

  @Test
  void cookieWhenASessionBeginsThenHasTheNameOfBootAndTheRouteOfHoldfast() {
    Browser browser = new Browser();

    shop.get(browser, "/add?item=tea");

    String cookie = String.valueOf(browser.cookie("SHOP"));
    assertTrue(cookie.endsWith(".t1"), cookie);
  }

  @Test
  void sessionWhenItBeginsThenLivesAsLongAsBootSays() {
    assertEquals("420", shop.get(new Browser(), "/lives").body());
  }

  @Test
  void metersWhenListedThenEachCounterGaugeAndTimeIsAmongThem() {
    List<?> names = (List<?>) shop.actuator("metrics").get("names");

    List<String> expected =
        Stream.concat(
                Arrays.stream(Metric.values()).map(MeterNames::of),
                Arrays.stream(Timing.values()).map(MeterNames::of))
            .toList();
    assertNotNull(names);
    assertEquals(List.of(), expected.stream().filter(name -> !names.contains(name)).toList());
  }

  @Test
  void metersOfTomcatWhenASessionBeginsThenCountIt() {
    shop.get(new Browser(), "/add?item=tea");

    assertTrue(shop.meter("tomcat.sessions.created") > 0);
  }

  @Test
  void meterOfANodeWhenItWasAskedThenHasCountedThat() {
    shop.get(new Browser(), "/add?item=tea");

    Await.until(
        "an operation is counted",
        () -> shop.meter("holdfast.memcached.operation.count?tag=context:/&tag=node:n1") > 0);
    assertEquals(1, shop.meter("holdfast.memcached.state?tag=node:n1&tag=state:AVAILABLE"));
  }

  @Test
  void healthWhenTheNodeAnswersThenIsUpAndNamesIt() {
    Map<String, Object> health = shop.actuator("health/holdfast");

    assertEquals("UP", health.get("status"));
    String details = String.valueOf(health.get("details"));
    assertTrue(details.contains("address=127.0.0.1:" + shop.node().port()), details);
  }

  @Test
  void infoWhenAskedThenHasTheVersion() {
    assertEquals(Map.of("version", BuildVersion.current()), shop.actuator("info").get("holdfast"));
  }

  @Test
  void healthWhenDrainedThenIsOutOfServiceAndPagesAreServed() {
    Browser browser = new Browser();
    shop.get(browser, "/add?item=tea");

    assertEquals(200, shop.actuatorStatus("POST", "holdfastdrain"));
    try {
      assertEquals(503, shop.actuatorStatus("GET", "health/holdfast"));
      assertEquals(200, shop.get(browser, "/add?item=milk").status());
    } finally {
      assertEquals(200, shop.actuatorStatus("DELETE", "holdfastdrain"));
    }
    assertEquals("UP", shop.status("health/holdfast"));
  }

  @Test
  void healthWhenNoNodeAnswersThenTheApplicationStaysUpAndServes() {
    Browser browser = new Browser();
    shop.get(browser, "/add?item=tea");
    shop.node().kill();
    try {
      Await.until(
          "the loss is noticed",
          () -> {
            shop.get(new Browser(), "/add?item=milk");
            return shop.status("health/holdfast").equals("UNKNOWN");
          });

      assertEquals("UP", shop.status("health"));
      assertEquals("[tea, honey]", shop.get(browser, "/add?item=honey").body());
    } finally {
      shop.node().start();
      Await.until("the node is back", () -> shop.status("health/holdfast").equals("UP"));
    }
  }

  /**
   * What a visitor has bought who comes once before something happens to a shop, and once after.
   */
  protected static final String boughtAround(Consumer<ConfigurableApplicationContext> event) {
    try (RunningShop other = RunningShop.start()) {
      Browser browser = new Browser();
      other.get(browser, "/add?item=tea");
      event.accept(other.context());
      return other.get(browser, "/add?item=milk").body();
    }
  }

  @Test
  void contextWhenItStopsForAPauseThenItsSessionsGoOnAfterIt() {
    try (RunningShop other = RunningShop.start()) {
      Browser browser = new Browser();
      other.get(browser, "/add?item=tea");

      other.context().stop();
      other.context().start();

      assertEquals("[tea, milk]", other.get(browser, "/add?item=milk").body());
      SlowToLeave bean = other.context().getBean(SlowToLeave.class);
      other.context().close();
      assertTrue(bean.wereSessionsDone(), "backed up before beans are destroyed");
    }
  }

  /** The actuator's port is that of another Tomcat, in a context of its own below this one. */
  @Test
  void contextWhenBeansAreLazyAndTheActuatorHasAPortOfItsOwnThenAllIsAsElse() {
    try (RunningShop other =
        RunningShop.startWithNode(
            "--spring.main.lazy-initialization=true", "--management.server.port=0")) {
      Browser browser = new Browser();
      other.get(browser, "/add?item=tea");
      Await.until("the backup is done", () -> other.meter("holdfast.backups.stored") > 0);
      assertEquals("UP", other.status("health/holdfast"));
      SlowToLeave bean = other.context().getBean(SlowToLeave.class);

      other.context().stop();
      other.context().start();

      assertEquals("[tea, milk]", other.get(browser, "/add?item=milk").body());
      other.context().close();
      assertTrue(bean.wereSessionsDone(), "backed up before beans are destroyed");
    }
  }

  @Test
  void startWhenAValueIsWrongThenTheAnalysisNamesItsProperty() {
    assertThrows(
        RuntimeException.class,
        () -> RunningShop.start("--holdfast.nodes=n1:127.0.0.1:1", "--holdfast.copies=3"));

    String said = Failures.next();
    assertTrue(said.contains("Property: holdfast.copies"), said);
    assertTrue(said.contains("Value: \"3\""), said);
  }

  @Test
  void startWhenOnlyTomcatCanTellWhatIsWrongThenTheAnalysisNamesTheProperty() {
    assertThrows(
        RuntimeException.class,
        () ->
            RunningShop.start(
                "--holdfast.nodes=n1:127.0.0.1:1", "--holdfast.transcoder-factory-class=kryo"));

    String said = Failures.next();
    assertTrue(said.contains("Property: holdfast.transcoder-factory-class"), said);
  }

  @Test
  void startWhenTheRouteIsWrongThenTheAnalysisNamesItsProperty() {
    assertThrows(
        RuntimeException.class,
        () -> RunningShop.start("--holdfast.nodes=n1:127.0.0.1:1", "--holdfast.route=t 1"));

    String said = Failures.next();
    assertTrue(said.contains("Property: holdfast.route"), said);
    assertTrue(said.contains("Value: \"t 1\""), said);
    assertTrue(said.contains("Origin: "), said);
  }

  @Test
  void startWhenNotEnabledThenTomcatKeepsItsSessionsByItself() {
    try (var context = RunningShop.start("--holdfast.enabled=false")) {
      assertFalse(context.containsBean("holdfastSessions"));
    }
  }
}
