package io.holdfast.dist;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.testkit.Await;
import io.holdfast.testkit.http.Response;
import io.holdfast.testkit.memcached.MemcachedNode;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What a request writes: enough to take over, and nothing else. */
abstract class WritesTests extends ClusterTests {

  private static final String IGNORED = ".*\\.png(\\?.*)?";

  /** What is deployed for these tests. */
  static List<ContextXml> contexts() {
    return Mode.each(
        ContextXml.synchronous("app"),
        ContextXml.named("later").manager("operationTimeout", "15000"),
        ContextXml.synchronous("filter").manager("sessionAttributeFilter", "keep.*"),
        ContextXml.synchronous("names").manager("sessionAttributeNameFilter", "keep.*"),
        ContextXml.synchronous("classes")
            .manager("sessionAttributeValueClassNameFilter", "java\\.lang\\.String"),
        ContextXml.synchronous("ignore").manager("requestUriIgnorePattern", IGNORED),
        ContextXml.synchronous("secure")
            .manager("requestUriIgnorePattern", IGNORED)
            .context("altDDName", ProbeApplication.descriptor("web-secure.xml").toString()));
  }

  // ---- 11: no change, no write ----

  static Stream<Arguments> harmless() {
    return Mode.with("none", "peek", "info", "get?name=fruit", "basket", "get?name=absent");
  }

  @ParameterizedTest
  @MethodSource("harmless")
  void requestWhenItChangesNothingThenWritesNothing(Mode mode, String command) {
    Visitor visitor = mode.visitor("app");
    visitor.ask(t1(), "set?name=fruit&value=apple");
    visitor.ask(t1(), "basket/new");
    cluster().awaitCopies();
    long version = record(visitor).version();
    long cas = record(visitor).cas();

    visitor.ask(t1(), command);
    visitor.ask(t1(), command);

    assertEquals(cas, record(visitor).cas());
    assertEquals(version, record(visitor).version());
  }

  @Test
  void requestWhenItDoesNotUseTheSessionThenCostsNoStoreOperation() {
    Visitor visitor = new Visitor("app");
    visitor.ask(t1(), "set?name=fruit&value=apple");
    cluster().awaitWithoutCommands(() -> visitor.ask(t1(), "none"));
  }

  @InEachMode
  void requestWhenItSetsAnEqualValueThenWritesNothing(Mode mode) {
    Visitor visitor = mode.visitor("app");
    visitor.ask(t1(), "set?name=fruit&value=apple");
    long version = record(visitor).version();

    visitor.ask(t1(), "set?name=fruit&value=apple");

    assertEquals(version, record(visitor).version());
  }

  @InEachMode
  void requestWhenItChangesAnAttributeInPlaceThenWritesIt(Mode mode) {
    Visitor visitor = mode.visitor("app");
    visitor.ask(t1(), "basket/new");
    long version = record(visitor).version();

    visitor.ask(t1(), "basket/add?value=apple");

    assertEquals(1, mode.writes(version, record(visitor).version()));
    assertEquals("[apple]", visitor.value(t2(), "basket"));
  }

  @InEachMode
  void requestWhenOnlyTheIntervalChangesThenWritesIt(Mode mode) {
    Visitor visitor = mode.visitor("app");
    visitor.ask(t1(), "set?name=fruit&value=apple");
    long version = record(visitor).version();

    visitor.ask(t1(), "interval?value=777");

    assertEquals(1, mode.writes(version, record(visitor).version()));
    assertEquals(777, record(visitor).times().maxInactiveInterval());
  }

  static Stream<Arguments> failing() {
    return Mode.with("fail", "senderror");
  }

  @ParameterizedTest
  @MethodSource("failing")
  void requestWhenItEndsInAnErrorThenWritesWhatItChanged(Mode mode, String command) {
    Visitor visitor = mode.visitor("app");
    visitor.ask(t1(), "info");

    Response response = visitor.at(t1(), command + "?name=fruit&value=apple");

    assertTrue(response.status() >= 500, "status " + response.status());
    assertEquals(Map.of("fruit", "apple"), record(visitor).attributes());
  }

