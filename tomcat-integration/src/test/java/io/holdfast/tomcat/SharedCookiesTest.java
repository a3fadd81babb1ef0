package io.holdfast.tomcat;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Applications whose sessions have one cookie, with the path "/". It says which Tomcat has served
 * the client last, whichever application that was; the first request that comes back to a Tomcat
 * has it replaced.
 */
@Timeout(120)
class SharedCookiesTest extends WithOneNode {

  /** What the other application does in that first request, having served nothing elsewhere. */
  @ParameterizedTest
  @CsvSource({
    "true, 'new, show fruit'",
    "true, blanks 0",
    "true, set fruit fig",
    "false, set fruit fig"
  })
  void sessionWhenItComesBackBehindARequestOfAnotherApplicationThenIsNotStale(
      boolean hasSession, String first) {
    PageTomcat t1 = start("t1");
    PageTomcat t2 = start("t2");
    assertEquals("done", t1.ask(browser, "/one", "set fruit apple"));
    if (hasSession) {
      assertEquals("done", t1.ask(browser, "/two", "set fruit plum"));
    }
    assertEquals("done", t2.ask(browser, "/one", "set fruit pear"));

    var unused = t1.ask(browser, "/two", first);

    assertEquals("pear", t1.ask(browser, "/one", "show fruit"));
    assertEquals("pear", t2.ask(browser, "/one", "show fruit"));
  }

  private PageTomcat start(String name) {
    return start(
        name,
        List.of("/one", "/two"),
        settings("sticky"),
        page,
        context -> context.setSessionCookiePath("/"));
  }
}
