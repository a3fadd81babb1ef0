package io.holdfast.dist;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.testkit.Await;
import io.holdfast.testkit.http.Browser;
import io.holdfast.testkit.http.Response;
import io.holdfast.testkit.memcached.MemcachedNode;
import io.holdfast.testkit.tomcat.TomcatProcess;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** One login for two web applications on two Tomcats. */
abstract class SignOnTests extends ClusterTests {

  private static final String COOKIE = "JSESSIONIDSSO";
  private static final String VALVE = "*:type=Valve,name=MemcachedSingleSignOn,*";

  /** What is deployed for these tests. */
  static List<ContextXml> contexts() {
    return Mode.each(
        secured("shop", ProbeApplication.secured("FORM")),
        secured("blog", ProbeApplication.secured("BASIC")));
  }

  private static ContextXml secured(String name, Path descriptor) {
    return ContextXml.synchronous(name).context("altDDName", descriptor.toString());
  }

  /** The node that has the sign-ons. */
  abstract MemcachedNode signOns();

  @BeforeEach
  final void startSignOns() {
    if (!signOns().isRunning()) {
      signOns().start();
    }
    Await.until("both Tomcats reach the node", this::isShared);
  }

  private boolean isShared() {
    Browser browser = loggedInToShop(Mode.STICKY);
    return isStored(browser) && isLoggedIn(blog(Mode.STICKY, browser, t2(), "probe/user"));
  }

  private boolean isStored(Browser browser) {
    return signOns().probe().keys().contains("sso_" + browser.cookie(COOKIE));
  }

  private static boolean isLoggedIn(Response answer) {
    return "ann".equals(Visitor.lines(answer).get("user"));
  }

  @InEachMode
  void userWhenLoggedInToOneApplicationThenIsLoggedInToAllOnEachTomcat(Mode mode) {
    Browser browser = loggedInToShop(mode);

    Response elsewhere = blog(mode, browser, t2(), "probe/user");
    Response role = blog(mode, browser, t2(), "probe/role?name=member");
    Response here = blog(mode, browser, t1(), "probe/user");

    assertEquals("ann", Visitor.lines(elsewhere).get("user"), elsewhere::body);
    assertEquals("true", Visitor.lines(role).get("role"), role::body);
    assertEquals("ann", Visitor.lines(here).get("user"), here::body);
  }

  @Test
  void readingsWhenAUserSignsOnAndComesToAnotherTomcatThenTheValvesTellIt() {
    try (ManagerBean first = ManagerBean.matching(t1(), VALVE);
        ManagerBean second = ManagerBean.matching(t2(), VALVE)) {
      long signOnsAtFirst = first.count("signOnsHere");
      long signOnsAtSecond = second.count("signOnsHere");
      long stored = first.count("backupsStored");
      long saves = first.count("saveCount");
      long found = second.count("loadsFound");

      Browser browser = loggedInToShop(Mode.STICKY);
      blog(Mode.STICKY, browser, t2(), "probe/user");

      assertEquals(signOnsAtFirst + 1, first.count("signOnsHere"));
      assertEquals(signOnsAtSecond + 1, second.count("signOnsHere"));
      assertTrue(first.count("backupsStored") > stored);
      assertTrue(first.count("saveCount") > saves);
      assertTrue(second.count("loadsFound") > found);
      assertEquals(1, first.list("nodes").size());
    }
  }

  @InEachMode
  void userWhenOneSessionIsEndedThenIsLoggedOutOfAllOnEachTomcat(Mode mode) {
    Browser browser = loggedInToShop(mode);
    blog(mode, browser, t2(), "probe/user");

    blog(mode, browser, t2(), "probe/invalidate");
    Response shop = shop(mode, browser, t1(), "probe/user");
    Response blog = blog(mode, browser, t1(), "probe/user");

    assertTrue(shop.body().contains("j_security_check"), shop.body());
    assertEquals(401, blog.status(), blog::body);
  }

