package io.holdfast.dist;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.testkit.Await;
import io.holdfast.testkit.http.Browser;
import io.holdfast.testkit.http.Response;
import io.holdfast.testkit.tomcat.TomcatProcess;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Where a request's session id comes from, and how it changes. */
abstract class IdsTests extends ClusterTests {

  private static final String UNKNOWN = "0123456789ABCDEF.t1";

  // ---- several ids in one request ----

  @InEachMode
  void requestWhenItHasSeveralCookiesThenTheFirstValidOneIsTheSession(Mode mode) {
    String apple = sessionWith(mode, "apple");
    String pear = sessionWith(mode, "pear");

    assertEquals("apple", fruit(mode, t1(), "", UNKNOWN, apple, pear));
    assertEquals("pear", fruit(mode, t1(), "", pear, apple));
    assertEquals("pear", fruit(mode, t2(), "", UNKNOWN, pear, apple));
    assertEquals("apple", fruit(mode, t2(), "", apple, UNKNOWN));
  }

  /** As Tomcat does by itself: an id in the URL counts only where there is no cookie. */
  @InEachMode
  void requestWhenItHasACookieAndAnIdInItsUrlThenTheCookieCounts(Mode mode) {
    String apple = sessionWith(mode, "apple");
    String pear = sessionWith(mode, "pear");

    assertEquals("apple", fruit(mode, t2(), ";jsessionid=" + pear, apple));
    assertEquals("null", fruit(mode, t2(), ";jsessionid=" + pear, UNKNOWN));
    assertEquals("pear", fruit(mode, t2(), ";jsessionid=" + pear));
  }

  private String sessionWith(Mode mode, String fruit) {
    Visitor visitor = mode.visitor("app");
    visitor.ask(t1(), "set?name=fruit&value=" + fruit);
    return visitor.id();
  }

  private static String fruit(Mode mode, TomcatProcess tomcat, String parameter, String... ids) {
    Map<String, String> cookies =
        ids.length == 0
            ? Map.of()
            : Map.of("Cookie", "JSESSIONID=" + String.join("; JSESSIONID=", ids));
    String path = "/%s/probe/get%s?name=fruit".formatted(mode.context("app"), parameter);
    Response response = new Browser().send(tomcat.port(), "GET", path, cookies, new byte[0]);
    return String.valueOf(Visitor.lines(response).get("value"));
  }

  // ---- another id ----

  static Stream<Arguments> changes() {
    return Mode.with("rotate?", "change?to=chosen-by-the-application-%s&");
  }

  @ParameterizedTest
  @MethodSource("changes")
  void idWhenTheManagerIsToldToChangeItThenTheSessionIsElsewhereUnderTheNewOne(
      Mode mode, String change) {
    Visitor visitor = mode.visitor("inside");
    visitor.ask(t1(), "set?name=fruit&value=apple");
    String before = visitor.id();

    String path = path(mode, change.formatted(mode.name().replace("_", "-")) + "id=" + before);
    Response changed = new Browser().get(t1().port(), path);
    String id = String.valueOf(Visitor.lines(changed).get("id"));
    visitor.browser.setCookie("JSESSIONID", id);

    assertNotEquals(Cluster.key(before), Cluster.key(id));
    Await.until("the former record is gone", () -> !cluster().isStored(before));
    Await.until("stored", () -> cluster().isStored(id));
    assertEquals("apple", visitor.value(t2(), "get?name=fruit"));
  }

  private static String path(Mode mode, String change) {
    return "/%s/container/%s".formatted(mode.context("inside"), change);
  }

  // ---- ids of TLS ----

  @InEachMode
  void applicationWhenItTakesIdsFromTlsThenDoesNotStartAndTheLogSaysWhy(Mode mode) {
    int status = mode.visitor("tls").at(t1(), "info").status();

    String log = t1().logs();
    String context = mode == Mode.STICKY ? "/tls" : "/any-tls";
    assertEquals(404, status);
    assertTrue(
        log.contains("Holdfast cannot start for %s: tracking-mode SSL".formatted(context)), log);
  }
}
