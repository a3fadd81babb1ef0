package io.holdfast.dist;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Servlets and pages that are not asked by the client but by other servlets or the container. */
abstract class DispatchTests extends ClusterTests {

  static Stream<Arguments> ways() {
    return Mode.with(
        "dispatch/forward?path=/change&",
        "dispatch/forward?path=/change.jsp&",
        "dispatch/include?path=/change&",
        "dispatch/include?path=/change.jsp&",
        "dispatch/named-forward?",
        "dispatch/named-include?",
        "leaving/forward-then-change?",
        "leaving/error?",
        "leaving/exception?",
        "leaving/errorpage?");
  }

  @ParameterizedTest
  @MethodSource("ways")
  void changeWhenMadeOnTheWayThenIsSeenElsewhere(Mode mode, String way) {
    Visitor visitor = mode.visitor("app");
    visitor.ask(t1(), "set?name=fruit&value=none");

    visitor.get(t1(), way + "name=fruit&value=apple");

    assertEquals("apple", seenElsewhere(mode, visitor, "fruit", "apple"));
  }
}
