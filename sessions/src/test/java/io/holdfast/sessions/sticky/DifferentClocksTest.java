package io.holdfast.sessions.sticky;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.holdfast.core.log.QuietLog;
import io.holdfast.core.session.SessionId;
import io.holdfast.sessions.model.Nodes;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A sticky session that moves to a Tomcat whose clock is behind, as far as clocks may differ. The
 * Tomcat that it has left has its copy yet; whatever happens to the nodes, what the session has
 * become since is not replaced by that.
 */
@Timeout(60)
@ExtendWith(QuietLog.class)
final class DifferentClocksTest {

  private static final String BASE = "s";
  private static final Map<String, Object> NEW = Map.of("value", "new");

  private final Nodes nodes = new Nodes("n1", "n2");
  private final OneTomcat left = new OneTomcat("left", nodes);
  private final OneTomcat owner = new OneTomcat("owner", nodes);

  @AfterEach
  void close() {
    left.close();
    owner.close();
  }

  static Stream<Arguments> cases() {
    return Stream.of(-10, -3, 0, 3)
        .flatMap(
            skew ->
                Stream.of(true, false)
                    .flatMap(
                        isRead ->
                            Stream.of(true, false)
                                .flatMap(
                                    ownerFirst ->
                                        Stream.of(true, false)
                                            .map(
                                                isEmpty ->
                                                    Arguments.of(
                                                        skew, isRead, ownerFirst, isEmpty)))));
  }

  /**
   * Plays it.
   *
   * @param skew seconds that the owner's clock is ahead
   * @param isRead whether the last request before the move changed nothing
   * @param ownerFirst whether the owner notices first that a node is back
   * @param isEmpty whether the nodes come back empty
   */
  @ParameterizedTest
  @MethodSource("cases")
  void reconnectedWhenTheClocksDifferThenTheSessionStaysAsItIsOnItsLastTomcat(
      int skew, boolean isRead, boolean ownerFirst, boolean isEmpty) {
    FakeSession copy = left.createStored(BASE, "old");
    if (isRead) {
      nodes.clock.advance(Duration.ofMinutes(1));
      left.request(copy, session -> {});
    }
    nodes.clock.advance(Duration.ofSeconds(skew));
    FakeSession moved = Objects.requireNonNull(owner.takeOver(BASE));
    owner.request(moved, session -> session.set("value", "new"));
    nodes.clock.advance(Duration.ofMinutes(3));
    List<OneTomcat> inOrder = ownerFirst ? List.of(owner, left) : List.of(left, owner);

    for (String node : nodes.ids()) {
      if (isEmpty) {
        nodes.get(node).wipe();
      }
      for (OneTomcat tomcat : inOrder) {
        tomcat.resync.reconnected(node);
        tomcat.settle();
      }
    }

    try (OneTomcat third = new OneTomcat("third", nodes)) {
      SessionId requested = new SessionId(BASE).withJvmRoute("third");
      assertEquals(NEW, Objects.requireNonNull(third.load(requested)).attributes());
    }
    assertEquals(NEW, Objects.requireNonNull(owner.arrive(moved)).storableAttributes());
  }
}
