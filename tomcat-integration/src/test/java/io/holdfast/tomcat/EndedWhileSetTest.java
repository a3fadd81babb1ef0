package io.holdfast.tomcat;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.holdfast.core.config.Setting;
import io.holdfast.testkit.http.Browser;
import java.io.IOException;
import java.io.Serial;
import java.io.Serializable;
import java.time.Duration;
import java.util.Objects;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import javax.servlet.http.HttpSession;
import javax.servlet.http.HttpSessionBindingEvent;
import javax.servlet.http.HttpSessionBindingListener;
import org.apache.catalina.LifecycleException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Sessions that end while an attribute is set: after Tomcat has found them valid, and before it
 * keeps the attribute. Tomcat takes it back since 9.0.121, 10.1.58 and 11.0.25.
 */
@Timeout(120)
class EndedWhileSetTest extends WithOneNode {

  private final Page page = new Page();

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void sessionWhenItEndsWhileARequestSetsAnAttributeThenStaysEnded(boolean isSticky)
      throws LifecycleException {
    try (RestartedTomcat tomcat = start(isSticky)) {
      Browser browser = new Browser();
      assertEquals("apple", tomcat.tomcat().ask(browser, "keep"));

      assertEquals("no session", tomcat.tomcat().ask(browser, "end"));

      assertEquals("no session", tomcat.tomcat().ask(browser, "show"));
      tomcat.restart();
      assertEquals("no session", tomcat.tomcat().ask(browser, "show"));
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void sessionWhenItEndsWhileAThreadSetsAnAttributeThenStaysEnded(boolean isSticky)
      throws LifecycleException {
    try (RestartedTomcat tomcat = start(isSticky)) {
      Browser browser = new Browser();
      assertEquals("apple", tomcat.tomcat().ask(browser, "keep"));
      tomcat.tomcat().awaitNoRequest();

      end(Objects.requireNonNull(page.kept));

      assertEquals("no session", tomcat.tomcat().ask(browser, "show"));
      tomcat.restart();
      assertEquals("no session", tomcat.tomcat().ask(browser, "show"));
    }
  }

  private RestartedTomcat start(boolean isSticky) throws LifecycleException {
    return new RestartedTomcat(
        base,
        "t1",
        MemcachedSessionManager.builder()
            .memcachedNodes("127.0.0.1:" + node.port())
            .sticky(isSticky)
            .set(Setting.SESSION_BACKUP_ASYNC, false)
            .set(Setting.SESSION_BACKUP_TIMEOUT, Duration.ofSeconds(10))
            .allowedClasses(Ending.class.getName())
            .set(Setting.OPERATION_TIMEOUT, Duration.ofSeconds(10)),
        page,
        context -> {});
  }

  private static void end(HttpSession session) {
    try {
      session.setAttribute("ending", new Ending());
    } catch (IllegalStateException e) { // an older Tomcat calls listeners of an ended session
      assertEquals("no session", show(session));
    }
  }

  private static String show(@Nullable HttpSession session) {
    try {
      return session == null ? "no session" : String.valueOf(session.getAttribute("fruit"));
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

  private static final class Page extends HttpServlet {

    @Serial private static final long serialVersionUID = 1L;

    private transient volatile @Nullable HttpSession kept;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response)
        throws IOException {
      HttpSession session = request.getSession(false);
      switch (request.getParameter("way")) {
        case "keep" -> {
          session = request.getSession();
          session.setAttribute("fruit", "apple");
          kept = session;
        }
        case "end" -> end(Objects.requireNonNull(session));
        default -> {}
      }
      response.getWriter().print(show(session));
    }
  }
}
