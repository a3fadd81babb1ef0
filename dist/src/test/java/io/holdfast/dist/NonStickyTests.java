package io.holdfast.dist;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.metrics.Metric;
import io.holdfast.testkit.Await;
import io.holdfast.testkit.http.OpenResponse;
import io.holdfast.testkit.http.Response;
import io.holdfast.testkit.tomcat.TomcatProcess;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** What is different for sessions that any Tomcat serves. */
abstract class NonStickyTests extends ClusterTests {

  /** The time that Tomcat takes at most to look for sessions whose time is up. */
  private static final Duration EXPIRED = Duration.ofSeconds(60);

  @Test
  void attributesWhenChangedOnOneTomcatThenTheOtherSeesItAtOnce() {
    Visitor visitor = new Visitor("app");

    visitor.ask(t1(), "set?name=fruit&value=apple");
    String set = visitor.value(t2(), "get?name=fruit");
    visitor.ask(t2(), "set?name=fruit&value=pear");
    String changed = visitor.value(t1(), "get?name=fruit");
    visitor.ask(t1(), "remove?name=fruit");
    String removed = visitor.value(t2(), "get?name=fruit");

    assertEquals(List.of("apple", "pear", "null"), List.of(set, changed, removed));
  }

  @Test
  void attributeWhenChangedInPlaceThenTheOtherTomcatSeesIt() {
    Visitor visitor = new Visitor("app");
    visitor.ask(t1(), "basket/new");

    for (TomcatProcess tomcat : List.of(t1(), t2(), t1(), t2())) {
      visitor.ask(tomcat, "basket/add?value=" + (tomcat == t1() ? "one" : "two"));
    }

    assertEquals("[one, two, one, two]", visitor.value(t1(), "basket"));
  }

  @Test
  void attributeWhenItsSessionIsIdleInBetweenThenIsMadeAgainOfItsBytes() {
    Visitor visitor = new Visitor("idle");
    visitor.ask(t1(), "basket/new");

    for (int value = 1; value <= 3; value++) {
      visitor.ask(t1(), "basket/add?value=" + value);
      awaitIdle(visitor);
    }
    visitor.ask(t2(), "basket/add?value=4");
    String here = visitor.value(t1(), "basket");
    awaitIdle(visitor);

    assertEquals("[1, 2, 3, 4]", here);
    assertEquals("[1, 2, 3, 4]", visitor.value(t1(), "basket"));
    assertEquals("[1, 2, 3, 4]", visitor.value(t2(), "basket"));
  }

  private void awaitIdle(Visitor visitor) {
    long before = visitor.counter(t1(), Metric.IDLE_GIVEN_UP);
    visitor.ask(t1(), "basket");
    Await.until(
        "the session has given up its objects",
        EXPIRED,
        () -> visitor.counter(t1(), Metric.IDLE_GIVEN_UP) > before);
  }

  @Test
  void countWhenRequestsAlternateThenIsNeverStale() {
    Visitor visitor = new Visitor("app");
    List<String> counts = new ArrayList<>();

    for (int i = 1; i <= 40; i++) {
      counts.add(visitor.ask(i % 2 == 0 ? t1() : t2(), "count").get("count"));
    }

    assertEquals("40", counts.get(39), counts::toString);
    assertEquals(40, counts.stream().distinct().count(), counts::toString);
  }

  @Test
  void idWhenTomcatsHaveNoRouteThenIsOneOnAll() {
    Visitor visitor = new Visitor("app");
    visitor.ask(t1(), "info");
    String id = visitor.id();

    Response there = visitor.at(t2(), "info");
    Response back = visitor.at(t1(), "info");

    assertFalse(id.contains("."), id);
    assertEquals(id, Visitor.lines(there).get("id"));
    assertEquals(id, Visitor.lines(back).get("id"));
    assertEquals(List.of(), there.setCookies());
    assertEquals(List.of(), back.setCookies());
  }

  @Test
  void idWhenChangedOnOneTomcatThenTheOtherKnowsOnlyTheNewOne() {
    Visitor visitor = new Visitor("app");
    visitor.ask(t1(), "set?name=fruit&value=apple");
    visitor.ask(t2(), "info");
    Visitor old = visitor.copy();

    String id = visitor.value(t1(), "changeid");

    assertNotEquals(old.id(), id);
    assertEquals("apple", visitor.value(t2(), "get?name=fruit"));
    assertEquals("null", old.value(t2(), "get?name=fruit"));
    assertEquals("null", old.value(t1(), "get?name=fruit"));
  }

