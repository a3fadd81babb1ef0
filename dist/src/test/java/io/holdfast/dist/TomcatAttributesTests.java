package io.holdfast.dist;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.testkit.Await;
import io.holdfast.testkit.tomcat.TomcatProcess;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The attributes of a manager that are Tomcat's do with ours what they do with Tomcat's own. */
abstract class TomcatAttributesTests extends ClusterTests {

  private static final Duration ENDED = Duration.ofSeconds(60);

  private static long number(TomcatProcess tomcat, String context, String attribute) {
    try (ManagerBean bean = ManagerBean.of(tomcat, context)) {
      return bean.count(attribute);
    }
  }

  // ---- maxActiveSessions ----

  @Test
  void maxActiveSessionsWhenReachedThenNoMoreAreCreated() {
    OperationsSuite.twins("few")
        .keySet()
        .forEach(
            context -> {
              new ManagerApplication(t1()).command("expire?path=/" + context + "&idle=0");
              Visitor first = new Visitor(context);
              first.ask(t1(), "info");
              new Visitor(context).ask(t1(), "info");

              int third = new Visitor(context).at(t1(), "info").status();
              first.ask(t1(), "invalidate");
              int fourth = new Visitor(context).at(t1(), "info").status();

              assertEquals(List.of(500, 200), List.of(third, fourth), context);
              assertEquals(1, number(t1(), context, "rejectedSessions"), context);
              assertEquals(2, number(t1(), context, "activeSessions"), context);
            });
  }

  @InEachMode
  void maxActiveSessionsWhenReachedThenSessionsOfOtherTomcatsComeAllTheSame(Mode mode) {
    String context = mode.context("few");
    while (new Visitor(context).at(t2(), "info").status() == 200) {
      assertTrue(number(t2(), context, "activeSessions") <= 2, context);
    }
    new ManagerApplication(t1()).command("expire?path=/" + context + "&idle=0");
    Visitor moving = mode.visitor("few");
    moving.ask(t1(), "set?name=fruit&value=apple");

    assertEquals("apple", moving.value(t2(), "get?name=fruit"));
    assertEquals(3, number(t2(), context, "activeSessions"));
  }

  // ---- processExpiresFrequency ----

  @Test
  @OnLines(11)
  void processExpiresFrequencyWhenLargeThenSessionsWhoseTimeIsUpStay() {
    Map<String, Visitor> seldom = OperationsSuite.twins("seldom");
    Map<String, Visitor> often = OperationsSuite.twins("often");
    Stream.of(seldom, often)
        .flatMap(twins -> twins.values().stream())
        .forEach(visitor -> visitor.ask(t1(), "interval?value=1"));

    often
        .keySet()
        .forEach(
            context ->
                Await.until(
                    context + " has no session",
                    ENDED,
                    () -> number(t1(), context, "activeSessions") == 0));
    EventsTests.awaitTime(System.nanoTime(), EventsTests.FORGOTTEN); // also by the other Tomcats

    seldom.forEach(
        (context, visitor) -> {
          assertEquals(1, number(t1(), context, "activeSessions"), context);
          assertEquals("null", visitor.value(t1(), "peek"), context);
          assertEquals(0, number(t1(), context, "activeSessions"), context);
        });
  }

  // ---- ids ----

  @Test
  void sessionIdLengthWhenSetThenIdsHaveIt() {
    OperationsSuite.twins("ids")
        .forEach(
            (context, visitor) -> {
              visitor.ask(t1(), "info");

              assertTrue(Cluster.key(visitor.id()).matches("[0-9A-F]{48}"), visitor::id);
            });
  }

  @Test
  void secureRandomWhenAlgorithmAndProviderAreSetThenTheyAreUsed() {
    OperationsSuite.twins("ids")
        .keySet()
        .forEach(
            context -> {
              try (ManagerBean bean = ManagerBean.of(t1(), context)) {
                assertEquals("DRBG", bean.get("secureRandomAlgorithm"), context);
                assertEquals("SUN", bean.get("secureRandomProvider"), context);
              }
            });
    assertFalse(t1().logs().contains("DRBG"), "it was not found, and the log says so");
  }

  @Test
  void secureRandomClassWhenThereIsNoneThenTheLogSaysSoAndAnotherIsUsed() {
    Map<String, Visitor> twins = OperationsSuite.twins("random");

    twins.values().forEach(visitor -> visitor.ask(t1(), "info"));

    long told =
        Pattern.compile("class \\[com\\.acme\\.NoRandom]").matcher(t1().logs()).results().count();
    assertTrue(told >= twins.size(), () -> told + " lines in " + t1().logs());
  }

