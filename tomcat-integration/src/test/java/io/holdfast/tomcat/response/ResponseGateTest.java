package io.holdfast.tomcat.response;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.testkit.Await;
import io.holdfast.testkit.http.Response;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import javax.servlet.ServletOutputStream;
import javax.servlet.http.HttpServletResponse;
import javax.servlet.http.HttpUpgradeHandler;
import javax.servlet.http.WebConnection;
import org.apache.catalina.authenticator.FormAuthenticator;
import org.apache.catalina.core.StandardContext;
import org.apache.tomcat.util.descriptor.web.ErrorPage;
import org.apache.tomcat.util.descriptor.web.LoginConfig;
import org.apache.tomcat.util.descriptor.web.SecurityCollection;
import org.apache.tomcat.util.descriptor.web.SecurityConstraint;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Every way in which a synchronous response leaves. */
class ResponseGateTest {

  private static final byte[] LARGE = new byte[200_000];
  private static final Map<String, Answer> ANSWERS = new LinkedHashMap<>();

  private static GatedTomcat tomcat;

  static {
    ANSWERS.put("nothing", (request, response, exchange) -> exchange.change());
    changed("small stream", response -> response.getOutputStream().print("small"));
    changed("small writer", response -> response.getWriter().print("small"));
    changed("large stream", response -> response.getOutputStream().write(LARGE));
    changed("large writer", response -> response.getWriter().print("x".repeat(LARGE.length)));
    ANSWERS.put(
        "complete content",
        (request, response, exchange) -> {
          exchange.change();
          response.setContentLength(5);
          response.getOutputStream().print("whole");
        });
    changed("flushed buffer", response -> response.flushBuffer());
    changed("flushed stream", response -> response.getOutputStream().flush());
    changed("closed stream", response -> response.getOutputStream().close());
    changed("closed writer", response -> response.getWriter().close());
    changed("redirect", response -> response.sendRedirect("/elsewhere"));
    changed("error", response -> response.sendError(403));
    ANSWERS.put(
        "error page",
        (request, response, exchange) -> {
          response.sendError(404);
        });
    ANSWERS.put(
        "exception",
        (request, response, exchange) -> {
          exchange.change();
          throw new IllegalStateException("as asked");
        });
    ANSWERS.put(
        "include",
        (request, response, exchange) -> {
          request.getRequestDispatcher("/changing").include(request, response);
          response.flushBuffer();
        });
    ANSWERS.put(
        "forward",
        (request, response, exchange) ->
            request.getRequestDispatcher("/changing").forward(request, response));
    ANSWERS.put(
        "change after a forward",
        (request, response, exchange) -> {
          request.getRequestDispatcher("/harmless").forward(request, response);
          exchange.change();
        });
    ANSWERS.put(
        "change after a forward by name",
        (request, response, exchange) -> {
          request.getServletContext().getNamedDispatcher("harmless").forward(request, response);
          exchange.change();
        });
  }

  /** Makes the response leave. */
  private interface Leaving {
    void make(HttpServletResponse response) throws IOException;
  }

  private static void changed(String name, Leaving leaving) {
    ANSWERS.put(
        name,
        (request, response, exchange) -> {
          exchange.change();
          leaving.make(response);
        });
  }

  @BeforeAll
  static void startTomcat(@TempDir Path base) {
    tomcat =
        GatedTomcat.start(
            base, ResponseGateTest::configure, "asked", "changing", "harmless", "secured", "login");
    tomcat.answer("harmless", (request, response, exchange) -> response.getWriter().print("x"));
    tomcat.answer(
        "changing",
        (request, response, exchange) -> {
          exchange.change();
          response.getWriter().print("changed");
        });
  }

