package io.holdfast.dist;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.testkit.Await;
import io.holdfast.testkit.http.Browser;
import io.holdfast.testkit.http.OpenResponse;
import io.holdfast.testkit.http.Response;
import io.holdfast.testkit.tomcat.TomcatSettings;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What every session manager must do, seen from the record in memcached. */
@OnLines({9, 11})
abstract class BasicsSuite extends ClusterSuite {

  private static final long DAY_SECONDS = Duration.ofDays(1).toSeconds();

  @Override
  List<ContextXml> contexts() {
    return Mode.each(
        ContextXml.synchronous("app"),
        ContextXml.named("later"),
        ContextXml.synchronous("urls").context("cookies", "false"));
  }

  @Override
  TomcatSettings extras(TomcatSettings settings) {
    return ManagerApplication.deploy(settings, Cluster.distribution(line()).home());
  }

  /** Sessions that move; a Tomcat is killed at the end. */
  @Nested
  @OnLines(11)
  @ComesLast
  final class Takeovers extends TakeoverTests {}

  // ---- 1: the record says what the session says ----

  @InEachMode
  void recordWhenAttributesAreSetChangedAndRemovedThenHasThem(Mode mode) {
    Visitor visitor = mode.visitor("app");

    visitor.ask(t1(), "set?name=fruit&value=apple");
    Map<String, Object> set = record(visitor).attributes();
    visitor.ask(t1(), "set?name=fruit&value=pear");
    Map<String, Object> changed = record(visitor).attributes();
    visitor.ask(t1(), "remove?name=fruit");
    Map<String, Object> removed = record(visitor).attributes();

    assertEquals(Map.of("fruit", "apple"), set);
    assertEquals(Map.of("fruit", "pear"), changed);
    assertEquals(Map.of(), removed);
  }

  @Test
  void recordWhenBackupsAreAsynchronousThenFollows() {
    Visitor visitor = new Visitor("later");

    visitor.ask(t1(), "set?name=fruit&value=apple");

    Await.until("stored", () -> record(visitor).attributes().equals(Map.of("fruit", "apple")));
  }

  // ---- 2: ids that are none ----

  static Stream<Arguments> malformedIds() {
    return Mode.with("x".repeat(4096), "\"a b\"", ".t1", "ä", "\"a\tb\"");
  }

  @ParameterizedTest
  @MethodSource("malformedIds")
  void requestWhenItsIdIsMalformedThenCostsNoStoreOperation(Mode mode, String id) {
    Visitor visitor = mode.visitor("app");
    visitor.browser.setCookie("JSESSIONID", id);
    cluster().awaitWithoutCommands(() -> assertEquals("null", visitor.value(t1(), "peek")));
  }

  static Stream<Arguments> strangeIds() {
    return Mode.with("abc%0d%0aflush_all", "abc%20def", "%20");
  }

  @ParameterizedTest
  @MethodSource("strangeIds")
  void requestWhenTheIdInItsUrlIsStrangeThenGetsAFreshOne(Mode mode, String id) {
    Visitor witness = mode.visitor("app");
    witness.ask(t1(), "set?name=fruit&value=apple");
    Browser browser = new Browser();

    String path = "/" + mode.context("urls") + "/probe/info;jsessionid=" + id;
    Response response = browser.get(t1().port(), path);

    assertEquals(200, response.status());
    assertFalse(response.body().contains(id), response.body());
    assertEquals(Map.of("fruit", "apple"), record(witness).attributes());
  }

  @InEachMode
  void requestWhenItsCookieHasALineBreakThenNothingReachesTheStore(Mode mode) {
    Visitor witness = mode.visitor("app");
    witness.ask(t1(), "set?name=fruit&value=apple");
    String request =
        """
        GET /%s/probe/peek HTTP/1.1
        Host: localhost
        Connection: close
        Cookie: JSESSIONID=abc
        flush_all: x

        """
            .formatted(mode.context("app"))
            .replace("\n", "\r\n")
            .replace("abc\r\n", "abc\r");

    byte[] bytes = request.getBytes(StandardCharsets.US_ASCII);
    cluster()
        .awaitWithoutCommands(
            () -> {
              Response response = new Browser().raw(t1().port(), bytes);
              assertTrue(Set.of(200, 400).contains(response.status()), response::toString);
            });

    assertEquals(Map.of("fruit", "apple"), record(witness).attributes());
  }

