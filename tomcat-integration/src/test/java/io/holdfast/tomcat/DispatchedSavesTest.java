package io.holdfast.tomcat;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.config.Setting;
import io.holdfast.testkit.http.OpenResponse;
import io.holdfast.testkit.http.Response;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import javax.servlet.ServletException;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import javax.servlet.http.HttpSession;
import org.apache.catalina.session.StandardManager;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Requests that an application hands to another one, whose sessions are not sticky: what they
 * change there is in the store before their bytes leave, whatever the first application is.
 */
@Timeout(120)
class DispatchedSavesTest extends WithOneNode {

  private static final String PATH = "/page";

  private final Semaphore gate = new Semaphore(0);
  private final Semaphore changed = new Semaphore(0);

  /** What the first application has as its manager. */
  enum First {
    STICKY,
    NON_STICKY,
    TOMCATS
  }

  @ParameterizedTest
  @EnumSource(First.class)
  void changeWhenTheOtherApplicationLetsBytesLeaveThenIsSeenWithThem(First first) {
    PageTomcat t1 = start("t1", first);
    PageTomcat t2 = start("t2", first);
    t1.ask(browser, "/one", "start");

    assertEquals("apple", whileOpen(t1, "flush&fruit=apple", t2));
    assertEquals("pear", whileOpen(t1, "flush&fruit=pear", t2));
  }

  /** A response of a takeover has a gate for the cookie, too. */
  @ParameterizedTest
  @CsvSource({"flush", "buffer"})
  void changeWhenTheFirstApplicationTakesOverThenIsSeenWithTheBytesToo(String way) {
    PageTomcat t1 = start("t1", First.STICKY);
    PageTomcat t2 = start("t2", First.STICKY);
    t1.ask(browser, "/one", "start");

    String seen = whileOpen(t2, way + "&fruit=apple", t1);

    assertEquals("apple", seen);
  }

  @ParameterizedTest
  @EnumSource(First.class)
  void changeWhenTheRequestGoesOnAsynchronouslyThenIsSeenWithTheBytes(First first) {
    PageTomcat t1 = start("t1", first);
    PageTomcat t2 = start("t2", first);
    t1.ask(browser, "/one", "start");

    assertEquals("apple", whileOpen(t1, "async&fruit=apple", t2));
    assertEquals("done", t1.ask(browser, "/one", "start"));
  }

  /** Another Tomcat gives the session another id, and does not know the change. */
  @ParameterizedTest
  @EnumSource(First.class)
  void changeWhenItIsLostThenTheClientIsToldSo(First first) throws Exception {
    PageTomcat t1 = start("t1", first);
    PageTomcat t2 = start("t2", first);
    gate.release();
    t1.ask(browser, "/one", "wait&fruit=apple");
    changed.acquire();
    CompletableFuture<Response> answer =
        CompletableFuture.supplyAsync(
            () -> browser.copy().get(t1.port(), "/one/page?way=wait&fruit=pear"));
    assertTrue(changed.tryAcquire(30, TimeUnit.SECONDS));
    assertEquals("apple", t2.ask(browser.copy(), "/two", "rename"));

    gate.release();

    assertEquals(503, answer.get(60, TimeUnit.SECONDS).status());
  }

  /** What the second application has at the other Tomcat while a response is on its way. */
  private String whileOpen(PageTomcat here, String way, PageTomcat there) {
    try (OpenResponse open = browser.open(here.port(), "/one/page?way=" + way)) {
      String seen = there.ask(browser.copy(), "/two", "show");
      gate.release();
      open.finish();
      return seen;
    }
  }

  private PageTomcat start(String name, First first) {
    return start(
        name,
        List.of("/two", "/one"),
        settings(first != First.TOMCATS),
        new Page(),
        context -> {
          context.setCrossContext(true);
          context.setSessionCookiePath("/");
          if (context.getPath().equals("/two") || first == First.NON_STICKY) {
            context.setManager(
                settings("none").set(Setting.STORAGE_KEY_PREFIX, "context,webappVersion").build());
          } else if (first == First.TOMCATS) {
            context.setManager(new StandardManager());
          }
        });
  }

  private final class Page extends HttpServlet {

    private static final long serialVersionUID = 1L;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response)
        throws IOException, ServletException {
      String way = request.getParameter("way");
      if (way.equals("start")) {
        request.getSession();
        response.getWriter().print("done");
      } else if (request.getContextPath().equals("/one")) {
        request.getSession();
        request
            .getServletContext()
            .getContext("/two")
            .getRequestDispatcher(PATH)
            .forward(request, response);
      } else if (way.equals("show")) {
        HttpSession session = request.getSession(false);
        response.getWriter().print(session == null ? "none" : session.getAttribute("fruit"));
      } else if (way.equals("rename")) {
        response.getWriter().print(request.getSession().getAttribute("fruit"));
        request.changeSessionId();
      } else if (way.equals("wait")) {
        change(request);
        changed.release();
        awaitGate();
        response.flushBuffer();
      } else if (way.equals("async")) {
        change(request);
        var context = request.startAsync();
        context.start(
            () -> {
              try {
                send(response, way);
              } catch (IOException e) {
                throw new UncheckedIOException(e);
              } finally {
                context.complete();
              }
            });
      } else {
        change(request);
        send(response, way);
      }
    }

    private void change(HttpServletRequest request) {
      request.getSession().setAttribute("fruit", request.getParameter("fruit"));
    }

    /** Lets bytes leave, and goes on when the client has looked what they tell. */
    private void send(HttpServletResponse response, String way) throws IOException {
      if (way.equals("buffer")) {
        response.getWriter().print("x".repeat(200_000));
      } else {
        response.getWriter().print("first");
        response.flushBuffer();
      }
      awaitGate();
    }

    private void awaitGate() throws IOException {
      try {
        if (!gate.tryAcquire(30, TimeUnit.SECONDS)) {
          throw new IOException("not opened");
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