  // ---- 5: the end of a session ----

  @Test
  void invalidateWhenAnotherTomcatIsServingTheSessionThenItStaysGone() throws IOException {
    Visitor visitor = new Visitor("app");
    visitor.ask(t1(), "set?name=fruit&value=apple");
    Visitor late = visitor.copy();
    String id = visitor.id();

    try (OpenResponse held = late.open(t1(), "hold?name=elsewhere&value=apple")) {
      assertEquals('h', held.body().read());
      visitor.ask(t2(), "invalidate");
      new Visitor("app").ask(t1(), "release?name=elsewhere");
      held.finish();
    }

    assertFalse(cluster().isStored(id));
    assertEquals("null", late.value(t1(), "peek"));
    assertEquals("null", late.value(t2(), "peek"));
  }

  // ---- 8: times and events ----

  @Test
  void timesWhenRequestsGoToBothTomcatsThenAreThoseOfOneSession() {
    Visitor visitor = new Visitor("app");
    Map<String, String> first = visitor.ask(t1(), "info");
    long before = System.currentTimeMillis();
    visitor.ask(t2(), "set?name=fruit&value=apple");
    long after = System.currentTimeMillis();

    Map<String, String> back = visitor.ask(t1(), "info");

    long accessed = Long.parseLong(Objects.requireNonNull(back.get("accessed")));
    assertEquals(first.get("created"), back.get("created"));
    assertEquals("false", back.get("new"));
    assertTrue(
        accessed >= before && accessed <= after,
        () -> accessed + " is not in " + before + ".." + after);
  }

  @Test
  void listenersWhenBothTomcatsServeASessionThenHearOfEachEventOnce() {
    Visitor visitor = new Visitor("app");
    visitor.ask(t1(), "listener?name=watched&value=label");
    visitor.ask(t1(), "set?name=user&value=ann");
    String id = visitor.id();

    visitor.ask(t2(), "set?name=user&value=bob");
    visitor.ask(t1(), "remove?name=user");
    visitor.ask(t2(), "set?name=user&value=cid");
    List<String> beforeTheEnd = visitor.events(t2(), id);
    visitor.ask(t2(), "invalidate");
    List<String> here = visitor.events(t1(), id);
    List<String> there = visitor.events(t2(), id);

    assertEquals(
        List.of("created", "bound label", "added watched", "added user", "removed user"),
        withoutActivations(here));
    assertEquals(List.of("replaced user", "added user"), withoutActivations(beforeTheEnd));
    assertEquals("destroyed user=cid", there.get(beforeTheEnd.size()));
    assertTrue(there.contains("unbound label"), there::toString);
  }

  @Test
  void attributeWhenAnotherTomcatReadsItThenIsToldThatItIsActive() {
    Visitor visitor = new Visitor("app");
    visitor.ask(t1(), "listener?name=watched&value=label");
    String id = visitor.id();

    visitor.ask(t2(), "get?name=watched");

    assertEquals(List.of("activate label"), visitor.events(t2(), id));
    assertFalse(visitor.events(t1(), id).contains("activate label"));
  }

  private static List<String> withoutActivations(List<String> events) {
    return events.stream().filter(event -> !event.startsWith("activate")).toList();
  }

  @Test
  void sessionWhenItsTimeIsUpOnBothTomcatsThenOneTellsItsApplication() {
    Visitor visitor = new Visitor("expiring");
    visitor.ask(t1(), "set?name=user&value=ann");
    visitor.ask(t1(), "interval?value=1");
    visitor.ask(t2(), "get?name=user");
    String id = visitor.id();

    Await.until("ended", EXPIRED, () -> !destroyed(visitor, id).isEmpty());
    Await.until("gone on both", EXPIRED, () -> active(t1()) + active(t2()) == 0);

    assertEquals(List.of("destroyed user=ann"), destroyed(visitor, id));
  }

  private List<String> destroyed(Visitor visitor, String id) {
    List<String> events = new ArrayList<>(visitor.events(t1(), id));
    events.addAll(visitor.events(t2(), id));
    events.removeIf(event -> !event.startsWith("destroyed"));
    return events;
  }

  private static int active(TomcatProcess tomcat) {
    Map<String, String> counters = new Visitor("expiring").ask(tomcat, "counters");
    return Integer.parseInt(Objects.requireNonNull(counters.get("active")));
  }
}