  @InEachMode
  void requestWhenItIsAsynchronousThenWritesWhatItChangedLater(Mode mode) {
    Visitor visitor = mode.visitor("app");
    visitor.ask(t1(), "info");

    visitor.ask(t1(), "async?name=fruit&value=apple");

    Await.until("stored", () -> record(visitor).attributes().equals(Map.of("fruit", "apple")));
  }

  @InEachMode
  void idWhenTheApplicationChangesItThenTheRecordMovesToTheNewOne(Mode mode) {
    Visitor visitor = mode.visitor("app");
    visitor.ask(t1(), "set?name=fruit&value=apple");
    String old = visitor.id();

    String id = visitor.value(t1(), "changeid");

    assertNotEquals(old, id);
    assertEquals(id, visitor.id());
    assertEquals(Map.of("fruit", "apple"), record(visitor).attributes());
    Await.until("old record gone", () -> !cluster().isStored(old));
    assertEquals("apple", visitor.value(t2(), "get?name=fruit"));
  }

  // ---- 12: filters ----

  static Stream<Arguments> contextsThatFilterNames() {
    return Mode.with("filter", "names");
  }

  @ParameterizedTest
  @MethodSource("contextsThatFilterNames")
  void recordWhenNamesAreFilteredThenHasOnlyThose(Mode mode, String context) {
    Visitor visitor = mode.visitor(context);

    visitor.ask(t1(), "set?name=keepFruit&value=apple");
    long version = record(visitor).version();
    visitor.ask(t1(), "set?name=other&value=pear");

    assertEquals(Map.of("keepFruit", "apple"), record(visitor).attributes());
    assertEquals(version, record(visitor).version());
    assertEquals("pear", visitor.value(t1(), "get?name=other"));
    assertEquals("null", visitor.value(t2(), "get?name=other"));
    assertEquals("apple", visitor.value(t2(), "get?name=keepFruit"));
  }

  @InEachMode
  void recordWhenClassesAreFilteredThenHasOnlyThose(Mode mode) {
    Visitor visitor = mode.visitor("classes");

    visitor.ask(t1(), "set?name=fruit&value=apple");
    visitor.ask(t1(), "count");

    assertEquals(Map.of("fruit", "apple"), record(visitor).attributes());
    assertEquals("2", visitor.ask(t1(), "count").get("count"));
    assertEquals("1", visitor.ask(t2(), "count").get("count"));
  }

  // ---- 13: what cannot be written ----

  @InEachMode
  void attributeWhenItCannotBeWrittenThenIsNamedOnceAndTheOthersAreStored(Mode mode) {
    Visitor visitor = mode.visitor("app");

    visitor.ask(t1(), "set?name=fruit&value=apple");
    visitor.ask(t1(), "unwritable?name=theBadOne" + mode);
    visitor.ask(t1(), "set?name=fruit&value=pear");

    assertEquals(Map.of("fruit", "pear"), record(visitor).attributes());
    assertTrue(visitor.value(t1(), "get?name=theBadOne" + mode).startsWith("Unwritable"));
    List<String> lines = linesWith("theBadOne" + mode);
    assertEquals(1, lines.size(), () -> String.join("\n", lines));
    assertTrue(lines.get(0).contains("probe.Unwritable"), lines.get(0));
  }

  private StoredSession record(Visitor visitor) {
    return cluster().record(visitor);
  }

  private List<String> linesWith(String text) {
    return t1().logs().lines().filter(line -> line.contains(text)).toList();
  }

  // ---- 14: ignored requests ----

  @InEachMode
  void requestWhenItsUriIsIgnoredThenCostsNoStoreOperation(Mode mode) {
    Visitor visitor = mode.visitor("ignore");
    visitor.ask(t1(), "set?name=fruit&value=apple");
    cluster()
        .awaitWithoutCommands(
            () -> {
              visitor.ask(t1(), "none.png");
              visitor.ask(t1(), "set.png?name=fruit&value=pear");
            });

    assertEquals("pear", visitor.value(t1(), "get?name=fruit"));
    assertEquals(Map.of("fruit", "pear"), record(visitor).attributes());
  }

