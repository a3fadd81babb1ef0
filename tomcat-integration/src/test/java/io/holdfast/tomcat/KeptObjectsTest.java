package io.holdfast.tomcat;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.holdfast.core.config.Setting;
import io.holdfast.testkit.Await;
import io.holdfast.testkit.http.Browser;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import javax.servlet.http.HttpSession;
import org.apache.catalina.LifecycleException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** An application that keeps an attribute's object beyond its requests (non-sticky). */
@Timeout(60)
final class KeptObjectsTest extends WithOneNode {

  /** A request may still be on its way out when its answer is here. */
  private static final int ROUNDS = 20;

  private final Browser browser = new Browser();

  @Test
  void objectWhenIdleSessionsGiveThemUpThenIsAnotherOne() throws LifecycleException {
    Page page = new Page();
    try (PageTomcat t1 = tomcat("t1", 0, page)) {
      t1.ask(browser, "set");

      Await.until(
          "the object is given up",
          () -> {
            t1.manager.processExpires();
            return "false".equals(t1.ask(browser, "isKept"));
          });
    }
  }

  @Test
  void objectWhenNoneIsGivenUpThenWhatChangesInItIsStored() throws LifecycleException {
    Page page = new Page();
    try (PageTomcat t1 = tomcat("t1", -1, page);
        PageTomcat t2 = tomcat("t2", -1, new Page())) {
      t1.ask(browser, "set");
      for (int i = 0; i < ROUNDS; i++) {
        t1.manager.processExpires();
        assertEquals("true", t1.ask(browser, "isKept"));
      }

      page.kept.add("honey"); // by a thread of the application's own

      assertEquals("[tea, honey]", t1.ask(browser, "get"));
      assertEquals("[tea, honey]", t2.ask(browser, "get"));
    }
  }

  private PageTomcat tomcat(String name, int maxIdleDecoded, Page page) throws LifecycleException {
    ManagerBuilder builder =
        MemcachedSessionManager.builder()
            .memcachedNodes("127.0.0.1:" + node.port())
            .sticky(false)
            .set(Setting.MAX_IDLE_DECODED, Duration.ofSeconds(maxIdleDecoded))
            .set(Setting.OPERATION_TIMEOUT, Duration.ofSeconds(10));
    return new PageTomcat(base, name, null, builder, page);
  }

  private static final class Page extends HttpServlet {

    private static final long serialVersionUID = 1L;

    private final List<String> kept = new CopyOnWriteArrayList<>(List.of("tea"));

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response)
        throws IOException {
      HttpSession session = request.getSession();
      switch (request.getParameter("way")) {
        case "set" -> session.setAttribute("cart", kept);
        case "isKept" -> response.getWriter().print(session.getAttribute("cart") == kept);
        default -> response.getWriter().print(session.getAttribute("cart"));
      }
    }
  }
}
