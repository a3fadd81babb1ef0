package io.holdfast.tomcat.response;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;

import io.holdfast.testkit.Await;
import io.holdfast.testkit.http.Response;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import javax.servlet.AsyncContext;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every way in which an asynchronous response leaves. */
class AsyncResponseTest {

  private static final long SOON_MILLIS = 100;
  private static final Map<String, Answer> ANSWERS = new LinkedHashMap<>();

  private static GatedTomcat tomcat;

  static {
    ANSWERS.put(
        "completed by another thread",
        (request, response, exchange) -> {
          AsyncContext async = request.startAsync();
          async.start(
              () -> {
                exchange.change();
                async.complete();
              });
        });
    ANSWERS.put(
        "completed by way of the request",
        (request, response, exchange) -> {
          request.startAsync();
          exchange.change();
          request.getAsyncContext().complete();
        });
    ANSWERS.put(
        "changed after it was completed",
        (request, response, exchange) -> {
          request.startAsync().complete();
          exchange.change();
        });
    ANSWERS.put(
        "changed while another thread completed it",
        (request, response, exchange) -> {
          AsyncContext async = request.startAsync();
          Thread other = new Thread(async::complete);
          other.start();
          other.join();
          exchange.change();
        });
    ANSWERS.put(
        "changed before a dispatch",
        (request, response, exchange) -> {
          AsyncContext async = request.startAsync();
          async.start(
              () -> {
                exchange.change();
                async.dispatch("/harmless");
              });
        });
    ANSWERS.put(
        "changed behind a dispatch",
        (request, response, exchange) -> request.startAsync().dispatch("/changing"));
    ANSWERS.put(
        "dispatched with a pair of its own",
        (request, response, exchange) ->
            request.startAsync(request, response).dispatch("/flushing"));
    ANSWERS.put(
        "started again behind a dispatch",
        (request, response, exchange) -> request.startAsync().dispatch("/later"));
    ANSWERS.put(
        "started behind a forward",
        (request, response, exchange) ->
            request.getRequestDispatcher("/later").forward(request, response));
    ANSWERS.put(
        "timed out",
        (request, response, exchange) -> {
          AsyncContext async = brief(request);
          CountDownLatch changed = new CountDownLatch(1);
          async.start(
              () -> {
                exchange.change();
                changed.countDown();
              });
          changed.await(); // the time runs from here, and must not be up before the change
        });
    ANSWERS.put(
        "timed out and completed by a listener",
        (request, response, exchange) -> {
          AsyncContext async = brief(request);
          async.addListener(
              Listening.onTimeout(
                  event -> {
                    exchange.change();
                    event.getAsyncContext().complete();
                  }));
        });
    ANSWERS.put(
        "timed out, completed and then changed by a listener",
        (request, response, exchange) -> {
          AsyncContext async = brief(request);
          async.addListener(
              Listening.onTimeout(
                  event -> {
                    event.getAsyncContext().complete();
                    exchange.change();
                  }),
              request,
              response);
        });
    ANSWERS.put(
        "timed out and changed by a listener",
        (request, response, exchange) -> {
          AsyncContext async = brief(request);
          async.addListener(Listening.onTimeout(event -> exchange.change()));
        });
    ANSWERS.put(
        "timed out and dispatched by a listener",
        (request, response, exchange) -> {
          AsyncContext async = brief(request);
          async.addListener(
              Listening.onTimeout(event -> event.getAsyncContext().dispatch("/changing")));
        });
    ANSWERS.put(
        "failed behind a dispatch",
        (request, response, exchange) -> request.startAsync().dispatch("/failing"));
  }

