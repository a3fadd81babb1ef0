package io.holdfast.dist;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.holdfast.testkit.http.OpenResponse;
import io.holdfast.testkit.tomcat.TomcatProcess;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Applications that share a session's id, and no more: each has attributes of its own. */
abstract class ApplicationsTests extends ClusterTests {

  static Stream<Arguments> ways() {
    return Mode.with("forward", "include");
  }

  // ---- a request that is handed to another application ----

  @ParameterizedTest
  @MethodSource("ways")
  void changeWhenMadeInAnotherApplicationThenIsSeenElsewhereThere(Mode mode, String way) {
    Visitor visitor = mode.visitor("shop");
    visitor.ask(t1(), "set?name=fruit&value=plum");

    visitor.get(t1(), dispatch(mode, way, "/change") + "&value=apple");
    String there = inCart(mode, visitor, t2());

    assertEquals("value=apple", there);
    assertEquals("plum", visitor.value(t2(), "get?name=fruit"));
  }

  @InEachMode
  void changeWhenMadeInAnotherApplicationAtBothTomcatsThenIsNeverStale(Mode mode) {
    Visitor visitor = mode.visitor("shop");
    visitor.ask(t1(), "info");
    visitor.get(t1(), dispatch(mode, "include", "/change") + "&value=apple");

    visitor.get(t2(), dispatch(mode, "include", "/change") + "&value=pear");
    String back = inCart(mode, visitor, t1());

    assertEquals("value=pear", back);
  }

  /** Also where the first application's own sessions are sticky. */
  @ParameterizedTest
  @ValueSource(strings = {"any-shop", "shop"})
  void changeWhenTheOtherApplicationLetsBytesLeaveThenIsSeenWithThem(String first) {
    Visitor visitor = new Visitor(first);
    visitor.ask(t1(), "info");
    String path = dispatch(Mode.NON_STICKY, "forward", "/leaving/flush");

    String seen;
    try (OpenResponse open =
        visitor.browser.open(
            t1().port(), "/" + first + "/" + path + "&value=apple&gate=crossing")) {
      seen = inCart(Mode.NON_STICKY, visitor.copy(), t2());
      new Visitor("any-cart").ask(t1(), "release?name=crossing");
      open.finish();
    }

    assertEquals("value=apple", seen);
  }

  private static String dispatch(Mode mode, String way, String path) {
    return "dispatch/%s?to=%s&path=%s&name=fruit".formatted(way, mode.context("cart"), path);
  }

  private static String inCart(Mode mode, Visitor visitor, TomcatProcess tomcat) {
    return visitor.get(tomcat, dispatch(mode, "forward", "/probe/get")).body().strip();
  }

  // ---- sessionCookiePath="/" ----

  @InEachMode
  void attributesWhenTwoApplicationsHaveOneIdThenBelongToOneOfThem(Mode mode) {
    Visitor one = mode.visitor("one");
    Visitor two = one.in(mode.context("two"));

    one.ask(t1(), "set?name=fruit&value=apple");
    String id = one.id();
    two.ask(t1(), "set?name=fruit&value=pear");

    assertEquals(id, two.id());
    assertEquals("apple", one.value(t1(), "get?name=fruit"));
    assertEquals("pear", two.value(t2(), "get?name=fruit"));
    assertEquals("apple", one.value(t2(), "get?name=fruit"));
  }

  @InEachMode
  void sessionWhenAnotherApplicationsBroughtItsIdBackThenIsNotStale(Mode mode) {
    Visitor one = mode.visitor("one");
    Visitor two = one.in(mode.context("two"));
    one.ask(t1(), "set?name=fruit&value=apple");
    two.ask(t1(), "info");
    two.ask(t2(), "info");
    one.ask(t2(), "set?name=fruit&value=cherry");

    two.ask(t1(), "info");

    assertEquals("cherry", one.value(t1(), "get?name=fruit"));
  }

  @InEachMode
  void sessionWhenAnApplicationThatHasNotMovedBroughtItsIdBackThenIsNotStale(Mode mode) {
    Visitor one = mode.visitor("one");
    Visitor two = one.in(mode.context("two"));
    one.ask(t1(), "set?name=fruit&value=apple");
    two.ask(t1(), "info");
    one.ask(t2(), "set?name=fruit&value=cherry");

    two.ask(t1(), "info");

    assertEquals("cherry", one.value(t1(), "get?name=fruit"));
  }

  @InEachMode
  void sessionWhenThatOfAnotherApplicationEndsThenLivesOn(Mode mode) {
    Visitor one = mode.visitor("one");
    Visitor two = one.in(mode.context("two"));
    one.ask(t1(), "set?name=fruit&value=apple");
    two.ask(t1(), "info");

    two.ask(t1(), "invalidate");

    assertEquals("apple", one.value(t2(), "get?name=fruit"));
  }

  /** The other application has the id yet, so the next session of the browser gets it. */
  @InEachMode
  void sessionWhenTheNextOneWithItsIdHasEndedTooThenNoTomcatHasIt(Mode mode) {
    Visitor one = mode.visitor("one");
    Visitor two = one.in(mode.context("two"));
    one.ask(t1(), "info");
    two.ask(t1(), "set?name=user&value=ann");
    two.ask(t2(), "set?name=page&value=1");
    two.ask(t1(), "set?name=page&value=2");
    String id = Cluster.key(two.id());
    two.ask(t1(), "invalidate");

    two.ask(t1(), "set?name=user&value=bob");
    assertEquals(id, Cluster.key(two.id()));
    two.ask(t1(), "invalidate");

    assertEquals(
        List.of("found=false"), two.copy().get(t2(), "history/dump").body().lines().toList());
    assertEquals(
        List.of("found=false"), two.copy().get(t1(), "history/dump").body().lines().toList());
  }
}