  static Stream<Arguments> unknownIds() {
    return Mode.with("0123456789-n9", "0123456789ABCDEF.t9", "0123456789ABCDEF", "1.t1.t2");
  }

  @ParameterizedTest
  @MethodSource("unknownIds")
  void requestWhenItsIdIsUnknownThenGetsAFreshOne(Mode mode, String id) {
    Visitor visitor = mode.visitor("app");
    visitor.browser.setCookie("JSESSIONID", id);

    Map<String, String> info = visitor.ask(t1(), "info");

    assertNotEquals(id, info.get("id"));
    assertEquals("true", info.get("new"));
    assertFalse(cluster().isStored(id));
  }

  // ---- 3: ids in URLs ----

  @InEachMode
  void requestWhenCookiesAreOffThenTheIdInTheUrlIsTheSession(Mode mode) {
    Visitor visitor = mode.visitor("urls");
    String id = String.valueOf(visitor.ask(t1(), "info").get("id"));

    Response here = visitor.at(t1(), "set;jsessionid=" + id + "?name=fruit&value=apple");
    Response there = visitor.at(t2(), "info;jsessionid=" + id);
    Response link = visitor.at(t2(), "url;jsessionid=" + id);

    assertEquals(List.of(), here.setCookies());
    assertEquals(List.of(), there.setCookies());
    assertEquals("fruit", Visitor.lines(there).get("attributes"));
    assertEquals(mode.idAt("t2", id), Visitor.lines(there).get("id"));
    assertTrue(link.body().contains(";jsessionid=" + Visitor.lines(there).get("id")), link.body());
  }

  // ---- 4: reload ----

  @InEachMode
  void sessionWhenItsApplicationIsReloadedThenSurvives(Mode mode) {
    Visitor visitor = mode.visitor("app");
    visitor.ask(t1(), "set?name=fruit&value=apple");
    visitor.ask(t1(), "basket/new");
    visitor.ask(t1(), "basket/add?value=pear");
    String id = visitor.id();

    new ManagerApplication(t1()).command("reload?path=/" + mode.context("app"));

    assertEquals("apple", visitor.value(t1(), "get?name=fruit"));
    assertEquals("[pear]", visitor.value(t1(), "basket"));
    assertEquals(id, visitor.id());
  }

  // ---- 5: the end of a session ----

  @InEachMode
  void invalidateWhenItReturnsThenTheRecordIsGone(Mode mode) {
    Visitor visitor = mode.visitor("later");
    visitor.ask(t1(), "set?name=fruit&value=apple");
    String id = visitor.id();

    visitor.ask(t1(), "invalidate");

    assertFalse(cluster().isStored(id));
    assertEquals("null", visitor.value(t2(), "peek"));
  }

  @InEachMode
  void invalidateWhenAParallelRequestGoesOnThenItCannotBringTheSessionBack(Mode mode)
      throws IOException {
    Visitor visitor = mode.visitor("app");
    visitor.ask(t1(), "set?name=fruit&value=apple");
    String id = visitor.id();
    Visitor parallel = visitor.copy();

    try (OpenResponse late = parallel.open(t1(), "hold?name=late" + mode + "&value=apple")) {
      assertEquals('h', late.body().read());
      visitor.ask(t1(), "invalidate");
      visitor.ask(t1(), "release?name=late" + mode);
      Response ended = late.finish();

      assertTrue(ended.body().contains("set=refused"), ended.body());
    }

    assertFalse(cluster().isStored(id));
    assertEquals("null", parallel.value(t1(), "peek"));
  }