  @InEachMode
  void userWhenLoggedOutThenIsLoggedOutOfAllOnEachTomcat(Mode mode) {
    Browser browser = loggedInToShop(mode);
    blog(mode, browser, t2(), "probe/user");

    shop(mode, browser, t1(), "user/logout");
    Response blog = blog(mode, browser, t2(), "probe/user");
    Response shop = shop(mode, browser, t2(), "probe/user");

    assertEquals(401, blog.status(), blog::body);
    assertTrue(shop.body().contains("j_security_check"), shop.body());
  }

  @InEachMode
  void userWhenASessionEndsWhereItMovedToThenIsLoggedOutOfAll(Mode mode) {
    Browser browser = loggedInToShop(mode);
    blog(mode, browser, t1(), "probe/user");
    shop(mode, browser, t2(), "user/who");

    shop(mode, browser, t2(), "user/end");
    Response blog = blog(mode, browser, t1(), "probe/user");

    assertEquals(401, blog.status(), blog::body);
  }

  @InEachMode
  void sessionsWhenTheUserIsLoggedOutThenEndOnce(Mode mode) {
    Browser browser = loggedInToShop(mode);
    String id = Visitor.lines(blog(mode, browser, t2(), "probe/info")).get("id");

    shop(mode, browser, t1(), "user/logout");
    blog(mode, browser, t2(), "probe/user");

    Browser another = loggedInToShop(mode);
    long ends =
        Stream.of(t1(), t2())
            .map(tomcat -> blog(mode, another, tomcat, "probe/events").body())
            .flatMap(String::lines)
            .filter(line -> line.startsWith(Cluster.key(id) + " destroyed"))
            .count();
    assertEquals(1, ends);
  }

  @InEachMode
  void userWhenNoNodeHasTheSignOnThenStaysLoggedInWhereItIsKnown(Mode mode) {
    Browser browser = loggedInToShop(mode);

    signOns().kill();
    Response answer = blog(mode, browser, t1(), "probe/user");

    assertEquals("ann", Visitor.lines(answer).get("user"), answer::body);
    assertNotNull(browser.cookie(COOKIE));
  }

  @InEachMode
  void userWhenTheNodeCameBackEmptyThenIsLoggedInElsewhereAgain(Mode mode) {
    Browser browser = loggedInToShop(mode);

    signOns().kill();
    signOns().start();

    Await.until("stored again", () -> isStored(browser));
    Await.until("known elsewhere", () -> isLoggedIn(blog(mode, browser, t2(), "probe/user")));
  }

  @InEachMode
  void signOnWhenItIsStoredThenHoldsNoPassword(Mode mode) {
    loggedInToShop(mode);

    List<String> values =
        signOns().probe().keys().stream()
            .map(key -> signOns().probe().stored(key))
            .filter(Objects::nonNull)
            .map(item -> new String(item.value(), StandardCharsets.ISO_8859_1))
            .toList();

    assertTrue(values.stream().anyMatch(value -> value.contains("ann")), values::toString);
    assertFalse(values.stream().anyMatch(value -> value.contains(Secrets.PASSWORD)));
  }

  private Browser loggedInToShop(Mode mode) {
    Browser browser = new Browser();
    shop(mode, browser, t1(), "probe/user");
    String path = "/" + mode.context("shop") + "/j_security_check";
    Response sent =
        browser.post(
            t1().port(), path, Map.of("j_username", "ann", "j_password", Secrets.PASSWORD));
    Response answer = browser.follow(t1().port(), path, sent);
    assertEquals("ann", Visitor.lines(answer).get("user"), answer::body);
    assertNotNull(browser.cookie(COOKIE));
    return browser;
  }

  private static Response shop(Mode mode, Browser browser, TomcatProcess tomcat, String path) {
    return browser.get(tomcat.port(), "/" + mode.context("shop") + "/" + path);
  }

  private static Response blog(Mode mode, Browser browser, TomcatProcess tomcat, String path) {
    return browser.get(tomcat.port(), "/" + mode.context("blog") + "/" + path);
  }
}
