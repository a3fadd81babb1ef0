package io.holdfast.dist;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.testkit.http.Browser;
import io.holdfast.testkit.http.Response;
import io.holdfast.testkit.tomcat.TomcatProcess;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Map;

/**
 * Single sign-on with {@code requireReauthentication}: what an application needs to know the user
 * is his password, which stays in the Tomcat that he gave it to.
 */
abstract class ReauthenticationTests extends ClusterTests {

  private static final Map<String, String> LOGIN =
      Map.of(
          "Authorization",
          "Basic "
              + Base64.getEncoder()
                  .encodeToString(
                      ("ann:" + RequestsSuite.PASSWORD).getBytes(StandardCharsets.UTF_8)));

  @InEachMode
  void userWhenEachApplicationAsksAnewThenGivesThePasswordOnceToEachTomcat(Mode mode) {
    Browser browser = new Browser();

    Response login = ask(mode, "sales", browser, t1(), LOGIN);
    Response unknownThere = ask(mode, "news", browser, t2(), Map.of());
    Response knownHere = ask(mode, "news", browser, t1(), Map.of());

    assertEquals("ann", Visitor.lines(login).get("user"));
    assertEquals(401, unknownThere.status(), unknownThere::body);
    assertEquals("ann", Visitor.lines(knownHere).get("user"), knownHere::body);
  }

  @InEachMode
  void userWhenThePasswordWasGivenToTheOtherTomcatTooThenIsKnownThere(Mode mode) {
    Browser browser = new Browser();
    ask(mode, "sales", browser, t1(), LOGIN);

    Response given = ask(mode, "news", browser, t2(), LOGIN);
    Response again = ask(mode, "news", browser, t2(), Map.of());
    Response backHere = ask(mode, "news", browser, t1(), Map.of());

    assertEquals("ann", Visitor.lines(given).get("user"), given::body);
    assertEquals("ann", Visitor.lines(again).get("user"), again::body);
    assertEquals("ann", Visitor.lines(backHere).get("user"), backHere::body);
  }

  /** Tomcat has {@code ssoReauthenticationMode} since 9.0.114, 10.1.51 and 11.0.16. */
  @InEachMode
  void userWhenAnApplicationNeedsNoPasswordThenIsKnownThereOnEachTomcat(Mode mode) {
    Browser browser = new Browser();
    ask(mode, "sales", browser, t1(), LOGIN);

    Response elsewhere = ask(mode, "trusting", browser, t2(), Map.of());
    Response here = ask(mode, "trusting", browser, t1(), Map.of());

    assertEquals("ann", Visitor.lines(elsewhere).get("user"), elsewhere::body);
    assertEquals("ann", Visitor.lines(here).get("user"), here::body);
  }

  /**
   * On 10.1.60 and 9.0.122, Tomcat's own cookie of such an application is not partitioned either.
   */
  @InEachMode
  @OnLines(value = 11, only = true)
  void cookieWhenTheApplicationsAreSpecialThenThatOfTheSignOnIsSpecialToo(Mode mode) {
    Browser browser = new Browser();

    Response login = ask(mode, "partitioned", browser, t1(), LOGIN);

    assertTrue(
        login.setCookies().stream()
            .anyMatch(each -> each.startsWith("JSESSIONIDSSO=") && each.contains("Partitioned")),
        () -> login.setCookies().toString());
    assertEquals("ann", Visitor.lines(ask(mode, "trusting", browser, t2(), Map.of())).get("user"));
  }

  private static Response ask(
      Mode mode, String name, Browser browser, TomcatProcess tomcat, Map<String, String> headers) {
    String path = "/" + mode.context(name) + "/probe/user";
    return browser.send(tomcat.port(), "GET", path, headers, new byte[0]);
  }
}
