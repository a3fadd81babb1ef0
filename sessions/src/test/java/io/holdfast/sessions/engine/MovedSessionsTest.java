package io.holdfast.sessions.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.log.QuietLog;
import io.holdfast.core.storage.StoreException.Reason;
import io.holdfast.sessions.model.Nodes;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A sticky session that has moved to another Tomcat, and may have ended there. The Tomcat that it
 * has left has its copy yet; whatever happens to the nodes, that replaces nothing.
 */
@Timeout(60)
@ExtendWith(QuietLog.class)
final class MovedSessionsTest {

  private static final String ID = "s";

  private Nodes nodes = new Nodes();
  private List<StickyTomcat> tomcats = List.of();

  private StickyTomcat left() {
    return tomcats.get(0);
  }

  private StickyTomcat owner() {
    return tomcats.get(1);
  }

  private List<StickyTomcat> inOrder(boolean ownerFirst) {
    return ownerFirst ? List.of(owner(), left()) : tomcats;
  }

  private void start(int nodeCount, int copies) {
    nodes =
        new Nodes(
            IntStream.rangeClosed(1, nodeCount).mapToObj(i -> "n" + i).toArray(String[]::new));
    tomcats =
        List.of(new StickyTomcat("left", nodes, copies), new StickyTomcat("owner", nodes, copies));
  }

  /** The session as the first request at its next Tomcat has it. */
  private FakeInstance move() {
    left().create(ID, "old");
    nodes.clock.advance(Duration.ofMillis(1));
    return Objects.requireNonNull(owner().takeOver(ID));
  }

  private void moveAndEnd() {
    owner().invalidate(move());
    nodes.clock.advance(Duration.ofSeconds(10));
  }

  private void restartEmpty(String node, boolean ownerFirst) {
    nodes.get(node).wipe();
    inOrder(ownerFirst).forEach(tomcat -> tomcat.reconnected(node));
  }

  private void freezeAndThaw(String node, boolean ownerFirst, Runnable meanwhile) {
    nodes.get(node).failWith(Reason.UNAVAILABLE);
    inOrder(ownerFirst).forEach(tomcat -> tomcat.lose(node));
    meanwhile.run();
    nodes.get(node).heal();
    inOrder(ownerFirst).forEach(tomcat -> tomcat.returned(node));
  }

  private void assertOver() {
    assertNull(new StickyTomcat("third", nodes, 1).takeOver(ID));
    assertNull(owner().takeOver(ID));
    assertNull(left().takeOver(ID));
  }

  static Stream<Arguments> clusters() {
    return Stream.of("1 1", "2 1", "2 2", "3 1", "3 2")
        .flatMap(
            cluster ->
                Stream.of(true, false)
                    .map(
                        ownerFirst ->
                            Arguments.of(
                                Integer.parseInt(cluster.substring(0, 1)),
                                Integer.parseInt(cluster.substring(2)),
                                ownerFirst)));
  }

  @ParameterizedTest
  @MethodSource("clusters")
  void endWhenEachNodeIsRestartedEmptyTwiceThenTheOldCopyIsNotStored(
      int nodeCount, int copies, boolean ownerFirst) {
    start(nodeCount, copies);
    moveAndEnd();

    nodes.ids().forEach(node -> restartEmpty(node, ownerFirst));
    nodes.ids().forEach(node -> restartEmpty(node, ownerFirst));

    assertOver();
  }

  @ParameterizedTest
  @MethodSource("clusters")
  void endWhenEachNodeIsAwayForAWhileThenTheOldCopyIsNotStored(
      int nodeCount, int copies, boolean ownerFirst) {
    start(nodeCount, copies);
    moveAndEnd();

    nodes.ids().forEach(node -> freezeAndThaw(node, ownerFirst, () -> {}));

    assertOver();
  }

