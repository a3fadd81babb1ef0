package io.holdfast.tomcat.response;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.holdfast.testkit.http.Response;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the client gets when the response must not leave. */
class RefusedResponseTest {

  private static GatedTomcat tomcat;

  @BeforeAll
  static void startTomcat(@TempDir Path base) {
    tomcat = GatedTomcat.start(base, context -> {}, "asked", "secret");
    tomcat.answer("secret", "print secret");
  }

  @AfterAll
  static void stopTomcat() {
    tomcat.close();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "print secret",
        "print secret*50000",
        "print secret; print secret*50000",
        "bytes secret*50000",
        "each s*50000; closeStream",
        "print secret; flush; print more",
        "length 6; out secret",
        "redirect /secret",
        "errorText 404",
        "forward /secret",
        "include /secret; flush"
      })
  void responseWhenRefusedThenIsAnErrorThatAsksToTryAgain(String steps) {
    Response answer = tomcat.ask("refuse; cookie; " + steps);

    assertEquals(503, answer.status());
    assertEquals("1", answer.header("Retry-After"));
    assertFalse(answer.body().contains("secret"), answer.body());
    assertFalse(answer.body().contains("as asked"), answer.body());
    assertNull(answer.header("Set-Cookie"));
    assertNull(answer.header("Location"));
  }

  @Test
  void responseWhenAPartHasLeftThenGoesOn() {
    Response answer = tomcat.ask("print first; flush; refuse; print \\ssecond");

    assertEquals(200, answer.status());
    assertEquals("first second", answer.body());
  }
}
