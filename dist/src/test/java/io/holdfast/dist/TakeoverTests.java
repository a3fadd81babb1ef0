package io.holdfast.dist;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.testkit.Await;
import io.holdfast.testkit.http.Response;
import io.holdfast.testkit.tomcat.TomcatProcess;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Sessions that another Tomcat goes on with, because theirs is gone or because they were moved. The
 * context {@code app} waits for its backups, {@code later} does not.
 */
abstract class TakeoverTests extends ClusterTests {

  // ---- 8: what the application sees ----

  @InEachMode
  void sessionWhenTakenOverThenLooksAsIfItHadNeverMoved(Mode mode) {
    Visitor visitor = mode.visitor("app");
    Map<String, String> first = visitor.ask(t1(), "info");
    visitor.ask(t1(), "interval?value=777");
    long beforeLast = System.currentTimeMillis();
    visitor.ask(t1(), "set?name=fruit&value=apple");
    long afterLast = System.currentTimeMillis();

    Map<String, String> moved = visitor.ask(t2(), "info");
    Map<String, String> next = visitor.ask(t2(), "info");

    assertEquals("true", first.get("new"));
    assertEquals("false", moved.get("new"));
    assertEquals(first.get("created"), moved.get("created"));
    assertEquals("777", moved.get("interval"));
    long accessed = number(moved, "accessed");
    assertTrue(
        accessed >= beforeLast && accessed <= afterLast,
        () -> accessed + " is not in " + beforeLast + ".." + afterLast);
    assertTrue(number(next, "accessed") >= accessed);
  }

  private static long number(Map<String, String> lines, String name) {
    return Long.parseLong(Objects.requireNonNull(lines.get(name)));
  }

  @Test
  void listenersWhenASessionMovesThenHearOfEachEventOnce() {
    Visitor visitor = new Visitor("app");
    visitor.ask(t1(), "listener?name=watched&value=label");
    visitor.ask(t1(), "set?name=user&value=ann");
    String id = visitor.id();

    visitor.ask(t2(), "set?name=user&value=bob");
    visitor.ask(t2(), "remove?name=user");
    visitor.ask(t2(), "set?name=user&value=cid");
    List<String> here = visitor.events(t1(), id);
    List<String> there = visitor.events(t2(), id);

    assertEquals(List.of("created", "bound label", "added watched", "added user"), here);
    assertEquals(
        List.of("idChanged", "activate label", "replaced user", "removed user", "added user"),
        there);
  }

  @Test
  void listenersWhenAMovedSessionEndsThenHearOfItOnce() {
    Visitor visitor = new Visitor("app");
    visitor.ask(t1(), "listener?name=watched&value=label");
    visitor.ask(t1(), "set?name=user&value=ann");
    visitor.ask(t2(), "info");
    String id = visitor.id();
    List<String> before = visitor.events(t2(), id);

    visitor.ask(t2(), "invalidate");
    List<String> here = visitor.events(t1(), id);
    List<String> all = visitor.events(t2(), id);
    List<String> last = all.subList(before.size(), all.size());

    assertEquals(List.of("created", "bound label", "added watched", "added user"), here);
    assertEquals("destroyed user=ann", last.get(0));
    assertEquals(
        List.of("destroyed user=ann", "removed user", "removed watched", "unbound label"),
        last.stream().sorted().toList());
  }

  @Test
  void listenersWhenTheApplicationChangesTheIdOfAMovedSessionThenHearOfIt() {
    Visitor visitor = new Visitor("app");
    visitor.ask(t1(), "info");
    visitor.ask(t2(), "info");

    String id = visitor.value(t2(), "changeid");

    assertEquals(List.of("idChanged"), visitor.events(t2(), id));
  }

  // ---- 16: the owner is killed ----

  /** One test for all: what takes the time is to start the Tomcat. */
  @Test
  @ComesLast
  void requestsWhenTheirTomcatWasKilledThenTheNextOneHasTheSessions() throws Exception {
    Visitor visitor = withBasket(Mode.STICKY);
    Visitor anywhere = withBasket(Mode.NON_STICKY);
    Visitor later = new Visitor("later");
    later.ask(t1(), "set?name=fruit&value=apple");
    awaitStored(later, Map.of("fruit", "apple"));
    Visitor manyTabs = new Visitor("app");
    manyTabs.ask(t1(), "listener?name=watched&value=label");
    manyTabs.ask(t1(), "set?name=fruit&value=apple");

    t1().kill();

    assertTakenOverWithItsRoute(visitor);
    assertTakenOverAsItIs(anywhere);
    assertEquals("apple", later.value(t2(), "get?name=fruit"));
    assertTabsShareOneTakeover(manyTabs);
  }

  private void assertTakenOverWithItsRoute(Visitor visitor) {
    String before = visitor.id();

    Response after = visitor.at(t2(), "basket");

    assertEquals("basket=[apple, pear]", after.body().strip(), () -> t2().logs());
    assertTrue(before.endsWith(".t1"), before);
    assertEquals(before.replace(".t1", ".t2"), visitor.id());
    assertEquals(1, after.setCookies().size());
    assertEquals(List.of(), visitor.at(t2(), "basket").setCookies());
  }

