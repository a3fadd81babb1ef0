package io.holdfast.dist;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.holdfast.testkit.Await;
import io.holdfast.testkit.http.OpenResponse;
import io.holdfast.testkit.http.Response;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests that go on after their servlet has returned. */
abstract class AsynchronousTests extends ClusterTests {

  private static final int LARGE = 200_000;
  private static final int STEPS = 40;

  static Stream<Arguments> steps() {
    return Mode.with(
        "thread",
        "start",
        "dispatch",
        "dispatch-jsp",
        "timeout",
        "error",
        "complete",
        "dispatch-complete");
  }

  @ParameterizedTest
  @MethodSource("steps")
  void changeWhenMadeInAStepThenIsSeenElsewhere(Mode mode, String step) {
    Visitor visitor = mode.visitor("app");
    visitor.ask(t1(), "set?name=fruit&value=none");

    visitor.get(t1(), "async/" + step + "?name=fruit&value=apple");

    assertEquals("apple", seenElsewhere(mode, visitor, "fruit", "apple"));
  }

  @InEachMode
  void changesWhenMadeWhileDataArriveThenAreSeenElsewhere(Mode mode) {
    Visitor visitor = mode.visitor("app");
    visitor.ask(t1(), "info");
    String path = "/" + mode.context("app") + "/flow/read";

    Response response = visitor.browser.send(t1().port(), "POST", path, Map.of(), new byte[LARGE]);

    assertEquals("read=" + LARGE, response.body());
    assertEquals("" + LARGE, seenElsewhere(mode, visitor, "read", LARGE));
  }

  @InEachMode
  void changesWhenMadeWhileDataLeaveThenAreSeenElsewhere(Mode mode) {
    Visitor visitor = mode.visitor("app");
    visitor.ask(t1(), "info");

    Response response = visitor.get(t1(), "flow/write");

    assertEquals(LARGE, response.body().length());
    assertEquals("" + LARGE, seenElsewhere(mode, visitor, "written", LARGE));
  }

  /** Each touches the list once more behind its answer; 18 to 36 of 40 steps were there. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "leaving/behind-length",
        "leaving/behind-set",
        "async/behind-close",
        "behind/filter",
        "behind/destroyed",
        "behind/complete"
      })
  void changesWhenAlsoMadeBehindTheAnswerThenAreSeenByEachLaterRequest(String way) {
    Visitor visitor = Mode.NON_STICKY.visitor("app");
    visitor.ask(t1(), "info");

    for (int step = 1; step <= STEPS; step++) {
      Response response = visitor.get(step % 2 == 0 ? t1() : t2(), way + "?name=done");

      assertEquals("%05d".formatted(step), response.body());
    }
  }

  @Test
  void sessionsWhenRequestsOutliveTheirLeasesThenAreTheirsUntilTheEnd() throws IOException {
    Visitor early = counting();
    Visitor late = counting();

    List<Response> answers;
    try (OpenResponse first = slow(early, "count");
        OpenResponse second = slow(late, "late-count")) {
      CompletableFuture<Response> other = Background.start(() -> early.copy().at(t2(), "count"));
      Response another = late.copy().at(t2(), "count"); // waits longer than a lease would last
      answers = List.of(other.join(), another);
      release("count");
      release("late-count");
      assertEquals("2", Visitor.lines(first.finish()).get("count"));
      assertEquals("2", Visitor.lines(second.finish()).get("count"));
    }

    assertEquals(List.of(503, 503), answers.stream().map(Response::status).toList());
    assertEquals("3", early.ask(t2(), "count").get("count"));
    assertEquals("3", late.ask(t2(), "count").get("count"));
    Await.until("no lease is left", () -> cluster().leases().isEmpty());
  }

  private Visitor counting() {
    Visitor visitor = new Visitor("reject");
    visitor.ask(t1(), "count");
    return visitor;
  }

  /** Returns when the request has the session. */
  private OpenResponse slow(Visitor visitor, String way) throws IOException {
    String path = "/reject/async/%s?gate=%s".formatted(way, way);
    OpenResponse open = visitor.browser.open(t1().port(), path);
    assertEquals('h', open.body().read());
    return open;
  }

  private void release(String gate) {
    new Visitor("reject").ask(t1(), "release?name=" + gate);
  }
}
