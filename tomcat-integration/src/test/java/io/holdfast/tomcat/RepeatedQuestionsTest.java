package io.holdfast.tomcat;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.holdfast.testkit.memcached.CommandTap;
import javax.servlet.http.HttpServletRequest;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests that ask several times for their session, or whether its id is valid. */
@Timeout(120)
class RepeatedQuestionsTest extends WithOneNode {

  @ParameterizedTest
  @ValueSource(strings = {"none", "optimistic", "all", "auto"})
  void requestWhenItAsksAgainThenReadsItsSessionOnce(String lockingMode) {
    page.with("once", (request, response) -> request.getSession(false) != null)
        .with("often", (request, response) -> isKnown(request));
    CommandTap tap = closing(CommandTap.before(node));
    PageTomcat tomcat = start("t1", settings(lockingMode, tap.address()));
    assertEquals("false", tomcat.ask(browser, "often"));
    long before = reads(tap);
    assertEquals("true", tomcat.ask(browser, "once"));
    long once = reads(tap) - before;

    assertEquals("true", tomcat.ask(browser, "often"));

    assertEquals(once, reads(tap) - before - once);
  }

  /** Of the record; with it the time of access is read. */
  private static long reads(CommandTap tap) {
    return tap.commands().stream()
        .filter(command -> command.startsWith("gets ") && !command.matches(".*(:l|#w)"))
        .count();
  }

  private static boolean isKnown(HttpServletRequest request) {
    boolean isKnown = request.getSession(false) != null;
    for (int i = 0; i < 3; i++) {
      isKnown &= request.isRequestedSessionIdValid() == isKnown;
      request.getSession().setAttribute("there", "yes");
    }
    return isKnown;
  }
}