  // ---- what filters keep from the store ----

  @InEachMode
  void filtersWhenAnAttributeDoesNotMatchThenItIsInTheRunningSessionOnly(Mode mode) {
    Visitor visitor = filled(mode.context("filtered"));

    Map<String, Object> stored = cluster().record(visitor).attributes();

    assertEquals(Map.of("kept", "apple"), stored);
    assertEquals("null", visitor.value(t2(), "get?name=other"));
    assertEquals("apple", visitor.value(t2(), "get?name=kept"));
    assertEquals("null", visitor.value(t2(), "basket"));
    assertTrue(t1().logs().contains("named [other]"), "a warning about the name");
    assertTrue(t1().logs().contains("[probe.Basket]"), "a warning about the class");
  }

  @Test
  void filtersWhenAnotherTomcatChangesTheSessionThenWhatIsHereStays() {
    Visitor visitor = filled(Mode.NON_STICKY.context("filtered"));
    visitor.ask(t2(), "set?name=kept&value=cherry");

    assertEquals("cherry", visitor.value(t1(), "get?name=kept"));
    assertEquals("pear", visitor.value(t1(), "get?name=other"));
    assertEquals("[plum]", visitor.value(t1(), "basket"));
  }

  @InEachMode
  void filtersWhenARecordHasMoreThenThatIsNotRead(Mode mode) {
    Visitor visitor = mode.visitor("app");
    visitor.ask(t1(), "set?name=kept&value=apple");
    visitor.ask(t1(), "set?name=other&value=pear");

    Visitor filtered = mode.visitor("filtered");
    filtered.browser.setCookie("JSESSIONID", visitor.id());

    assertEquals("null", filtered.value(t2(), "get?name=other"));
    assertEquals("apple", filtered.value(t2(), "get?name=kept"));
    filtered.ask(t2(), "set?name=kept&value=cherry");
    assertEquals(Set.of("kept"), cluster().record(filtered).attributes().keySet());
  }

  @Test
  void filtersWhenTomcatsOwnManagerIsReloadedThenItDropsTheSame() {
    Visitor visitor = filled(OperationsSuite.PLAIN + "filtered");

    new ManagerApplication(t1()).command("reload?path=/" + OperationsSuite.PLAIN + "filtered");

    assertEquals("apple", visitor.value(t1(), "get?name=kept"));
    assertEquals("null", visitor.value(t1(), "get?name=other"));
    assertEquals("null", visitor.value(t1(), "basket"));
  }

  /** A session with an attribute that passes, one of another name, and one of another class. */
  private Visitor filled(String context) {
    Visitor visitor = new Visitor(context);
    visitor.ask(t1(), "set?name=kept&value=apple");
    visitor.ask(t1(), "set?name=other&value=pear");
    visitor.ask(t1(), "basket/new");
    visitor.ask(t1(), "basket/add?value=plum");
    assertEquals("pear", visitor.value(t1(), "get?name=other"));
    assertEquals("[plum]", visitor.value(t1(), "basket"));
    return visitor;
  }

  // ---- listeners of attributes that do not change ----

  @Test
  void notifyListenersOnUnchangedValueWhenSetThenTheyHearWhatTomcatTells() {
    List<String> told = heardOfTheSame("told");
    List<String> untold = heardOfTheSame("untold");

    assertEquals(
        2, told.stream().filter(event -> event.startsWith("bound")).count(), told::toString);
    assertEquals(
        1, untold.stream().filter(event -> event.startsWith("bound")).count(), untold::toString);
    assertTrue(told.stream().anyMatch(event -> event.startsWith("first replaced")), told::toString);
    assertTrue(
        untold.stream().noneMatch(event -> event.startsWith("first replaced")), untold::toString);
  }

  private List<String> heardOfTheSame(String purpose) {
    Witness plain = new Witness(OperationsSuite.PLAIN + purpose);
    plain.ask(t1(), "set/hearing?name=a&value=one", "set/same?name=a");
    for (Mode mode : Mode.values()) {
      Witness ours = new Witness(mode.context(purpose));
      ours.ask(t1(), "set/hearing?name=a&value=one", "set/same?name=a");

      assertEquals(plain.replies(t1()), ours.replies(t1()), purpose);
    }
    return plain.replies(t1());
  }
}