  private static void configure(StandardContext context) {
    for (int status : new int[] {404, 503}) {
      ErrorPage page = new ErrorPage();
      page.setErrorCode(status);
      page.setLocation("/changing");
      context.addErrorPage(page);
    }
    SecurityCollection secured = new SecurityCollection();
    secured.addPattern("/secured");
    SecurityConstraint constraint = new SecurityConstraint();
    constraint.addCollection(secured);
    constraint.addAuthRole("user");
    context.addConstraint(constraint);
    context.setLoginConfig(new LoginConfig("FORM", null, "/login", "/login"));
    context.getPipeline().addValve(new FormAuthenticator());
  }

  @AfterAll
  static void stopTomcat() {
    tomcat.close();
  }

  // ---- saved before the first byte ----

  static Set<String> answers() {
    return ANSWERS.keySet();
  }

  @ParameterizedTest
  @MethodSource("answers")
  void changeWhenTheResponseLeavesThenWasSavedBefore(String name) {
    tomcat.ask(Objects.requireNonNull(ANSWERS.get(name)));

    assertEquals(1, tomcat.exchange().savedBeforeTheFirstByte());
  }

  @Test
  void changeWhenTheRedirectHasABodyThenWasSavedBefore() {
    tomcat.context().setSendRedirectBody(true);
    Response answer =
        tomcat.ask(
            (request, response, exchange) -> {
              exchange.change();
              response.sendRedirect("/elsewhere");
              exchange.checkLeft("redirect");
            });
    tomcat.context().setSendRedirectBody(false);

    assertEquals(302, answer.status());
    assertFalse(answer.body().isEmpty());
    assertEquals(1, tomcat.exchange().savedBeforeTheFirstByte());
  }

  /** Tomcat forwards to the page itself, before any filter was asked for the request. */
  @Test
  void changeWhenALoginPageLeavesThenWasSavedBefore() {
    tomcat.answer(
        "login",
        (request, response, exchange) -> {
          exchange.change();
          response.getOutputStream().write(LARGE);
          exchange.checkLeft("login page");
        });

    Response response = tomcat.get("secured");

    assertEquals(200, response.status());
    assertEquals(1, tomcat.exchange().savedBeforeTheFirstByte());
  }

