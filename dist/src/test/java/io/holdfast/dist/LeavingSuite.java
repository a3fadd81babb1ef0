package io.holdfast.dist;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.holdfast.testkit.http.OpenResponse;
import io.holdfast.testkit.http.Response;
import io.holdfast.testkit.tomcat.TomcatProcess;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The client that reacts to the first byte finds its change, in whatever way the response leaves.
 *
 * <p>Where bytes leave in the middle of a request, its servlet waits until the client has looked: a
 * change that is saved only at the end is not there.
 */
abstract class LeavingSuite extends LineSuite {

  private final Visitor visitor = new Visitor("app");

  /** Which Tomcat answers. */
  abstract TomcatProcess tomcat();

  /**
   * What a visitor sees who asks elsewhere than at {@link #tomcat()}, "null" if it is not there.
   */
  abstract String seenElsewhere(Visitor visitor, String attribute);

  @BeforeEach
  final void beginSession() {
    visitor.ask(tomcat(), "set?name=fruit&value=none");
  }

  private OpenResponse open(String path) {
    return visitor.browser.open(tomcat().port(), "/app/" + path);
  }

  private void release(String gate) {
    visitor.copy().ask(tomcat(), "release?name=" + gate);
  }

  @ParameterizedTest
  @CsvSource({
    "leaving/stream, 200000",
    "leaving/writer, 200000",
    "leaving/buffer, 200000",
    "leaving/flush, 5",
    "leaving/close, 3",
    "leaving/length, 5",
    "leaving/forward, 200000",
    "leaving/include, 5",
    "leaving/errorpage, 5",
    "leaving-async/nonblocking, 200000",
    "leaving-async/dispatch-stream, 200000",
  })
  void changeWhenTheFirstByteArrivesThenIsSeenWhileTheRequestGoesOn(String path, int length) {
    String gate = path.replace('/', '-');

    String seen;
    Response response;
    try (OpenResponse open = open(path + "?name=fruit&value=apple&gate=" + gate)) {
      seen = seenElsewhere(visitor, "fruit");
      release(gate);
      response = open.finish();
    }

    assertEquals("apple", seen);
    assertEquals(length, response.body().length());
  }

  @ParameterizedTest
  @CsvSource({
    "leaving/changing, 200, ''",
    "leaving/redirect, 302, ''",
    "leaving/redirect-status, 302, ''",
    "leaving/forward-then-change, 200, small",
    "leaving-async/complete, 200, ''",
    "leaving-async/listener, 200, listened",
    "leaving-async/writer, 200, first second",
    "leaving-async/dispatch, 200, small",
  })
  void changeWhenTheResponseArrivesThenIsSeen(String path, int status, String body) {
    String seen;
    Response response;
    try (OpenResponse open = open(path + "?name=fruit&value=apple")) {
      seen = seenElsewhere(visitor, "fruit");
      response = open.finish();
    }

    assertEquals("apple", seen);
    assertEquals(status, response.status());
    assertEquals(body, response.body());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "leaving/error",
        "leaving/exception",
        "leaving-async/timeout",
        "leaving-async/error"
      })
  void changeWhenAnErrorArrivesThenIsSeen(String path) {
    String seen;
    Response response;
    try (OpenResponse open = open(path + "?name=fruit&value=apple")) {
      seen = seenElsewhere(visitor, "fruit");
      response = open.finish();
    }

    assertEquals("apple", seen);
    assertEquals(path.endsWith("leaving/error") ? 403 : 500, response.status());
  }

  @Test
  void changesWhenMadeBetweenFlushesThenEachIsSeenWithItsBytes() throws IOException {
    List<String> seen = new ArrayList<>();

    try (OpenResponse open = open("leaving/steps?name=fruit&gate=steps")) {
      InputStream body = open.body();
      for (int step = body.read(); step >= 0; step = body.read()) {
        seen.add((char) step + ":" + seenElsewhere(visitor, "fruit"));
        release("steps" + (char) step);
      }
    }

    assertEquals(List.of("1:1", "2:2", "3:3"), seen);
  }

  @Test
  void changeWhenMadeInAWebSocketHandshakeThenIsSeenWhenItIsOpen() {
    URI uri =
        URI.create(
            "ws://127.0.0.1:%d/app/handshake?name=fruit&value=apple".formatted(tomcat().port()));
    Echo echo = new Echo();

    WebSocket socket =
        HttpClient.newHttpClient()
            .newWebSocketBuilder()
            .header("Cookie", "JSESSIONID=" + visitor.id())
            .buildAsync(uri, echo)
            .join();
    String seen = seenElsewhere(visitor, "fruit");
    var unused = socket.sendText("hello", true);
    String answer = echo.answer.join();
    socket.abort();

    assertEquals("apple", seen);
    assertEquals("hello", answer);
  }

  private static final class Echo implements WebSocket.Listener {

    final CompletableFuture<String> answer = new CompletableFuture<>();

    @Override
    public CompletionStage<?> onText(WebSocket socket, CharSequence text, boolean last) {
      answer.complete(text.toString());
      return CompletableFuture.completedStage(null);
    }

    @Override
    public void onError(WebSocket socket, Throwable error) {
      answer.completeExceptionally(error);
    }
  }
}