  @InEachMode
  void requestWhenItIsIgnoredAndItsSessionMovedThenFindsItAllTheSame(Mode mode) {
    Visitor visitor = mode.visitor("ignore");
    visitor.ask(t1(), "set?name=fruit&value=apple");

    String ignored = visitor.value(t2(), "get.png?name=fruit");
    String next = visitor.value(t2(), "get?name=fruit");

    assertEquals("apple", ignored);
    assertEquals("apple", next);
    assertEquals(mode.idAt("t2", visitor.id()), visitor.id());
  }

  @InEachMode
  void requestWhenItIsIgnoredUnderAFormConstraintThenTheUserStaysLoggedIn(Mode mode) {
    Visitor visitor = loggedIn(mode);
    cluster().awaitWithoutCommands(() -> assertEquals("ann", visitor.value(t1(), "user.png")));
    String there = visitor.value(t2(), "user.png");

    assertEquals("ann", there);
    assertEquals("ann", visitor.value(t2(), "user"));
  }

  @InEachMode
  void loginWhenItBeginsAtAnIgnoredRequestThenSucceeds(Mode mode) {
    Visitor visitor = mode.visitor("secure");

    Response asked = visitor.at(t1(), "user.png");
    Response answer = login(mode, visitor);

    assertTrue(asked.body().contains("j_security_check"), asked.body());
    assertEquals("ann", Visitor.lines(answer).get("user"));
    assertEquals("ann", visitor.value(t2(), "user"));
  }

  private Visitor loggedIn(Mode mode) {
    Visitor visitor = mode.visitor("secure");
    visitor.at(t1(), "user");
    Response answer = login(mode, visitor);
    assertEquals("ann", Visitor.lines(answer).get("user"), answer.body());
    return visitor;
  }

  private Response login(Mode mode, Visitor visitor) {
    String path = "/" + mode.context("secure") + "/j_security_check";
    Response sent =
        visitor.browser.post(
            t1().port(), path, Map.of("j_username", "ann", "j_password", "secret"));
    return visitor.browser.follow(t1().port(), path, sent);
  }

  // ---- 15: a slow backup ----

  @Test
  void recordWhenManyRequestsFallIntoASlowBackupThenFewWritesBringTheLastState() {
    Visitor visitor = new Visitor("later");
    visitor.ask(t1(), "info");
    Await.until("stored", () -> cluster().isStored(visitor.id()));
    long version = record(visitor).version();
    MemcachedNode holder = cluster().holderOf(visitor.id());

    holder.freeze();
    try {
      for (int i = 0; i < 100; i++) {
        visitor.ask(t1(), "count");
      }
    } finally {
      holder.thaw();
    }
    Await.until("stored", () -> record(visitor).attributes().equals(Map.of("count", 100)));

    long writes = Mode.STICKY.writes(version, record(visitor).version());
    assertTrue(writes <= 3, writes + " writes");
  }

  @Test
  void recordsWhenRequestsComeFastThenHoldTheLastState() {
    List<Visitor> visitors = IntStream.range(0, 100).mapToObj(i -> new Visitor("later")).toList();

    visitors.forEach(visitor -> IntStream.range(0, 5).forEach(i -> visitor.ask(t1(), "count")));

    Await.until(
        "all are stored",
        () ->
            visitors.stream()
                .allMatch(visitor -> record(visitor).attributes().equals(Map.of("count", 5))));
  }

  @Test
  void recordsWhenSessionsAreManyThenAreSpreadOverTheNodes() {
    List<String> ids =
        Stream.generate(() -> new Visitor("app"))
            .limit(20)
            .peek(visitor -> visitor.ask(t1(), "info"))
            .map(Visitor::id)
            .toList();

    Set<String> onFirst = Set.copyOf(cluster().n1.probe().keys());
    long first = ids.stream().filter(id -> onFirst.contains(Cluster.key(id))).count();

    assertTrue(first > 0 && first < 20, first + " of 20 on the first node");
  }
}
