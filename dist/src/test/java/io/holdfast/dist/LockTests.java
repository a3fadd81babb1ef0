package io.holdfast.dist;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.holdfast.core.metrics.Metric;
import io.holdfast.testkit.Await;
import io.holdfast.testkit.http.OpenResponse;
import io.holdfast.testkit.http.Response;
import io.holdfast.testkit.tomcat.TomcatProcess;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests of one session at the same time, in each {@code lockingMode}. */
abstract class LockTests extends ClusterTests {

  @ParameterizedTest
  @ValueSource(strings = {"app", "optimistic"})
  void changesWhenMadeToOtherAttributesAtTheSameTimeThenAreAllThereAndNoRequestWaited(
      String context) throws IOException {
    Visitor visitor = new Visitor(context);
    visitor.ask(t1(), "info");
    try (OpenResponse first = visitor.copy().open(t1(), "hold?name=one&value=apple");
        OpenResponse second = visitor.copy().open(t2(), "hold?name=two&value=pear")) {
      assertEquals('h', first.body().read());
      assertEquals('h', second.body().read());

      visitor.copy().ask(t1(), "set?name=three&value=plum");
      visitor.copy().ask(t2(), "set?name=four&value=fig");
      release(context, t1(), "one");
      release(context, t2(), "two");
      first.finish();
      second.finish();
    }

    Map<String, Object> all = Map.of("one", "apple", "two", "pear", "three", "plum", "four", "fig");
    Await.until("all are stored", () -> cluster().record(visitor).attributes().equals(all));
    assertEquals("four,one,three,two", visitor.ask(t1(), "info").get("attributes"));
    assertEquals("four,one,three,two", visitor.ask(t2(), "info").get("attributes"));
  }

  @ParameterizedTest
  @CsvSource({"all, 1", "all, 2", "pattern, 1", "pattern, 2", "auto, 1", "auto, 2"})
  void countWhenAnotherRequestIsCountingThenWaitsForIt(String context, int other) {
    TomcatProcess tomcat = other == 1 ? t1() : t2();
    String gate = context + other;
    Visitor visitor = counting(context);

    cluster().awaitNoLease(visitor);
    CompletableFuture<Response> slow = Cluster.pondering(visitor, t1(), gate);
    CompletableFuture<Response> next = Background.start(() -> visitor.copy().at(tomcat, "count"));
    Await.until("both are there", () -> visitor.busyThreads(tomcat) > (tomcat == t1() ? 2 : 1));
    release(context, t1(), gate);

    assertEquals("4", Visitor.lines(slow.join()).get("count"));
    assertEquals("5", Visitor.lines(next.join()).get("count"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"auto", "pattern"})
  void readsWhenASessionIsBeingWrittenThenGoOnSideBySide(String context) {
    Visitor visitor = counting(context);
    haveReadsSeen(visitor, context);
    String gate = "2";
    cluster().awaitNoLease(visitor);
    CompletableFuture<Response> writer = Cluster.pondering(visitor, t1(), gate);

    String watch = "watch?name=count&value=" + gate;
    try (OpenResponse one = visitor.copy().open(t1(), watch);
        OpenResponse other = visitor.copy().open(t2(), watch)) {
      assertEquals("3", visitor.copy().value(t2(), "get?name=count"));
      release(context, t1(), gate);
      release(context, t2(), gate);

      assertEquals("3", Visitor.lines(one.finish()).get("value"));
      assertEquals("3", Visitor.lines(other.finish()).get("value"));
    }
    assertEquals("4", Visitor.lines(writer.join()).get("count"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"complete", "writer", "dispatch", "timeout", "error"})
  void requestWhenItEndsAsynchronouslyThenGivesTheSessionBack(String how) {
    Visitor visitor = new Visitor("all");
    visitor.ask(t1(), "set?name=fruit&value=none");
    long timeouts = visitor.counter(t2(), Metric.LEASE_TIMEOUTS);

    visitor.browser.get(t1().port(), "/all/leaving-async/" + how + "?name=fruit&value=apple");
    String seen = visitor.value(t2(), "get?name=fruit");

    assertEquals("apple", seen);
    assertEquals(timeouts, visitor.counter(t2(), Metric.LEASE_TIMEOUTS));
  }

  /** {@code auto} knows then that they only read: numbers in a query are all the same to it. */
  private void haveReadsSeen(Visitor visitor, String context) {
    for (TomcatProcess tomcat : List.of(t1(), t2())) {
      release(context, tomcat, "1");
      visitor.ask(tomcat, "watch?name=count&value=1");
      visitor.ask(tomcat, "get?name=count");
    }
  }

  /** A visitor whose counter is three. */
  private Visitor counting(String context) {
    Visitor visitor = new Visitor(context);
    release(context, t1(), "open");
    visitor.ask(t1(), "count");
    visitor.ask(t1(), "ponder?name=open");
    visitor.ask(t2(), "count");
    return visitor;
  }

  private static void release(String context, TomcatProcess tomcat, String gate) {
    new Visitor(context).ask(tomcat, "release?name=" + gate);
  }
}
