package io.holdfast.dist;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import io.holdfast.core.metrics.Metric;
import io.holdfast.testkit.Await;
import io.holdfast.testkit.http.Response;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Clients whose Tomcat is gone at a moment when the store does not answer. */
@OnLines(11)
abstract class UnheardSuite extends ClusterSuite {

  private static final List<String> PURPOSES = List.of("app", "brief", "never", "empty");

  private static final Duration DOUBT_ENDS = Duration.ofSeconds(30);

  private final SoakNode silent = SoakNode.start("n1", 1);

  @Override
  List<ContextXml> contexts() {
    List<ContextXml> contexts =
        new ArrayList<>(
            Mode.each(
                patient("app").manager("doubtTimeout", "600000"),
                patient("brief").manager("doubtTimeout", "1500"),
                patient("never").manager("doubtTimeout", "0"),
                patient("empty").manager("doubtTimeout", "0"))); // no session to be looked after
    contexts.add(DoubtTests.context(silent));
    return contexts;
  }

  private static ContextXml patient(String name) {
    return ContextXml.synchronous(name).manager("operationTimeout", "1000");
  }

  /** Sessions that may be newer on a node that does not answer. */
  @Nested
  final class Doubt extends DoubtTests {

    @Override
    SoakNode node() {
      return silent;
    }
  }

  @AfterAll
  void closeSilent() {
    silent.close();
  }

  @AfterEach
  void awaitNodes() {
    cluster()
        .awaitNodesSeen(
            Stream.of(Mode.values())
                .flatMap(mode -> PURPOSES.stream().map(mode::context))
                .toList());
  }

  static Stream<Arguments> outages() {
    return Mode.with(StoreState.FROZEN, StoreState.DEAD);
  }

  @InEachMode
  void requestWhenTheStoreHangsThenIsRefusedRatherThanGivenAnotherSession(Mode mode) {
    Visitor visitor = mode.visitor("app");
    visitor.ask(t1(), "set?name=fruit&value=apple");
    String id = visitor.id();
    int logged = t2().logs().length();

    StoreState.FROZEN.begin(cluster().nodes());
    Response refused;
    String without;
    try {
      refused = visitor.at(t2(), "set?name=drink&value=tea");
      without = visitor.value(t2(), "peek");
    } finally {
      StoreState.FROZEN.end(cluster().nodes());
    }
    awaitNodes();

    assertEquals(503, refused.status(), refused::body);
    assertFalse(t2().logs().substring(logged).contains("Exception"), () -> t2().logs());
    assertEquals("1", refused.header("Retry-After"));
    assertEquals(List.of(), refused.setCookies());
    assertEquals("null", without);
    assertEquals("apple", visitor.value(t2(), "get?name=fruit"));
    assertEquals(mode.idAt("t2", id), visitor.id());
    assertEquals(
        "1", mode.visitor("app").ask(t2(), "counters").get(Metric.REQUESTS_IN_DOUBT.name()));
  }

  @InEachMode
  void requestWhenItsSessionIsNowhereThenTheStoreIsAskedOnce(Mode mode) {
    for (String route : List.of("", ".t1", ".t2")) {
      Visitor visitor = mode.visitor("app");
      visitor.browser.setCookie("JSESSIONID", "0123456789ABCDEF" + route);
      long before = visitor.counter(t2(), Metric.LOADS_ABSENT);

      visitor.ask(t2(), "set?name=drink&value=tea");

      assertEquals(before + 1, visitor.counter(t2(), Metric.LOADS_ABSENT), route);
    }
  }

  @InEachMode
  void requestWhenTheStoreHangsThenWaitsForItOnce(Mode mode) {
    Visitor visitor = mode.visitor("empty");
    visitor.browser.setCookie("JSESSIONID", "0123456789ABCDEF.t1");
    long before = visitor.counter(t2(), Metric.LOADS_FAILED);

    StoreState.FROZEN.begin(cluster().nodes());
    try {
      visitor.ask(t2(), "peek");
      assertEquals(before + 1, visitor.counter(t2(), Metric.LOADS_FAILED));
    } finally {
      StoreState.FROZEN.end(cluster().nodes());
    }
  }

  @ParameterizedTest
  @MethodSource("outages")
  void requestWhenTheStoreStaysAwayThenGetsAnotherSession(Mode mode, StoreState outage) {
    Visitor visitor = mode.visitor("brief");
    visitor.ask(t1(), "set?name=fruit&value=apple");
    String id = visitor.id();

    outage.begin(cluster().nodes());
    try {
      Await.until(
          "the application gets a session",
          DOUBT_ENDS,
          () -> visitor.at(t2(), "set?name=drink&value=tea").status() == 200);
      assertNotEquals(Cluster.key(id), Cluster.key(visitor.id()));
      assertEquals("tea", visitor.value(t2(), "get?name=drink"));
    } finally {
      outage.end(cluster().nodes());
    }
  }

  @ParameterizedTest
  @MethodSource("outages")
  void requestWhenDoubtIsOffThenGetsAnotherSessionAtOnce(Mode mode, StoreState outage) {
    Visitor visitor = mode.visitor("never");
    visitor.ask(t1(), "set?name=fruit&value=apple");
    String id = visitor.id();

    outage.begin(cluster().nodes());
    try {
      Map<String, String> answer = visitor.ask(t2(), "set?name=drink&value=tea");
      assertNotEquals(Cluster.key(id), Cluster.key(visitor.id()), answer::toString);
    } finally {
      outage.end(cluster().nodes());
    }
  }

  @ParameterizedTest
  @MethodSource("outages")
  void requestWhenItsClientHasNoSessionThenGetsOne(Mode mode, StoreState outage) {
    Visitor visitor = mode.visitor("app");

    outage.begin(cluster().nodes());
    try {
      visitor.ask(t2(), "set?name=drink&value=tea");
      assertEquals("tea", visitor.value(t2(), "get?name=drink"));
    } finally {
      outage.end(cluster().nodes());
    }
  }

  @InEachMode
  void requestWhenTheStoreSaysThatThereIsNothingThenGetsAnotherSession(Mode mode) {
    Visitor visitor = mode.visitor("app");
    visitor.ask(t1(), "set?name=fruit&value=apple");
    visitor.copy().ask(t1(), "invalidate");

    visitor.ask(t2(), "set?name=drink&value=tea");

    assertEquals("tea", visitor.value(t2(), "get?name=drink"));
    assertEquals("null", visitor.value(t2(), "get?name=fruit"));
  }
}