  private static AsyncContext brief(HttpServletRequest request) {
    AsyncContext async = request.startAsync();
    async.setTimeout(SOON_MILLIS);
    return async;
  }

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
    tomcat.answer("changing", (request, response, exchange) -> exchange.change());
    tomcat.answer("harmless", (request, response, exchange) -> response.getWriter().print("x"));
    tomcat.answer(
        "flushing",
        (request, response, exchange) -> {
          exchange.change();
          response.flushBuffer();
        });
    tomcat.answer(
        "failing",
        (request, response, exchange) -> {
          exchange.change();
          throw new IllegalStateException("as asked");
        });
    tomcat.answer(
        "later",
        (request, response, exchange) -> {
          AsyncContext async = request.startAsync();
          async.start(
              () -> {
                exchange.change();
                async.complete();
              });
        });
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
  void changeWhenTheResponseLeavesThenWasSavedBefore(String name) {
    tomcat.ask(Objects.requireNonNull(ANSWERS.get(name)));

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

  @Test
  void textWhenTheRequestIsCompletedWithoutAFlushThenLeaves() {
    Response answer =
        tomcat.ask(
            (request, response, exchange) -> {
              AsyncContext async = request.startAsync();
              PrintWriter out = response.getWriter();
              out.print("first ");
              async.start(
                  () -> {
                    out.print("second");
                    async.complete();
                  });
            });

    assertEquals("first second", answer.body());
  }

  @Test
  void streamWhenClosedByARequestThatWentOnBehindAForwardThenHasLeft() {
    AtomicReference<Boolean> left = new AtomicReference<>();
    tomcat.answer(
        "asked",
        (request, response, exchange) ->
            request.getRequestDispatcher("/closing").forward(request, response));
    tomcat.answer(
        "closing",
        (request, response, exchange) -> {
          AsyncContext async = brief(request);
          async.addListener(
              Listening.onTimeout(
                  event -> {
                    close(response);
                    left.set(exchange.hasLeft());
                    async.complete();
                  }));
        });

    tomcat.get("asked");

    Await.until("closed", () -> left.get() != null);
    assertEquals(true, left.get());
  }

  private static void close(HttpServletResponse response) {
    try {
      response.getOutputStream().close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void textWhenTheRequestIsDispatchedThenLeavesInOrder() {
    Response answer =
        tomcat.ask(
            (request, response, exchange) -> {
              response.getWriter().print("first ");
              request.startAsync().dispatch("/harmless");
            });

    assertEquals("first x", answer.body());
  }

  @Test
  void responseWhenRefusedThenIsAnError() {
    Response answer =
        tomcat.ask(
            (request, response, exchange) -> {
              AsyncContext async = request.startAsync();
              response.getWriter().print("secret");
              exchange.refuse();
              async.start(async::complete);
            });

    assertEquals(503, answer.status());
    assertEquals("1", answer.header("Retry-After"));
    assertFalse(answer.body().contains("secret"), answer.body());
  }

  static Stream<Answer> writes() {
    return Stream.of(
        (request, response, exchange) -> response.getOutputStream().print("secret".repeat(50_000)),
        (request, response, exchange) -> response.getWriter().print("secret".repeat(50_000)),
        (request, response, exchange) -> response.flushBuffer(),
        (request, response, exchange) -> response.getWriter().close());
  }

  @ParameterizedTest
  @MethodSource("writes")
  void responseWhenRefusedWhileAnotherThreadWritesThenIsAnError(Answer write) {
    Response answer =
        tomcat.ask(
            (request, response, exchange) -> {
              AsyncContext async = request.startAsync();
              exchange.refuse();
              async.start(
                  () -> {
                    try {
                      write.give(request, response, exchange);
                    } catch (Exception e) {
                      throw new IllegalStateException(e);
                    } finally {
                      async.complete();
                    }
                  });
            });

    assertEquals(503, answer.status());
    assertEquals("1", answer.header("Retry-After"));
    assertFalse(answer.body().contains("secret"), answer.body());
  }

  @Test
  void responseWhenRefusedAfterATimeoutThenIsThatError() {
    Response answer =
        tomcat.ask(
            (request, response, exchange) -> {
              request.startAsync().setTimeout(SOON_MILLIS);
              exchange.refuse();
            });

    assertEquals(503, answer.status());
    assertEquals("1", answer.header("Retry-After"));
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
