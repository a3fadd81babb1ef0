package io.holdfast.dist;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.testkit.Await;
import io.holdfast.testkit.http.OpenResponse;
import io.holdfast.testkit.http.Response;
import io.holdfast.testkit.tomcat.TomcatProcess;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** What counts as an access, by the attributes that the manager has since Tomcat 10. */
@OnLines(11)
abstract class AccessTests extends ClusterTests {

  /** Of a session whose next request must come in time, on a busy machine too. */
  private static final Duration INTERVAL = Duration.ofSeconds(4);

  @Test
  void sessionActivityCheckWhenSetThenARequestUnderWayKeepsItsSession() {
    Map<String, Visitor> checked = OperationsSuite.twins("active");
    Map<String, Visitor> unchecked = OperationsSuite.twins("often");
    Map<String, OpenResponse> held = new LinkedHashMap<>();
    try {
      checked.forEach((context, visitor) -> held.put(context, hold(visitor)));
      unchecked.forEach((context, visitor) -> held.put(context, hold(visitor)));
      EventsTests.awaitTime(System.nanoTime(), INTERVAL.plus(EventsTests.FORGOTTEN));
      unchecked.forEach(this::awaitEnd);

      assertEquals("done", setLate(checked, held));
      assertEquals("refused", setLate(unchecked, held));
    } finally {
      held.values().forEach(OpenResponse::close);
    }
  }

  private void awaitEnd(String context, Visitor visitor) {
    try (ManagerBean bean = ManagerBean.of(t1(), context)) {
      Await.until(
          visitor + " is over",
          EventsTests.ENDED,
          () -> !bean.call("listSessionIds").toString().contains(visitor.id()));
    }
  }

  /**
   * What becomes of changes that requests make when the time of their sessions is long up; the same
   * for all of these.
   */
  private String setLate(Map<String, Visitor> twins, Map<String, OpenResponse> held) {
    Set<String> answers = new TreeSet<>();
    twins.forEach(
        (context, visitor) -> {
          new Visitor(context).ask(t1(), "release?name=late-" + visitor.id());
          answers.add(String.valueOf(Visitor.lines(end(held, context)).get("set")));
        });
    return String.join(" ", answers);
  }

  private OpenResponse hold(Visitor visitor) {
    visitor.ask(t1(), "interval?value=" + INTERVAL.toSeconds());
    return visitor.open(t1(), "hold?name=late-" + visitor.id() + "&value=x");
  }

  private static Response end(Map<String, OpenResponse> held, String context) {
    return Objects.requireNonNull(held.get(context)).finish();
  }

  @Test
  void sessionLastAccessAtStartWhenSetThenTheLastAccessIsTheStartOfTheRequest() {
    OperationsSuite.twins("start")
        .forEach(
            (context, visitor) -> {
              long released = holdAndRelease(context, visitor);

              assertTrue(accessed(t1(), visitor) < released, context);
            });
  }

  @Test
  void sessionLastAccessAtStartWhenNotSetThenTheLastAccessIsItsEnd() {
    OperationsSuite.twins("end")
        .forEach(
            (context, visitor) -> {
              long released = holdAndRelease(context, visitor);

              assertTrue(accessed(t1(), visitor) >= released, context);
            });
  }

  /** A request that begins clearly before the instant that is returned, and ends after it. */
  private long holdAndRelease(String context, Visitor visitor) {
    visitor.ask(t1(), "info");
    long opened = awaitLater(System.currentTimeMillis());
    String gate = "access-" + visitor.id();
    try (OpenResponse held = visitor.open(t1(), "hold?name=" + gate + "&value=x");
        ManagerBean bean = ManagerBean.of(t1(), context)) {
      long released = awaitLater(System.currentTimeMillis());
      new Visitor(context).ask(t1(), "release?name=" + gate);
      var unused = held.finish();
      Await.until(
          "the request has ended for its session, too",
          () -> (Long) bean.call("getLastAccessedTimestamp", visitor.id()) >= opened);
      return released;
    }
  }

  private static long awaitLater(long instant) {
    Await.until("some time has passed", () -> System.currentTimeMillis() > instant + 50);
    return System.currentTimeMillis();
  }

  private static long accessed(TomcatProcess tomcat, Visitor visitor) {
    Map<String, String> session = visitor.ask(tomcat, "info");
    assertEquals("false", session.get("new"), session::toString);
    return Long.parseLong(String.valueOf(session.get("accessed")));
  }
}
