package io.holdfast.tomcat;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.testkit.http.Browser;
import java.io.IOException;
import java.util.List;
import javax.servlet.AsyncContext;
import javax.servlet.ServletException;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import javax.servlet.http.HttpSession;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A sticky session moves with a request whose response is reset, with its headers, before it
 * leaves, as of an application that sends a file then. Its client is told its new Tomcat all the
 * same: with the former id it would go back to what it has left.
 */
@Timeout(120)
class ResetResponsesTest extends WithOneNode {

  private static final int MORE_THAN_A_BUFFER = 100_000;

  @ParameterizedTest
  @ValueSource(
      strings = {"reset", "flushed", "large", "sent-error", "failed", "included", "async", "again"})
  void takeoverWhenTheResponseIsResetThenTheClientComesBackToWhatItHasChanged(String way) {
    PageTomcat t1 = start("t1", settings("sticky"), new Page(), context -> {});
    PageTomcat t2 = start("t2", settings("sticky"), new Page(), context -> {});
    assertEquals("fruit=apple", t1.ask(browser, "begin"));

    var unused = t2.ask(browser, way);

    String id = String.valueOf(browser.cookie("JSESSIONID"));
    assertTrue(id.endsWith(".t2"), id);
    assertEquals("fruit=pear", t2.ask(browser, "show")); // waits for the backup
    assertEquals("fruit=pear", t1.ask(browser, "show"));
  }

  /** The next user of the connection gets nothing of it. */
  @ParameterizedTest
  @ValueSource(strings = {"reset", "async"})
  void takeoverWhenItIsOverThenLaterResponsesHaveNoCookieOfIt(String way) {
    PageTomcat t1 = start("t1", settings("sticky"), new Page(), context -> {});
    PageTomcat t2 = start("t2", settings("sticky"), new Page(), context -> {});
    assertEquals("fruit=apple", t1.ask(browser, "begin"));
    var unused = t2.ask(browser, way);

    for (int i = 0; i < 10; i++) {
      assertEquals(List.of(), new Browser().get(t2.port(), "/page?way=none").setCookies());
    }
  }

  private static final class Page extends HttpServlet {

    private static final long serialVersionUID = 1L;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response)
        throws IOException, ServletException {
      String way = request.getParameter("way");
      if (way.equals("none")) {
        return;
      }
      HttpSession session = request.getSession();
      if (way.equals("begin")) {
        session.setAttribute("fruit", "apple");
      } else if (!way.equals("show") && request.getAttribute("comes again") == null) {
        session.setAttribute("fruit", "pear");
      }
      switch (way) {
        case "reset" -> response.reset();
        case "flushed" -> {
          response.reset();
          response.flushBuffer();
        }
        case "large" -> {
          response.reset();
          response.getOutputStream().write(new byte[MORE_THAN_A_BUFFER]);
          return;
        }
        case "sent-error" -> {
          response.reset();
          response.sendError(404);
          return;
        }
        case "failed" -> throw new ServletException("as the test wants it");
        case "included" -> {
          response.reset();
          request.getRequestDispatcher("/page?way=flush").include(request, response);
          return;
        }
        case "flush" -> response.flushBuffer();
        case "async" -> resetLater(request);
        case "again" -> comesAgain(request, response);
        default -> {}
      }
      if (!request.isAsyncStarted()) {
        response.getWriter().print("fruit=" + session.getAttribute("fruit"));
      }
    }

    private static void resetLater(HttpServletRequest request) {
      AsyncContext async = request.startAsync();
      async.start(
          () -> {
            async.getResponse().reset();
            async.complete();
          });
    }

    private static void comesAgain(HttpServletRequest request, HttpServletResponse response) {
      if (request.getAttribute("comes again") == null) {
        request.setAttribute("comes again", true);
        request.startAsync().dispatch();
      } else {
        response.reset();
      }
    }
  }
}