  @InEachMode
  void loginWhenItFollowsALogoutThenTheNewSessionIsShown(Mode mode) {
    Visitor visitor = mode.visitor("later");
    visitor.ask(t1(), "set?name=user&value=ann");
    String first = visitor.id();

    visitor.ask(t1(), "relogin?value=bob");
    String second = visitor.id();
    String shown = visitor.value(t1(), "get?name=user");
    visitor.ask(t1(), "invalidate");
    visitor.ask(t1(), "set?name=user&value=cid");
    String third = visitor.id();

    assertEquals("bob", shown);
    assertEquals("cid", visitor.value(t1(), "get?name=user"));
    assertEquals(3, Set.of(first, second, third).size());
    assertFalse(cluster().isStored(first));
    assertFalse(cluster().isStored(second));
    Await.until("stored", () -> record(visitor).attributes().equals(Map.of("user", "cid")));
  }

  // ---- 6: intervals ----

  @Test
  void recordWhenTheIntervalIsOverThenIsGoneAndTheNextRequestStartsAfresh() {
    Collection<Visitor> visitors = Mode.visitors("app").values();
    visitors.forEach(visitor -> visitor.ask(t1(), "interval?value=5"));
    List<String> ids = visitors.stream().map(Visitor::id).toList();
    assertTrue(ids.stream().allMatch(cluster()::isStored));

    Await.until("expired in the store", () -> ids.stream().noneMatch(cluster()::isStored));
    List<Map<String, String>> infos =
        visitors.stream().map(visitor -> visitor.ask(t1(), "info")).toList();

    assertTrue(infos.stream().allMatch(info -> "true".equals(info.get("new"))), infos::toString);
    assertTrue(infos.stream().noneMatch(info -> ids.contains(info.get("id"))), infos::toString);
  }

  static Stream<Arguments> endlessIntervals() {
    return Mode.with(0, -1);
  }

  @ParameterizedTest
  @MethodSource("endlessIntervals")
  void recordWhenTheSessionNeverExpiresThenHasNoExpiry(Mode mode, int interval) {
    Visitor visitor = mode.visitor("app");

    visitor.ask(t1(), "interval?value=" + interval);

    assertEquals(-1, expiry(visitor.id()));
    assertEquals(String.valueOf(interval), visitor.ask(t2(), "info").get("interval"));
  }

  @InEachMode
  void recordWhenTheIntervalIsFortyDaysThenLastsAtLeastAsLong(Mode mode) {
    Visitor visitor = mode.visitor("app");
    long fortyDays = 40 * DAY_SECONDS;

    visitor.ask(t1(), "interval?value=" + fortyDays);

    long now = Instant.now().getEpochSecond();
    long expiry = expiry(visitor.id());
    assertTrue(expiry >= now + fortyDays && expiry < now + 60 * DAY_SECONDS, "at " + expiry);
    assertEquals(String.valueOf(fortyDays), visitor.ask(t2(), "info").get("interval"));
  }

  private long expiry(String id) {
    List<Long> found = new ArrayList<>();
    // A node that walks through its items leaves out those that it is just moving.
    Await.until(
        "listed by its node",
        () -> {
          Long expiry = cluster().holderOf(id).probe().expiries().get(Cluster.key(id));
          if (expiry != null) {
            found.add(expiry);
          }
          return expiry != null;
        });
    return found.get(0);
  }

  // ---- 7: reading keeps a session ----

  @Test
  @OnLines(11)
  void recordWhenItsSessionIsOnlyReadThenLivesOn() {
    Collection<Visitor> visitors = Mode.visitors("app").values();
    visitors.forEach(visitor -> visitor.ask(t1(), "set?name=fruit&value=apple"));
    visitors.forEach(visitor -> visitor.ask(t1(), "interval?value=4"));
    List<Long> versions = visitors.stream().map(visitor -> record(visitor).version()).toList();

    long start = System.nanoTime();
    for (int second = 1; second <= 9; second++) {
      long next = start + Duration.ofSeconds(second).toNanos();
      Await.until("a second later", () -> System.nanoTime() >= next);
      for (Visitor visitor : visitors) {
        assertEquals("apple", visitor.value(t1(), "get?name=fruit"));
        assertTrue(cluster().isStored(visitor.id()), "gone in second " + second);
      }
    }

    assertEquals(versions, visitors.stream().map(visitor -> record(visitor).version()).toList());
    visitors.forEach(visitor -> assertEquals("apple", visitor.value(t2(), "get?name=fruit")));
  }
}
