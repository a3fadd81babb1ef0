package io.holdfast.sessions.nonsticky;

import static io.holdfast.sessions.sticky.StickyEvent.CHANGE;
import static io.holdfast.sessions.sticky.StickyEvent.CUT;
import static io.holdfast.sessions.sticky.StickyEvent.END;
import static io.holdfast.sessions.sticky.StickyEvent.LATE;
import static io.holdfast.sessions.sticky.StickyEvent.LOSE;
import static io.holdfast.sessions.sticky.StickyEvent.MEND;
import static io.holdfast.sessions.sticky.StickyEvent.MOVE;
import static io.holdfast.sessions.sticky.StickyEvent.OLD_ROUTE;
import static io.holdfast.sessions.sticky.StickyEvent.RESTART;
import static io.holdfast.sessions.sticky.StickyEvent.RETURN_OLD;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.log.QuietLog;
import io.holdfast.core.routing.NodeHealthBoard;
import io.holdfast.sessions.explore.Exploration;
import io.holdfast.sessions.explore.Explorer;
import io.holdfast.sessions.sticky.StickyAct;
import io.holdfast.sessions.sticky.StickyEvent;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every order of the scenes with a sticky session, on the engine of sessions that any Tomcat may
 * serve: its requests ask the nodes only where {@link Affinity} says so.
 */
@Timeout(300)
@ExtendWith(QuietLog.class)
final class AffinityExplorationTest {

  private static final long MOST_STATES = 30_000;

  static Stream<UsedIdAct.Scene> scenes() {
    Stream<UsedIdAct.Scene> ofStickySessions =
        Stream.of(StickyAct.values())
            .map(act -> new UsedIdAct.Scene(act.client, act.troubles, act.copies));
    return Stream.of(ofStickySessions, UsedIdAct.scenes().stream(), late(), oldRoutes())
        .flatMap(scenes -> scenes);
  }

  /** The session has moved and ended while its Tomcat, or the other one, lacked a node. */
  private static Stream<UsedIdAct.Scene> late() {
    return Stream.of(
            List.of(CHANGE, MOVE, END, LATE),
            List.of(MOVE, MOVE, END, LATE),
            List.of(MOVE, CHANGE, END, LATE, LATE))
        .flatMap(client -> with(client, List.of(List.of(CUT, MEND), List.of(LOSE, RETURN_OLD))));
  }

  /** A client has two requests under way, one of them with the route that it had before. */
  private static Stream<UsedIdAct.Scene> oldRoutes() {
    return Stream.of(
            List.of(CHANGE, MOVE, OLD_ROUTE, CHANGE),
            List.of(MOVE, OLD_ROUTE, OLD_ROUTE, MOVE),
            List.of(MOVE, CHANGE, OLD_ROUTE, MOVE, OLD_ROUTE))
        .flatMap(
            client ->
                with(
                    client,
                    List.of(
                        List.of(),
                        List.of(RESTART),
                        List.of(LOSE, RETURN_OLD),
                        List.of(CUT, MEND))));
  }

  private static Stream<UsedIdAct.Scene> with(
      List<StickyEvent> client, List<List<StickyEvent>> troubles) {
    return troubles.stream()
        .flatMap(
            trouble -> Stream.of(1, 2).map(copies -> new UsedIdAct.Scene(client, trouble, copies)));
  }

  @ParameterizedTest
  @MethodSource("scenes")
  void exploreWhenStickyThenNothingIsLostOrComesBack(UsedIdAct.Scene scene) {
    Exploration exploration =
        new Explorer(() -> new UsedIdPlay(scene, AffinityExplorationTest::sticky), MOST_STATES)
            .explore();

    assertNull(exploration.broken());
    assertTrue(exploration.isComplete(), exploration::toString);
  }

  static Affinity sticky(NodeHealthBoard health) {
    return Affinity.sticky(health::changes);
  }
}
