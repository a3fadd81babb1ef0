package io.holdfast.tomcat;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.holdfast.core.config.Setting;
import io.holdfast.testkit.http.Browser;
import java.io.IOException;
import java.io.Serial;
import java.io.Serializable;
import java.security.Principal;
import java.time.Duration;
import java.util.Objects;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import javax.servlet.http.HttpSession;
import org.apache.catalina.LifecycleException;
import org.apache.catalina.Session;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A session whose user is of a class that another Tomcat cannot read, as where the application has
 * a new version of it.
 */
@Timeout(120)
class UnreadableUserTest extends WithOneNode {

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void sessionWhenItsUserCannotBeReadThenGoesOnWithoutTheLogin(boolean isSticky)
      throws LifecycleException, IOException {
    try (PageTomcat t1 = start("t1", isSticky, User.class.getName());
        PageTomcat t2 = start("t2", isSticky, "com.acme.Other")) {
      Browser browser = new Browser();
      assertEquals("apple", t1.ask(browser, "apple"));
      session(t1, browser).setPrincipal(new User());
      assertEquals("pear", t1.ask(browser, "pear"));

      assertEquals("pear", t2.ask(browser, "show"));

      assertNull(session(t2, browser).getPrincipal());
    }
  }

  /** Without stickiness a Tomcat stores only what has changed there. */
  @Test
  void userWhenAnotherTomcatCannotReadHimThenStaysWhereHeCanBeRead()
      throws LifecycleException, IOException {
    try (PageTomcat t1 = start("t1", false, User.class.getName());
        PageTomcat t2 = start("t2", false, "com.acme.Other")) {
      Browser browser = new Browser();
      assertEquals("apple", t1.ask(browser, "apple"));
      session(t1, browser).setPrincipal(new User());
      assertEquals("pear", t1.ask(browser, "pear"));

      assertEquals("plum", t2.ask(browser, "plum"));

      assertEquals("plum", t1.ask(browser, "show"));
      assertNotNull(session(t1, browser).getPrincipal());
    }
  }

  private static Session session(PageTomcat tomcat, Browser browser) throws IOException {
    return Objects.requireNonNull(
        tomcat.manager.findSession(Objects.requireNonNull(browser.cookie("JSESSIONID"))));
  }

  private PageTomcat start(String name, boolean isSticky, String allowed)
      throws LifecycleException {
    return new PageTomcat(
        base,
        name,
        isSticky ? name : null,
        MemcachedSessionManager.builder()
            .memcachedNodes("127.0.0.1:" + node.port())
            .sticky(isSticky)
            .allowedClasses(allowed)
            .set(Setting.SESSION_BACKUP_ASYNC, false)
            .set(Setting.SESSION_BACKUP_TIMEOUT, Duration.ofSeconds(10))
            .set(Setting.OPERATION_TIMEOUT, Duration.ofSeconds(10)),
        new Page());
  }

  private static final class User implements Principal, Serializable {

    @Serial private static final long serialVersionUID = 1L;

    @Override
    public String getName() {
      return "ann";
    }
  }

  private static final class Page extends HttpServlet {

    private static final long serialVersionUID = 1L;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response)
        throws IOException {
      String way = request.getParameter("way");
      HttpSession session = request.getSession();
      if (!way.equals("show")) {
        session.setAttribute("fruit", way);
      }
      response.getWriter().print(session.getAttribute("fruit"));
    }
  }
}
