package io.holdfast.tomcat;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.Serial;
import java.io.Serializable;
import javax.servlet.http.HttpSession;
import javax.servlet.http.HttpSessionBindingEvent;
import javax.servlet.http.HttpSessionBindingListener;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Sessions that end while an attribute is set: after Tomcat has found them valid, and before it
 * keeps the attribute. Tomcat takes it back since 9.0.121, 10.1.58 and 11.0.25.
 */
@Timeout(120)
class EndedWhileSetTest extends WithOneNode {

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void sessionWhenItEndsWhileARequestSetsAnAttributeThenStaysEnded(boolean isSticky) {
    page.with("set-ending", (request, response) -> end(request.getSession(false)));
    PageTomcat tomcat = start(isSticky);
    assertEquals("done", tomcat.ask(browser, "set fruit apple"));

    assertEquals("no session", tomcat.ask(browser, "set-ending"));

    assertEndedForGood(tomcat);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void sessionWhenItEndsWhileAThreadSetsAnAttributeThenStaysEnded(boolean isSticky) {
    PageTomcat tomcat = start(isSticky);
    assertEquals("done", tomcat.ask(browser, "set fruit apple, keep"));
    tomcat.awaitNoRequest();

    assertEquals("no session", end(page.kept()));

    assertEndedForGood(tomcat);
  }

  private void assertEndedForGood(PageTomcat tomcat) {
    assertEquals("no session", tomcat.ask(browser, "show fruit"));
    tomcat.restart();
    assertEquals("no session", tomcat.ask(browser, "show fruit"));
  }

  private PageTomcat start(boolean isSticky) {
    return start("t1", settings(isSticky).allowedClasses(Ending.class.getName()));
  }

  private static String end(HttpSession session) {
    try {
      session.setAttribute("ending", new Ending());
    } catch (IllegalStateException e) { // an older Tomcat calls listeners of an ended session
      assertEquals("no session", show(session));
    }
    return show(session);
  }

  private static String show(HttpSession session) {
    try {
      return String.valueOf(session.getAttribute("fruit"));
    } catch (IllegalStateException e) {
      return "no session";
    }
  }

  /** Another thread may end the session at that time, too. */
  private static final class Ending implements HttpSessionBindingListener, Serializable {
    @Serial private static final long serialVersionUID = 1L;

    @Override
    public void valueBound(HttpSessionBindingEvent event) {
      event.getSession().invalidate();
    }

    @Override
    public void valueUnbound(HttpSessionBindingEvent event) {}
  }
}
