package io.holdfast.tomcat.response;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.holdfast.testkit.http.Response;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import javax.servlet.http.Cookie;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What the client gets when the response must not leave. */
class RefusedResponseTest {

  private static final Map<String, Answer> ANSWERS = new LinkedHashMap<>();

  private static GatedTomcat tomcat;

  static {
    ANSWERS.put("small", (request, response, exchange) -> response.getWriter().print("secret"));
    ANSWERS.put(
        "large writer",
        (request, response, exchange) -> response.getWriter().print("secret".repeat(50_000)));
    ANSWERS.put(
        "small and large writer",
        (request, response, exchange) -> {
          response.getWriter().print("secret");
          response.getWriter().print("secret".repeat(50_000));
        });
    ANSWERS.put(
        "large stream",
        (request, response, exchange) -> response.getOutputStream().write(new byte[200_000]));
    ANSWERS.put(
        "many writes",
        (request, response, exchange) -> {
          for (int i = 0; i < 50_000; i++) {
            response.getOutputStream().write('s');
          }
          response.getOutputStream().close();
        });
    ANSWERS.put(
        "flushed",
        (request, response, exchange) -> {
          response.getWriter().print("secret");
          response.flushBuffer();
          response.getWriter().print("more");
        });
    ANSWERS.put(
        "complete content",
        (request, response, exchange) -> {
          response.setContentLength(6);
          response.getOutputStream().print("secret");
        });
    ANSWERS.put("redirect", (request, response, exchange) -> response.sendRedirect("/secret"));
    ANSWERS.put("error", (request, response, exchange) -> response.sendError(404, "secret"));
    ANSWERS.put(
        "forward",
        (request, response, exchange) ->
            request.getRequestDispatcher("/secret").forward(request, response));
    ANSWERS.put(
        "include",
        (request, response, exchange) -> {
          request.getRequestDispatcher("/secret").include(request, response);
          response.flushBuffer();
        });
  }

  @BeforeAll
  static void startTomcat(@TempDir Path base) {
    tomcat = GatedTomcat.start(base, context -> {}, "asked", "secret");
    tomcat.answer("secret", (request, response, exchange) -> response.getWriter().print("secret"));
  }

  @AfterAll
  static void stopTomcat() {
    tomcat.close();
  }

  static Set<String> answers() {
    return ANSWERS.keySet();
  }

  @ParameterizedTest
  @MethodSource("answers")
  void responseWhenRefusedThenIsAnErrorThatAsksToTryAgain(String name) {
    Answer given = Objects.requireNonNull(ANSWERS.get(name));
    Response answer =
        tomcat.ask(
            (request, response, exchange) -> {
              exchange.refuse();
              response.addCookie(new Cookie("session", "secret"));
              given.give(request, response, exchange);
            });

    assertEquals(503, answer.status());
    assertEquals("1", answer.header("Retry-After"));
    assertFalse(answer.body().contains("secret"), answer.body());
    assertNull(answer.header("Set-Cookie"));
    assertNull(answer.header("Location"));
  }

  @Test
  void responseWhenAPartHasLeftThenGoesOn() {
    Response answer =
        tomcat.ask(
            (request, response, exchange) -> {
              response.getWriter().print("first");
              response.flushBuffer();
              exchange.refuse();
              response.getWriter().print(" second");
            });

    assertEquals(200, answer.status());
    assertEquals("first second", answer.body());
  }
}