  @ParameterizedTest
  @MethodSource("clusters")
  void endWhenANodeIsAwayMeanwhileThenTheOldCopyIsNotStored(
      int nodeCount, int copies, boolean ownerFirst) {
    for (int i = 1; i <= nodeCount; i++) {
      start(nodeCount, copies);
      FakeInstance session = move();

      freezeAndThaw("n" + i, ownerFirst, () -> owner().invalidate(session));
      nodes.ids().forEach(node -> restartEmpty(node, ownerFirst));

      assertOver();
    }
  }

  @ParameterizedTest
  @CsvSource({"1, 1", "2, 1", "2, 2"})
  void endWhenTheTomcatThatWasLeftStopsThenTheOldCopyIsNotStored(int nodeCount, int copies) {
    start(nodeCount, copies);
    FakeInstance session = move();
    FakeInstance stale = left().here(ID);
    stale.access(nodes.clock.millis());
    stale.set("value", "late");
    owner().invalidate(session);
    nodes.clock.advance(Duration.ofSeconds(10));

    assertEquals(SaveOutcome.ENDED, EngineTomcat.now(left().engine.shared.saveAtStop(stale)));
    left().settle();

    assertOver();
  }

  @ParameterizedTest
  @CsvSource({"2, 1", "2, 2"})
  void endWhenTheOldCopyLearnsOfItThenItIsNotToldAgain(int nodeCount, int copies) {
    start(nodeCount, copies);
    moveAndEnd();
    FakeInstance stale = left().here(ID);

    nodes.ids().forEach(node -> restartEmpty(node, false));

    assertTrue(stale.instanceState().hasEnded());
    assertFalse(EngineTomcat.now(left().engine.shared.expire(stale)));
    assertNull(left().arrive(ID));
  }

  /** A request with the route that the client had before. */
  @ParameterizedTest
  @CsvSource({"2, 1, n1", "2, 1, n2", "2, 2, n1", "2, 2, n2", "3, 1, n1", "3, 1, n2", "3, 1, n3"})
  void endWhenANodeIsAwayThenARequestToTheOldCopyFindsNothing(
      int nodeCount, int copies, String away) {
    start(nodeCount, copies);
    moveAndEnd();

    nodes.get(away).failWith(Reason.UNAVAILABLE);
    left().engine.health.watch(away).disconnected("no connection");

    assertNull(left().arrive(ID));
  }

  @ParameterizedTest
  @CsvSource({"2, 1", "2, 2"})
  void reconnectedWhenTheOtherNodeRefusesEverythingThenTheSessionIsStoredAllTheSame(
      int nodeCount, int copies) {
    start(nodeCount, copies);
    left().create(ID, "here");
    nodes.ids().forEach(node -> nodes.get(node).wipe());
    nodes.get("n2").failWith(Reason.REFUSED);

    left().reconnected("n1");

    assertTrue(nodes.get("n1").keys().contains(ID));
  }

  static Stream<Arguments> clocks() {
    return Stream.of(-10, -3, 0, 3)
        .flatMap(
            skew ->
                IntStream.range(0, 8)
                    .mapToObj(i -> Arguments.of(skew, (i & 1) != 0, (i & 2) != 0, (i & 4) != 0)));
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
  @MethodSource("clocks")
  void reconnectedWhenTheClocksDifferThenTheSessionStaysAsItIsOnItsLastTomcat(
      int skew, boolean isRead, boolean ownerFirst, boolean isEmpty) {
    start(2, 1);
    left().create(ID, "old");
    if (isRead) {
      nodes.clock.advance(Duration.ofMinutes(1));
      left().read(ID);
    }
    nodes.clock.advance(Duration.ofSeconds(skew));
    owner().move(ID, session -> session.set("value", "new"));
    nodes.clock.advance(Duration.ofMinutes(3));

    for (String node : nodes.ids()) {
      if (isEmpty) {
        nodes.get(node).wipe();
      }
      inOrder(ownerFirst).forEach(tomcat -> tomcat.reconnected(node));
    }

    assertEquals("new", new StickyTomcat("third", nodes, 1).read(ID));
    assertEquals("new", owner().read(ID));
  }
}