  /** Tomcat closes the response behind its forward. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void changeWhenASmallLoginPageLeavesThenWasSavedBefore(boolean isText) {
    tomcat.answer(
        "login",
        (request, response, exchange) -> {
          exchange.change();
          if (isText) {
            response.getWriter().print("small");
          } else {
            response.getOutputStream().print("small");
          }
        });

    Response response = tomcat.get("secured");

    assertEquals("small", response.body());
    assertEquals(1, tomcat.exchange().savedBeforeTheFirstByte());
  }

  // ---- and again ----

  @Test
  void changesWhenMadeBetweenFlushesThenEachWasSavedBeforeTheNextBytes() {
    Response answer =
        tomcat.ask(
            (request, response, exchange) -> {
              PrintWriter out = response.getWriter();
              for (int i = 0; i < 5; i++) {
                exchange.change();
                out.print(i);
                out.flush();
                exchange.checkLeft("flush " + i);
              }
            });

    assertEquals("01234", answer.body());
    assertEquals(5, tomcat.exchange().saved());
  }

  @Test
  void changeWhenMadeAfterTheLastByteThenIsSavedWhenTheApplicationIsDone() {
    tomcat.ask(
        (request, response, exchange) -> {
          response.getWriter().close();
          exchange.change();
        });

    Await.until("saved", () -> tomcat.exchange().saved() == 1);
  }

  // ---- what the client gets ----

  @Test
  void responseWhenItsStreamIsClosedThenHasLeft() {
    Response answer =
        tomcat.ask(
            (request, response, exchange) -> {
              ServletOutputStream out = response.getOutputStream();
              out.print("all");
              out.close();
              out.print("late");
              assertTrue(response.isCommitted());
            });

    assertEquals(200, answer.status());
    assertEquals("all", answer.body());
  }

  @Test
  void responseWhenTheRequestWasForwardedThenTakesNothingMore() {
    Response answer =
        tomcat.ask(
            (request, response, exchange) -> {
              response.getWriter().print("dropped by the forward");
              request.getRequestDispatcher("/changing").forward(request, response);
              response.getWriter().print("late");
              response.flushBuffer();
              response.getWriter().print("later");
            });

    assertEquals("changed", answer.body());
  }

  @Test
  void responseWhenItsBufferIsResetThenForgetsWhatWasWritten() {
    Response answer =
        tomcat.ask(
            (request, response, exchange) -> {
              response.getWriter().print("wrong");
              response.resetBuffer();
              response.getWriter().print("right");
            });

    assertEquals("right", answer.body());
  }

  @Test
  void responseWhenItIsResetThenMayBecomeAStream() {
    Response answer =
        tomcat.ask(
            (request, response, exchange) -> {
              response.getWriter().print("wrong");
              response.reset();
              response.getOutputStream().print("right");
            });

    assertEquals("right", answer.body());
  }

  @ParameterizedTest
  @ValueSource(ints = {403, 404})
  void responseWhenAnErrorIsSentThenForgetsWhatWasWritten(int status) {
    Response answer =
        tomcat.ask(
            (request, response, exchange) -> {
              response.getWriter().print("wrong");
              response.sendError(status);
            });

    assertEquals(status, answer.status());
    assertFalse(answer.body().contains("wrong"), answer.body());
    assertEquals(status == 404, answer.body().equals("changed"));
  }

  @Test
  void responseWhenRefusedWhileTheApplicationIsAtWorkThenIsItsErrorPage() {
    Response answer =
        tomcat.ask(
            (request, response, exchange) -> {
              exchange.refuse();
              response.flushBuffer();
            });

    assertEquals(503, answer.status());
    assertEquals("changed", answer.body());
  }

  @Test
  void changeWhenTheConnectionIsUpgradedThenWasSavedBefore() {
    Response answer =
        tomcat.ask(
            (request, response, exchange) -> {
              response.setHeader("Upgrade", "asked"); // Tomcat needs it since 9.0.124
              request.upgrade(ClosingUpgrade.class);
              exchange.change();
            });

    assertEquals(101, answer.status());
    assertEquals(1, tomcat.exchange().savedBeforeTheFirstByte());
  }

  /** What comes after HTTP: nothing. */
  public static final class ClosingUpgrade implements HttpUpgradeHandler {

    @Override
    public void init(WebConnection connection) {
      try {
        connection.close();
      } catch (Exception e) {
        throw new IllegalStateException(e);
      }
    }

    @Override
    public void destroy() {}
  }

  // ---- no more than needed ----

  @Test
  void gateWhenTheResponseFitsTheBufferThenIsOpenedOnce() {
    tomcat.ask(
        (request, response, exchange) -> {
          for (int i = 0; i < 800; i++) {
            response.getWriter().print("small text");
          }
        });

    assertEquals(1, tomcat.exchange().count());
  }

  @Test
  void gateWhenALargeResponseIsPrintedInPiecesThenIsOpenedOncePerBuffer() {
    tomcat.ask(
        (request, response, exchange) -> {
          for (int i = 0; i < 10_000; i++) {
            response.getWriter().print("0123456789");
          }
        });

    int lastInTomcatsBuffers = 1;
    assertEquals(100_000 / 8192 - lastInTomcatsBuffers + 1, tomcat.exchange().count());
  }

  @Test
  void gateWhenTextIsFlushedThenIsOpenedOnceForIt() {
    tomcat.ask(
        (request, response, exchange) -> {
          for (int i = 0; i < 3; i++) {
            response.getWriter().print("some text");
            response.flushBuffer();
          }
        });

    int flushesAndTheEnd = 4;
    assertEquals(flushesAndTheEnd, tomcat.exchange().countUnflowing());
  }
}
