package io.holdfast.tomcat.response;

import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.testkit.Await;
import java.lang.reflect.Field;
import java.net.http.HttpClient;
import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import javax.servlet.AsyncContext;
import org.apache.coyote.Response;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Where gates are put, and that they are taken away again. */
class ResponseGatesTest {

  @Test
  void gatesWhenTheRunningTomcatIsLookedAtThenThereAre() {
    assertNotNull(ResponseGates.ofRunningTomcat());
  }

  @Test
  void gatesWhenAResponseHasNoSuchFieldsThenTheMessageNamesTomcatAndTheWayOut() {
    IllegalStateException failure =
        assertThrows(IllegalStateException.class, () -> ResponseGates.of(Object.class));

    String message = String.valueOf(failure.getMessage());
    assertTrue(message.contains("Tomcat/"), message);
    assertTrue(message.contains("java.lang.Object"), message);
    assertTrue(message.contains("--add-opens"), message);
  }

  /** Tomcat uses its responses again, and those of HTTP/1.1 outlive applications. */
  @ParameterizedTest
  @EnumSource
  void responseWhenTheRequestIsOverThenKeepsNothingOfTheGate(
      HttpClient.Version version, @TempDir Path base) throws ReflectiveOperationException {
    AtomicReference<Response> used = new AtomicReference<>();
    try (GatedTomcat tomcat = GatedTomcat.start(base, context -> {}, "asked", "async")) {
      tomcat.answer(
          "asked",
          (request, response, exchange) -> {
            Response coyote = exchange.request().getResponse().getCoyoteResponse();
            assertInstanceOf(ResponseGate.class, valueOf(coyote, "hook"));
            used.set(coyote);
            response.getWriter().print("small");
          });
      tomcat.answer(
          "async",
          (request, response, exchange) -> {
            used.set(exchange.request().getResponse().getCoyoteResponse());
            AsyncContext async = request.startAsync();
            async.start(async::complete);
          });

      for (String servlet : new String[] {"asked", "async"}) {
        var unused = tomcat.getBytes(servlet, version);
        Response response = Objects.requireNonNull(used.get());
        Await.until("the gate is gone", () -> !isTapped(response));
      }
    }
  }

  private static boolean isTapped(Response response) {
    try {
      return valueOf(response, "hook") instanceof ResponseGate
          || valueOf(response, "outputBuffer") instanceof ResponseGate;
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Object valueOf(Response response, String name)
      throws ReflectiveOperationException {
    Field field = Response.class.getDeclaredField(name);
    field.setAccessible(true);
    return field.get(response);
  }
}