  private void assertTakenOverAsItIs(Visitor visitor) {
    String before = visitor.id();

    Response after = visitor.at(t2(), "basket");

    assertEquals("basket=[apple, pear]", after.body().strip(), () -> t2().logs());
    assertEquals(before, visitor.id());
    assertEquals(List.of(), after.setCookies());
  }

  private void assertTabsShareOneTakeover(Visitor visitor) throws Exception {
    String id = visitor.id();
    List<Callable<String>> tabs =
        Stream.generate(visitor::copy)
            .limit(8)
            .map(tab -> (Callable<String>) () -> tab.value(t2(), "get?name=fruit"))
            .toList();
    ExecutorService threads = Executors.newFixedThreadPool(tabs.size());
    List<Future<String>> answers = threads.invokeAll(tabs);
    threads.shutdown();

    for (Future<String> answer : answers) {
      assertEquals("apple", answer.get());
    }
    assertEquals(List.of("idChanged", "activate label"), visitor.events(t2(), id));
  }

  private Visitor withBasket(Mode mode) {
    Visitor visitor = mode.visitor("app");
    visitor.ask(t1(), "basket/new");
    visitor.ask(t1(), "basket/add?value=apple");
    visitor.ask(t1(), "basket/add?value=pear");
    return visitor;
  }

  @Test
  void timeWhenItIsUpOnTheNextTomcatThenTheSessionEndsThere() {
    Collection<Visitor> visitors = Mode.visitors("app").values();
    visitors.forEach(visitor -> visitor.ask(t1(), "interval?value=5"));
    visitors.forEach(visitor -> visitor.ask(t2(), "info"));
    List<String> ids = visitors.stream().map(Visitor::id).toList();

    Await.until("gone", () -> ids.stream().noneMatch(cluster()::isStored));
    List<Map<String, String>> infos =
        visitors.stream().map(visitor -> visitor.ask(t2(), "info")).toList();

    assertTrue(infos.stream().allMatch(info -> "true".equals(info.get("new"))), infos::toString);
    assertTrue(infos.stream().noneMatch(info -> ids.contains(info.get("id"))), infos::toString);
  }

  // ---- 17: there and back ----

  @InEachMode
  void sessionWhenItMovesToAndFroThenIsNeverStale(Mode mode) {
    Visitor visitor = mode.visitor("app");
    visitor.ask(t1(), "count");

    for (int i = 2; i <= 9; i++) {
      TomcatProcess next = i % 2 == 0 ? t2() : t1();
      assertEquals(String.valueOf(i), visitor.ask(next, "count").get("count"));
    }
  }

  @InEachMode
  void sessionWhenItWasOnlyReadElsewhereThenItsOwnerStillHasIt(Mode mode) {
    Visitor visitor = mode.visitor("app");
    visitor.ask(t1(), "set?name=fruit&value=apple");
    visitor.ask(t2(), "get?name=fruit");

    String back = visitor.value(t1(), "get?name=fruit");
    visitor.ask(t1(), "set?name=fruit&value=pear");

    assertEquals("apple", back);
    assertEquals("pear", visitor.value(t2(), "get?name=fruit"));
  }

  @InEachMode
  void sessionWhenItEndedElsewhereThenItsFormerOwnerDoesNotServeIt(Mode mode) {
    Visitor visitor = mode.visitor("app");
    visitor.ask(t1(), "set?name=user&value=ann");
    visitor.ask(t2(), "info");
    Visitor otherTab = visitor.copy();
    String id = visitor.id();

    visitor.ask(t2(), "invalidate");
    String shown = otherTab.value(t1(), "get?name=user");

    assertEquals("null", shown);
    assertFalse(cluster().isStored(id));
  }

  @Test
  void sessionWhenItMovedThenItsFormerOwnerDoesNotEndIt() {
    Visitor visitor = new Visitor("app");
    visitor.ask(t1(), "set?name=fruit&value=apple");
    visitor.ask(t1(), "interval?value=5");
    String old = visitor.id();
    visitor.ask(t2(), "interval?value=600");
    String id = visitor.id();

    long timeIsUp = System.nanoTime() + Duration.ofMillis(5_500).toNanos();
    Await.until("its time is up", () -> System.nanoTime() >= timeIsUp);
    Visitor former = new Visitor("app");
    former.browser.setCookie("JSESSIONID", old);

    assertEquals("apple", former.value(t1(), "get?name=fruit"));
    List<String> events = new ArrayList<>(visitor.events(t1(), id));
    events.remove("idChanged"); // the client has the id of this Tomcat all along
    assertEquals(List.of("created", "added fruit"), events);
    assertEquals("apple", visitor.value(t2(), "get?name=fruit"));
    assertEquals(List.of("idChanged"), visitor.events(t2(), id));
  }

  private void awaitStored(Visitor visitor, Map<String, Object> attributes) {
    Await.until("stored", () -> cluster().record(visitor).attributes().equals(attributes));
  }
}
