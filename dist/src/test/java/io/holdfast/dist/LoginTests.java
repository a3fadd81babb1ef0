package io.holdfast.dist;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.testkit.Await;
import io.holdfast.testkit.http.Browser;
import io.holdfast.testkit.http.Response;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A user who logged in at one Tomcat is logged in at the others. */
abstract class LoginTests extends ClusterTests {

  private static final String USER = "ann";
  private static final String PASSWORD = "secret";

  @Test
  void userWhenLoggedInByFormThenIsLoggedInEverywhere() {
    Visitor visitor = new Visitor("form");
    Response asked = visitor.at(t1(), "set?name=fruit&value=apple");
    String before = visitor.id();

    Response sent =
        visitor.browser.post(
            t1().port(),
            "/form/j_security_check",
            Map.of("j_username", USER, "j_password", PASSWORD));
    visitor.browser.follow(t1().port(), "/form/j_security_check", sent);

    assertTrue(asked.body().contains("j_security_check"), asked.body());
    assertLoggedIn(visitor, before);
  }

  @Test
  void userWhenLoggedInByBasicThenIsLoggedInEverywhere() {
    Visitor visitor = new Visitor("basic");
    String before = loginTwice(visitor, "basic");

    assertLoggedIn(visitor, before);
  }

  /** With DIGEST Tomcat ties no user to a session: each Tomcat asks, and the session goes on. */
  @Test
  void userWhenLoggedInByDigestThenHasTheSessionEverywhere() {
    Visitor visitor = new Visitor("digest");
    String before = loginTwice(visitor, "digest");

    String path = "/digest/probe/get?name=fruit";
    Response asked = visitor.browser.get(t2().port(), path);
    Response answer =
        new Credentials(visitor.browser, t2().port(), USER, PASSWORD).get(path, asked);

    assertEquals(401, asked.status());
    assertEquals("apple", Visitor.lines(answer).get("value"), answer::body);
    assertNotEquals(before, visitor.id());
    Await.until("the former record is gone", () -> !cluster().isStored(before));
  }

  /**
   * The first request creates the session, the second finds it.
   *
   * @return the session's id between the two
   */
  private String loginTwice(Visitor visitor, String context) {
    Credentials credentials = new Credentials(visitor.browser, t1().port(), USER, PASSWORD);
    String set = "/" + context + "/probe/set?name=fruit&value=apple";
    String user = "/" + context + "/probe/user";

    Response first = credentials.get(set, visitor.browser.get(t1().port(), set));
    String before = visitor.id();
    Response second = credentials.get(user, new Browser().get(t1().port(), user));

    assertEquals(200, first.status(), first::body);
    assertEquals(USER, Visitor.lines(second).get("user"), second::body);
    return before;
  }

  /** Without credentials, and with another id than before the login. */
  private void assertLoggedIn(Visitor visitor, String before) {
    assertNotEquals(before, visitor.id());
    Await.until("the former record is gone", () -> !cluster().isStored(before));
    assertEquals(USER, visitor.value(t2(), "user"));
    assertEquals("true", visitor.value(t2(), "role?name=member"));
    assertEquals("false", visitor.value(t2(), "role?name=operator"));
    assertEquals("apple", visitor.value(t2(), "get?name=fruit"));
    assertEquals(USER, visitor.value(t1(), "user"));
  }
}
