package io.holdfast.testkit.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 60, unit = TimeUnit.SECONDS)
final class BrowserTest {

  private static final String OK = "HTTP/1.1 200 \r\n";

  private final ScriptedServer server = new ScriptedServer();
  private final Browser browser = new Browser(Duration.ofSeconds(20));

  @AfterEach
  void closeServer() {
    server.close();
  }

  @Test
  void getWhenCookiesWereSetThenSendsThoseOfThePath() {
    server.answer(
        OK
            + "Set-Cookie: a=1; Path=/shop; HttpOnly\r\nset-cookie: b=2; Path=/\r\n"
            + "Content-Length: 0\r\n\r\n");
    server.answer(OK + "Content-Length: 0\r\n\r\n");
    server.answer(OK + "Content-Length: 0\r\n\r\n");

    Response first = browser.get(server.port(), "/shop/");
    browser.get(server.port(), "/shop/cart");
    browser.get(server.port(), "/shopping");

    assertEquals(List.of("a=1; Path=/shop; HttpOnly", "b=2; Path=/"), first.setCookies());
    assertTrue(server.request(1).contains("Cookie: a=1; b=2\r\n"), server.request(1));
    assertTrue(server.request(2).contains("Cookie: b=2\r\n"), server.request(2));
  }

  @Test
  void getWhenCookieIsExpiredThenForgetsIt() {
    browser.setCookie("a", "1");
    server.answer(
        OK
            + "Set-Cookie: a=; Max-Age=0; Expires=Thu, 01-Jan-1970 00:00:10 GMT; Path=/\r\n"
            + "Content-Length: 0\r\n\r\n");

    browser.get(server.port(), "/");

    assertNull(browser.cookie("a"));
  }

  @Test
  void getWhenBodyIsChunkedThenJoinsIt() {
    server.answer(OK + "Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n1;x=y\r\nd\r\n0\r\n\r\n");

    assertEquals("abcd", browser.get(server.port(), "/").body());
  }

  @Test
  void getWhenBodyEndsWithTheConnectionThenReadsAll() {
    server.answer(OK + "X-Some: One\r\n\r\nall of it");

    Response response = browser.get(server.port(), "/");

    assertEquals("all of it", response.body());
    assertEquals("One", response.header("x-sOME"));
  }

  @Test
  void getWhenBodyIsCutOffThenFailsInsteadOfTryingAgain() {
    server.answer(OK + "Content-Length: 10\r\n\r\nhalf");

    assertThrows(UncheckedIOException.class, () -> browser.get(server.port(), "/"));
    assertEquals(1, server.requests());
  }

  @Test
  void getWhenChunksAreCutOffThenFails() {
    server.answer(OK + "Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n");

    assertThrows(UncheckedIOException.class, () -> browser.get(server.port(), "/"));
  }

  @Test
  void getWhenServerClosesWithoutAnswerThenFailsInsteadOfTryingAgain() {
    server.answer("");

    assertThrows(UncheckedIOException.class, () -> browser.get(server.port(), "/"));
    assertEquals(1, server.requests());
  }

  @Test
  void copyWhenCookiesChangeThenIsOnItsOwn() {
    browser.setCookie("a", "1");

    Browser copy = browser.copy();
    copy.setCookie("a", "2");

    assertEquals("1", browser.cookie("a"));
    assertEquals("2", copy.cookie("a"));
  }
}
