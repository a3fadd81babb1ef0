package io.holdfast.dist;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.testkit.Await;
import io.holdfast.testkit.memcached.MemcachedNode;
import io.holdfast.testkit.tomcat.TomcatProcess;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The sessions of a user over two Tomcats, and their end, as an operator asks for it by JMX. */
abstract class SessionsByUserTests extends ClusterTests {

  /** A second where the machine is not busy. */
  private static final Duration SOON = Duration.ofSeconds(20);

  /** What is deployed for these tests. */
  static List<ContextXml> contexts() {
    ContextXml users =
        ContextXml.synchronous("users")
            .manager("sessionsByUser", "true")
            .manager("storageKeyPrefix", "context") // or each would list the users of the other
            .manager("processExpiresFrequency", "1")
            .context("backgroundProcessorDelay", "1");
    ContextXml form =
        ContextXml.synchronous("form")
            .manager("sessionsByUser", "true")
            .manager("storageKeyPrefix", "context")
            .context("altDDName", ProbeApplication.secured("FORM").toString());
    return Stream.concat(Mode.each(users, form).stream(), Stream.of(ContextXml.synchronous("off")))
        .toList();
  }

  @ParameterizedTest
  @EnumSource
  void sessionsWhenOnTwoTomcatsThenEitherListsThem(Mode mode) {
    Visitor one = login(mode, "lisa", t1());
    Visitor other = login(mode, "lisa", t2());
    login(mode, "mike", t1());

    for (TomcatProcess tomcat : List.of(t1(), t2())) {
      String listed = call(tomcat, mode, "listSessionsOf", "lisa").toString();
      assertEquals(2, listed.lines().count(), listed);
      for (Visitor visitor : List.of(one, other)) {
        assertFalse(listed.contains(Cluster.key(visitor.id())), "an id is shown: " + listed);
      }
      if (mode == Mode.STICKY) {
        assertTrue(listed.contains("at t1") && listed.contains("at t2"), listed);
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void sessionsWhenEndedFromAnotherTomcatThenTheyAreOverEverywhereOnce(Mode mode) {
    Visitor one = login(mode, "nora", t1());
    Visitor moved = login(mode, "nora", t1());
    assertEquals("nora", moved.value(t2(), "get?name=io.holdfast.user"));
    Visitor bystander = login(mode, "otto", t1());

    assertEquals(2, call(t2(), mode, "endSessionsOf", "nora"));

    for (Visitor visitor : List.of(one, moved)) {
      for (TomcatProcess tomcat : List.of(t1(), t2())) {
        Await.until(visitor + " is over at " + tomcat, SOON, () -> isOver(visitor.copy(), tomcat));
      }
      List<String> ends =
          Stream.of(t1(), t2())
              .flatMap(tomcat -> visitor.events(tomcat, visitor.id()).stream())
              .filter(event -> event.startsWith("destroyed"))
              .toList();
      assertEquals(1, ends.size(), ends::toString);
    }
    assertEquals("", call(t1(), mode, "listSessionsOf", "nora"));
    assertEquals("otto", bystander.value(t1(), "get?name=io.holdfast.user"));
  }

  @ParameterizedTest
  @EnumSource
  void sessionWhenOneIsEndedByItsNameThenTheOthersGoOn(Mode mode) {
    Visitor first = login(mode, "paul", t1());
    String name = call(t2(), mode, "listSessionsOf", "paul").toString().split(" ", 2)[0];
    Visitor second = login(mode, "paul", t1());

    assertEquals(false, call(t2(), mode, "endSessionOf", "paul", "0123456789abcdef"));
    assertEquals(true, call(t2(), mode, "endSessionOf", "paul", name));

    Await.until("it is over", SOON, () -> isOver(first.copy(), t1()));
    assertEquals("paul", second.value(t1(), "get?name=io.holdfast.user"));
    Object unused =
        Await.value(
            "the list follows",
            SOON,
            () -> call(t1(), mode, "listSessionsOf", "paul"),
            listed -> listed.toString().lines().count() == 1);
  }

  @ParameterizedTest
  @EnumSource
  void sessionWhenItsUserLogsOutOrItsIdChangesThenTheListFollows(Mode mode) {
    Visitor visitor = login(mode, "rita", t1());
    visitor.ask(t1(), "changeid");
    assertEquals(1, call(t2(), mode, "listSessionsOf", "rita").toString().lines().count());

    visitor.ask(t1(), "set?name=io.holdfast.user&value=sven");
    assertEquals("", call(t2(), mode, "listSessionsOf", "rita"));
    assertEquals(1, call(t2(), mode, "listSessionsOf", "sven").toString().lines().count());

    visitor.ask(t1(), "invalidate");
    Await.until("nothing is listed", () -> "".equals(call(t2(), mode, "listSessionsOf", "sven")));
  }

  @ParameterizedTest
  @EnumSource
  void sessionsWhenNodesComeBackEmptyOneAfterTheOtherThenTheListDoesToo(Mode mode) {
    login(mode, "tina", t1());

    for (MemcachedNode node : cluster().nodes()) {
      node.kill();
      node.start();
      cluster().awaitNodesSeen(List.of(mode.context("users")));
      Await.until(
          "it is on " + node,
          Duration.ofSeconds(30),
          () -> node.probe().keys().stream().anyMatch(key -> key.contains("#u")));
    }

    assertEquals(1, call(t2(), mode, "listSessionsOf", "tina").toString().lines().count());
  }

  @ParameterizedTest
  @EnumSource
  void sessionWhenAUserHasLoggedInToTomcatThenItIsListed(Mode mode) {
    Visitor visitor = mode.visitor("form");
    visitor.at(t1(), "user");
    var unused =
        visitor.browser.post(
            t1().port(),
            "/" + mode.context("form") + "/j_security_check",
            Map.of("j_username", "ann", "j_password", Secrets.PASSWORD));
    assertEquals("ann", visitor.value(t1(), "user"));

    try (ManagerBean bean = ManagerBean.of(t2(), mode.context("form"))) {
      assertEquals(1, bean.call("listSessionsOf", "ann").toString().lines().count());
      assertEquals(1, bean.call("endSessionsOf", "ann"));
    }
    Await.until(
        "the login is asked for again",
        SOON,
        () -> visitor.copy().at(t1(), "user").body().contains("j_security_check"));
  }

  @Test
  void sessionsWhenTheyAreNotListedThenAnOperatorIsTold() {
    try (ManagerBean bean = ManagerBean.of(t1(), "off")) {
      IllegalStateException refused =
          assertThrows(IllegalStateException.class, () -> bean.call("listSessionsOf", "ann"));
      assertTrue(String.valueOf(refused).contains("sessionsByUser"), refused.toString());
    }
  }

  private Visitor login(Mode mode, String user, TomcatProcess tomcat) {
    Visitor visitor = mode.visitor("users");
    visitor.ask(tomcat, "set?name=io.holdfast.user&value=" + user);
    return visitor;
  }

  private static boolean isOver(Visitor visitor, TomcatProcess tomcat) {
    return "null".equals(visitor.ask(tomcat, "peek").get("session"));
  }

  private static Object call(TomcatProcess tomcat, Mode mode, String operation, String... values) {
    try (ManagerBean bean = ManagerBean.of(tomcat, mode.context("users"))) {
      return bean.call(operation, values);
    }
  }
}
