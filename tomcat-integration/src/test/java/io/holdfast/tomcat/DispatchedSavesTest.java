package io.holdfast.tomcat;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.config.Setting;
import io.holdfast.testkit.http.Browser;
import io.holdfast.testkit.http.OpenResponse;
import io.holdfast.testkit.http.Response;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import javax.servlet.ServletException;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import javax.servlet.http.HttpSession;
import org.apache.catalina.LifecycleException;
import org.apache.catalina.core.StandardContext;
import org.apache.catalina.startup.Tomcat;
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

  private final Browser browser = new Browser();
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
  void changeWhenTheOtherApplicationLetsBytesLeaveThenIsSeenWithThem(First first)
      throws LifecycleException {
    try (TwoApplications t1 = new TwoApplications("t1", first);
        TwoApplications t2 = new TwoApplications("t2", first)) {
      t1.ask(browser, "/one", "start");

      assertEquals("apple", whileOpen(t1, "flush&fruit=apple", t2));
      assertEquals("pear", whileOpen(t1, "flush&fruit=pear", t2));
    }
  }

  /** A response of a takeover has a gate for the cookie, too. */
  @ParameterizedTest
  @CsvSource({"flush", "buffer"})
  void changeWhenTheFirstApplicationTakesOverThenIsSeenWithTheBytesToo(String way)
      throws LifecycleException {
    try (TwoApplications t1 = new TwoApplications("t1", First.STICKY);
        TwoApplications t2 = new TwoApplications("t2", First.STICKY)) {
      t1.ask(browser, "/one", "start");

      String seen = whileOpen(t2, way + "&fruit=apple", t1);

      assertEquals("apple", seen);
    }
  }

  @ParameterizedTest
  @EnumSource(First.class)
  void changeWhenTheRequestGoesOnAsynchronouslyThenIsSeenWithTheBytes(First first)
      throws LifecycleException {
    try (TwoApplications t1 = new TwoApplications("t1", first);
        TwoApplications t2 = new TwoApplications("t2", first)) {
      t1.ask(browser, "/one", "start");

      assertEquals("apple", whileOpen(t1, "async&fruit=apple", t2));
      assertEquals("done", t1.ask(browser, "/one", "start").body());
    }
  }

  /** Another Tomcat gives the session another id, and does not know the change. */
  @ParameterizedTest
  @EnumSource(First.class)
  void changeWhenItIsLostThenTheClientIsToldSo(First first) throws Exception {
    try (TwoApplications t1 = new TwoApplications("t1", first);
        TwoApplications t2 = new TwoApplications("t2", first)) {
      gate.release();
      t1.ask(browser, "/one", "wait&fruit=apple");
      changed.acquire();
      CompletableFuture<Response> answer =
          CompletableFuture.supplyAsync(() -> t1.ask(browser.copy(), "/one", "wait&fruit=pear"));
      assertTrue(changed.tryAcquire(30, TimeUnit.SECONDS));
      assertEquals("apple", t2.ask(browser.copy(), "/two", "rename").body());

      gate.release();

      assertEquals(503, answer.get(60, TimeUnit.SECONDS).status());
    }
  }

  /** What the second application has at the other Tomcat while a response is on its way. */
  private String whileOpen(TwoApplications here, String way, TwoApplications there) {
    try (OpenResponse open = browser.open(here.port(), "/one/page?way=" + way)) {
      String seen = there.ask(browser.copy(), "/two", "show").body();
      gate.release();
      open.finish();
      return seen;
    }
  }

  private final class TwoApplications implements AutoCloseable {

    private final Tomcat tomcat = new Tomcat();

    TwoApplications(String name, First first) throws LifecycleException {
      tomcat.setBaseDir(base.toString());
      tomcat.setPort(0);
      tomcat.getConnector().setProperty("address", "127.0.0.1");
      tomcat.getEngine().setName(name);
      tomcat.getEngine().setJvmRoute(first == First.TOMCATS ? null : name);
      StandardContext one = context("/one");
      if (first != First.TOMCATS) {
        one.setManager(manager(first == First.STICKY));
      }
      context("/two").setManager(manager(false));
      tomcat.start();
    }

    private StandardContext context(String path) {
      StandardContext context = (StandardContext) tomcat.addContext(path, base.toString());
      context.setCrossContext(true);
      context.setSessionCookiePath("/");
      Tomcat.addServlet(context, "page", new Page()).setAsyncSupported(true);
      context.addServletMappingDecoded(PATH, "page");
      return context;
    }

    private MemcachedSessionManager manager(boolean isSticky) {
      return MemcachedSessionManager.builder()
          .memcachedNodes("127.0.0.1:" + node.port())
          .sticky(isSticky)
          .set(Setting.SESSION_BACKUP_ASYNC, false)
          .set(Setting.OPERATION_TIMEOUT, Duration.ofSeconds(10))
          .set(Setting.SESSION_BACKUP_TIMEOUT, Duration.ofSeconds(10))
          .build();
    }

    int port() {
      return tomcat.getConnector().getLocalPort();
    }

    Response ask(Browser client, String application, String way) {
      return client.get(port(), application + PATH + "?way=" + way);
    }

    @Override
    public void close() throws LifecycleException {
      tomcat.stop();
      tomcat.destroy();
    }
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
