package io.holdfast.dist;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.holdfast.core.metrics.Metric;
import io.holdfast.testkit.Await;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Connections that leave HTTP with a session in their hands: WebSockets, and others. */
abstract class UpgradeTests extends ClusterTests {

  private static final int POLICY_VIOLATED = 1008;

  static Stream<Arguments> channels() {
    return Mode.with("socket", "lines");
  }

  private SessionChannel open(String kind, String context, Visitor visitor) {
    return kind.equals("socket")
        ? new SocketChannel(t1().port(), context, visitor.id())
        : new LineChannel(t1().port(), context, visitor.id(), "handshake", "made");
  }

  @InEachMode
  void changeWhenMadeInTheHandshakeThenIsSeenElsewhere(Mode mode) {
    Visitor visitor = mode.visitor("app");
    visitor.ask(t1(), "info");

    String seen;
    try (SessionChannel channel = open("lines", mode.context("app"), visitor)) {
      assertEquals("made", channel.tell("handshake"));
      seen = seenElsewhere(mode, visitor, "handshake", "made");
    }

    assertEquals("made", seen);
  }

  @ParameterizedTest
  @MethodSource("channels")
  void attributesWhenSetAndRemovedThroughTheConnectionThenAreStoredSoon(Mode mode, String kind) {
    Visitor visitor = mode.visitor("app");
    visitor.ask(t1(), "set?name=fruit&value=none");

    String seen;
    try (SessionChannel channel = open(kind, mode.context("app"), visitor)) {
      assertEquals("done", channel.tell("drink=tea"));
      assertEquals("done", channel.tell("fruit="));
      Await.until(
          "stored",
          () -> {
            Map<String, Object> attributes = cluster().record(visitor).attributes();
            return "tea".equals(attributes.get("drink")) && !attributes.containsKey("fruit");
          });
      seen = visitor.value(t2(), "get?name=drink");
    }

    assertEquals("tea", seen);
  }

  @Test
  void connectionWhenAnotherTomcatChangedTheSessionThenItsChangesAreAdded() {
    Visitor visitor = new Visitor("any-app");
    visitor.ask(t1(), "set?name=fruit&value=apple");

    try (SessionChannel channel = open("socket", "any-app", visitor)) {
      visitor.ask(t2(), "set?name=fruit&value=pear");
      visitor.ask(t1(), "get?name=fruit"); // makes a newer instance; the connection keeps its own
      assertEquals("done", channel.tell("drink=tea"));
      Await.until(
          "both are stored",
          () ->
              cluster()
                  .record(visitor)
                  .attributes()
                  .equals(Map.of("fruit", "pear", "drink", "tea")));
    }

    assertEquals("tea", visitor.value(t1(), "get?name=drink"));
    assertEquals("pear", visitor.value(t2(), "get?name=fruit"));
  }

  @Test
  void sessionWhenAConnectionIsOpenThenNoRequestWaitsForIt() {
    Visitor visitor = new Visitor("all");
    visitor.ask(t1(), "count");
    long timeouts = visitor.counter(t2(), Metric.LEASE_TIMEOUTS);

    String count;
    try (SessionChannel socket = open("socket", "all", visitor);
        SessionChannel lines = open("lines", "all", visitor)) {
      Await.until("no lease is left", () -> cluster().leases().isEmpty());
      count = visitor.ask(t2(), "count").get("count");
      assertEquals("done", socket.tell("drink=tea"));
      assertEquals("done", lines.tell("fruit=apple"));
      Await.until(
          "all is stored",
          () ->
              cluster()
                  .record(visitor)
                  .attributes()
                  .equals(
                      Map.of("count", 2, "handshake", "made", "drink", "tea", "fruit", "apple")));
    }

    assertEquals("2", count);
    assertEquals(timeouts, visitor.counter(t2(), Metric.LEASE_TIMEOUTS));
  }

  @InEachMode
  @OnLines(value = 11, only = true) // since Servlet 6.1
  void accessorWhenItChangesTheSessionThenThatIsStored(Mode mode) {
    Visitor visitor = mode.visitor("app");
    visitor.ask(t1(), "set?name=fruit&value=apple");

    try (SessionChannel channel = open("socket", mode.context("app"), visitor)) {
      assertEquals("apple", channel.tell("accessor:fruit"));
      assertEquals("done", channel.tell("accessor:drink=tea"));
    }

    assertEquals("tea", visitor.value(t2(), "get?name=drink"));
  }

  /** A client that has gone on elsewhere is not in what an accessor does here. */
  @InEachMode
  @OnLines(value = 11, only = true) // since Servlet 6.1
  void accessorWhenTheSessionHasGoneOnElsewhereThenTheChangesThereStay(Mode mode) {
    Visitor visitor = mode.visitor("app");
    visitor.ask(t1(), "set?name=fruit&value=apple");

    try (SessionChannel channel = open("socket", mode.context("app"), visitor)) {
      visitor.ask(t2(), "set?name=fruit&value=pear");
      channel.tell("accessor:fruit");
      channel.tell("accessor:drink=tea");
      channel.tell("accessor:fruit");

      assertEquals("pear", cluster().record(visitor).attributes().get("fruit"));
    }

    assertEquals("pear", visitor.value(t1(), "get?name=fruit"));
  }

  /**
   * Tomcat closes those of sessions that end in it; of others it hears when it looks after them.
   */
  @InEachMode
  void socketWhenItsUserHasLoggedOutAtAnotherTomcatThenIsClosed(Mode mode) {
    Visitor visitor = mode.visitor("sales");
    visitor.get(t1(), "user/login?name=ann&password=" + RequestsSuite.PASSWORD);
    visitor.ask(t1(), "interval?value=4");

    try (SocketChannel socket =
        new SocketChannel(t1().port(), mode.context("sales"), visitor.id())) {
      assertEquals("null", socket.tell("drink"));
      visitor.get(t2(), "user/end");

      Await.until("it is closed", () -> socket.closedWith() != 0);
      assertEquals(POLICY_VIOLATED, socket.closedWith());
    }
  }

  /** Tomcat finds them after a change of the id since 9.0.121, 10.1.58 and 11.0.25. */
  @InEachMode
  void socketWhenItsSessionGotAnotherIdThenIsClosedAtTheLogoutElsewhere(Mode mode) {
    Visitor visitor = mode.visitor("sales");
    visitor.get(t1(), "user/login?name=ann&password=" + RequestsSuite.PASSWORD);
    visitor.ask(t1(), "interval?value=4");

    try (SocketChannel socket =
        new SocketChannel(t1().port(), mode.context("sales"), visitor.id())) {
      assertEquals("null", socket.tell("drink"));
      visitor.ask(t1(), "changeid");
      visitor.get(t2(), "user/end");

      Await.until("it is closed", () -> socket.closedWith() != 0);
      assertEquals(POLICY_VIOLATED, socket.closedWith());
    }
  }

  @InEachMode
  void sessionWhenAConnectionIsOpenThenExpiresAllTheSame(Mode mode) {
    Visitor visitor = mode.visitor("brief");
    visitor.ask(t1(), "info");
    String id = visitor.id();

    try (SessionChannel channel = open("socket", mode.context("brief"), visitor)) {
      visitor.ask(t1(), "interval?value=1");
      Await.until("over", () -> "ended".equals(channel.tell("drink=tea")));
      Await.until("gone", () -> !cluster().isStored(id));
      assertEquals("ended", channel.tell("drink=tea"));
    }

    assertEquals("null", visitor.value(t1(), "peek"));
  }
}
