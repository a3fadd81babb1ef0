package io.holdfast.tomcat.response;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;

import io.holdfast.testkit.Await;
import io.holdfast.testkit.http.Response;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import javax.servlet.AsyncContext;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Every way in which an asynchronous response leaves. */
class AsyncResponseTest {

  private static GatedTomcat tomcat;

  @BeforeAll
  static void startTomcat(@TempDir Path base) {
    tomcat =
        GatedTomcat.start(
            base,
            context -> {},
            "asked",
            "changing",
            "harmless",
            "later",
            "failing",
            "flushing",
            "closing");
    tomcat
        .answer("changing", "change")
        .answer("harmless", "print x")
        .answer("flushing", "change; flush")
        .answer("failing", "change; fail state")
        .answer("later", "later; change; complete");
  }

  @AfterAll
  static void stopTomcat() {
    tomcat.close();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "later; change; complete",
        "async; change; completeByRequest",
        "async; complete; change",
        "async; thread complete; change",
        "later; change; dispatch /harmless",
        "async; dispatch /changing",
        "asyncPair; dispatch /flushing",
        "async; dispatch /later",
        "forward /later",
        "timeout; thread change",
        "onTimeout; change; complete",
        "onTimeout pair; complete; change",
        "onTimeout; change",
        "onTimeout; dispatch /changing",
        "async; dispatch /failing"
      })
  void changeWhenTheResponseLeavesThenWasSavedBefore(String steps) {
    tomcat.ask(steps);

    assertEquals(1, tomcat.exchange().savedBeforeTheFirstByte());
  }

  @Test
  void changesWhenWrittenWithoutBlockingThenEachWasSavedBeforeItsBytes() {
    AtomicReference<Throwable> failure = new AtomicReference<>();
    Response answer =
        tomcat.ask(
            (request, response, exchange) -> {
              AsyncContext async = request.startAsync();
              response
                  .getOutputStream()
                  .setWriteListener(new Streaming(async, exchange, 300, 1000, failure::set));
            });

    assertEquals(300_000, answer.body().length());
    assertSame(null, failure.get());
    assertEquals(300, tomcat.exchange().saved());
  }

  @ParameterizedTest
  @CsvSource({
    "print first; later; print second; complete, firstsecond", // without a flush
    "print first; async; dispatch /harmless, firstx"
  })
  void textWhenTheRequestEndsThenLeavesInOrder(String steps, String body) {
    assertEquals(body, tomcat.ask(steps).body());
  }

  @Test
  void streamWhenClosedByARequestThatWentOnBehindAForwardThenHasLeft() {
    tomcat.answer("closing", "onTimeout; closeStream; look; complete");

    tomcat.ask("forward /closing");

    Await.until("it has left when closed", () -> tomcat.exchange().hadLeftWhenLookedAt());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "print secret; refuse; later; complete",
        "refuse; later; keep ?out secret*50000; complete", // while another thread writes
        "refuse; later; keep ?print secret*50000; complete",
        "refuse; later; keep ?flush; complete",
        "refuse; later; keep ?close; complete",
        "timeout; refuse"
      })
  void responseWhenRefusedThenIsAnError(String steps) {
    Response answer = tomcat.ask(steps);

    assertEquals(503, answer.status());
    assertEquals("1", answer.header("Retry-After"));
    assertFalse(answer.body().contains("secret"), answer.body());
  }

  @Test
  void contextWhenStartedThenHasTheResponseThatTheApplicationKnows() {
    List<Boolean> same = new CopyOnWriteArrayList<>();
    tomcat.ask(
        (request, response, exchange) -> {
          AsyncContext async = request.startAsync();
          same.add(async.getResponse() == response && async.getRequest() == request);
          async.complete();
        });

    assertEquals(List.of(true), same);
  }

  @Test
  void gateWhenTheRequestIsOverThenDoesNothing() {
    AtomicReference<ResponseGate> kept = new AtomicReference<>();
    tomcat.ask((request, response, exchange) -> kept.set(ResponseGate.of(exchange.request())));
    ResponseGate gate = Objects.requireNonNull(kept.get());

    Await.until(
        "the container has forgotten the request",
        () -> {
          int before = tomcat.exchange().count();
          boolean isOpen = gate.opens(false);
          return isOpen && tomcat.exchange().count() == before;
        });
  }
}
