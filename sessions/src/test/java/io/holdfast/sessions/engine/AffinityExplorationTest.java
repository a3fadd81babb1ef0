package io.holdfast.sessions.engine;

import static io.holdfast.sessions.engine.StickyEvent.AGAIN;
import static io.holdfast.sessions.engine.StickyEvent.CHANGE;
import static io.holdfast.sessions.engine.StickyEvent.CUT;
import static io.holdfast.sessions.engine.StickyEvent.END;
import static io.holdfast.sessions.engine.StickyEvent.LATE;
import static io.holdfast.sessions.engine.StickyEvent.LOSE;
import static io.holdfast.sessions.engine.StickyEvent.MEND;
import static io.holdfast.sessions.engine.StickyEvent.MOVE;
import static io.holdfast.sessions.engine.StickyEvent.OLD_ROUTE;
import static io.holdfast.sessions.engine.StickyEvent.REST;
import static io.holdfast.sessions.engine.StickyEvent.RESTART;
import static io.holdfast.sessions.engine.StickyEvent.RETURN_EMPTY;
import static io.holdfast.sessions.engine.StickyEvent.RETURN_OLD;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.log.QuietLog;
import io.holdfast.core.routing.NodeHealthBoard;
import io.holdfast.sessions.explore.ExploredScenes;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every order in which a sticky session is changed, moves, moves back and ends while nodes come and
 * go: no answered change is lost, and what ended does not come back. Its requests ask the nodes
 * only where {@link Affinity} says so. The figures are in docs/exploration.md.
 */
@Timeout(300)
@ExtendWith(QuietLog.class)
final class AffinityExplorationTest {

  private static final long MOST_STATES = 30_000;
  private static final ExploredScenes<UsedIdAct.Scene> EXPLORED =
      new ExploredScenes<>(
          scene -> new UsedIdPlay(scene, AffinityExplorationTest::sticky), MOST_STATES);

  static Stream<UsedIdAct.Scene> scenes() {
    Stream<UsedIdAct.Scene> ofStickySessions =
        Stream.of(StickyAct.values()).map(AffinityExplorationTest::scene);
    return Stream.of(ofStickySessions, UsedIdAct.scenes().stream(), late(), oldRoutes(), rests())
        .flatMap(scenes -> scenes);
  }

  private static UsedIdAct.Scene scene(StickyAct act) {
    return new UsedIdAct.Scene(act.client, act.troubles, act.copies);
  }

  /** The session has moved and ended while its Tomcat, or the other one, lacked a node. */
  private static Stream<UsedIdAct.Scene> late() {
    return each(
        List.of(
            List.of(CHANGE, MOVE, END, LATE),
            List.of(MOVE, MOVE, END, LATE),
            List.of(MOVE, CHANGE, END, LATE, LATE)),
        List.of(List.of(CUT, MEND), List.of(LOSE, RETURN_OLD)));
  }

  /** A client has two requests under way, one of them with the route that it had before. */
  private static Stream<UsedIdAct.Scene> oldRoutes() {
    return each(
        List.of(
            List.of(CHANGE, MOVE, OLD_ROUTE, CHANGE),
            List.of(MOVE, OLD_ROUTE, OLD_ROUTE, MOVE),
            List.of(MOVE, CHANGE, OLD_ROUTE, MOVE, OLD_ROUTE)),
        List.of(List.of(), List.of(RESTART), List.of(LOSE, RETURN_OLD), List.of(CUT, MEND)));
  }

  /** No request comes for so long that the nodes alone have the attributes, twice. */
  private static Stream<UsedIdAct.Scene> rests() {
    return each(
            List.of(
                List.of(CHANGE, REST, CHANGE, REST, MOVE),
                List.of(REST, MOVE, REST, MOVE),
                List.of(MOVE, REST, OLD_ROUTE, REST, MOVE),
                List.of(MOVE, REST, END, LATE, LATE),
                List.of(REST, END, AGAIN, REST, MOVE)),
            List.of(
                List.of(),
                List.of(RESTART, RESTART),
                List.of(LOSE, RETURN_OLD),
                List.of(LOSE, RETURN_EMPTY),
                List.of(CUT, MEND)))
        .filter(scene -> scene.copies() == 2); // with one it goes with its node
  }

  /** Each client with each of the troubles, with one copy of a record and with two. */
  private static Stream<UsedIdAct.Scene> each(
      List<List<StickyEvent>> clients, List<List<StickyEvent>> troubles) {
    return clients.stream()
        .flatMap(
            client ->
                troubles.stream()
                    .flatMap(
                        trouble ->
                            Stream.of(1, 2)
                                .map(copies -> new UsedIdAct.Scene(client, trouble, copies))));
  }

  @ParameterizedTest
  @MethodSource("scenes")
  void exploreWhenStickyThenNothingIsLostOrComesBack(UsedIdAct.Scene scene) {
    EXPLORED.assertRight(scene);
  }

  @Test
  void restWhenStickyThenTheNodesAloneHaveTheAttributes() {
    UsedIdPlay play =
        new UsedIdPlay(
            new UsedIdAct.Scene(List.of(CHANGE, REST), List.of(), 2),
            AffinityExplorationTest::sticky);

    play.choose(0);
    play.choose(0);

    assertTrue(play.hasOffloaded());
    play.judge();
  }

  @Test
  void documentWhenExploredThenHasTheseFigures() {
    Map<String, List<UsedIdAct.Scene>> rows = new LinkedHashMap<>();
    for (StickyAct act : StickyAct.values()) {
      rows.put(act.text, List.of(scene(act)));
    }
    rows.put(
        "the client moves and ends the session, and a request comes late; a node is lost or a line"
            + " is cut: 12 scenes",
        late().toList());
    rows.put(
        "the client has two requests under way, one with the route that it had before: 24 scenes",
        oldRoutes().toList());
    rows.put(
        "with two copies, the client comes so rarely that the nodes alone have the attributes, and"
            + " moves, comes with its old route or ends the session; a node is lost or restarted"
            + " twice, or a line is cut: 25 scenes",
        rests().toList());

    EXPLORED.assertDocumented(
        "sticky exploration", "what the client does, and what goes wrong", rows);
  }

  static Affinity sticky(NodeHealthBoard health) {
    return Affinity.sticky(health::changes);
  }
}
