package io.holdfast.sessions.engine;

import static io.holdfast.sessions.engine.StickyEvent.AGAIN;
import static io.holdfast.sessions.engine.StickyEvent.CHANGE;
import static io.holdfast.sessions.engine.StickyEvent.CUT;
import static io.holdfast.sessions.engine.StickyEvent.END;
import static io.holdfast.sessions.engine.StickyEvent.LOSE;
import static io.holdfast.sessions.engine.StickyEvent.LOSE_ALL;
import static io.holdfast.sessions.engine.StickyEvent.MEND;
import static io.holdfast.sessions.engine.StickyEvent.MOVE;
import static io.holdfast.sessions.engine.StickyEvent.RESTART;
import static io.holdfast.sessions.engine.StickyEvent.RETURN_ALL;
import static io.holdfast.sessions.engine.StickyEvent.RETURN_EMPTY;
import static io.holdfast.sessions.engine.StickyEvent.RETURN_OLD;

import java.util.ArrayList;
import java.util.List;

/**
 * The scenes with an id that one session after the other has: what their client does, and what goes
 * wrong meanwhile.
 */
enum UsedIdAct {
  END_TWICE(
      "the client moves, ends the session, gets another one with its id and ends that",
      List.of(MOVE, END, AGAIN, END),
      List.of()),
  BACK_END_TWICE(
      "the client moves, comes back, ends the session, gets another one with its id and ends that",
      List.of(MOVE, MOVE, END, AGAIN, END),
      List.of()),
  BACK_END_TWICE_RESTART(
      "the same; a node is restarted empty, then a node",
      List.of(MOVE, MOVE, END, AGAIN, END),
      List.of(RESTART, RESTART)),
  BACK_END_TWICE_ALL(
      "the same; all nodes are lost and come back empty",
      List.of(MOVE, MOVE, END, AGAIN, END),
      List.of(LOSE_ALL, RETURN_ALL)),
  BACK_END_TWICE_OLD(
      "the same; a node is lost and comes back old, then a node is restarted empty",
      List.of(MOVE, MOVE, END, AGAIN, END),
      List.of(LOSE, RETURN_OLD, RESTART)),
  BACK_END_TWICE_CUT(
      "the same; one Tomcat loses a node for a while",
      List.of(MOVE, MOVE, END, AGAIN, END),
      List.of(CUT, MEND)),
  BACK_END(
      "the client moves, comes back and ends the session", List.of(MOVE, MOVE, END), List.of()),
  BACK_END_RESTART(
      "the same; a node is restarted empty, then a node",
      List.of(MOVE, MOVE, END),
      List.of(RESTART, RESTART)),
  BACK_END_ALL(
      "the same; all nodes are lost and come back empty",
      List.of(MOVE, MOVE, END),
      List.of(LOSE_ALL, RETURN_ALL)),
  AGAIN_ALL(
      "the client ends the session, gets another one with its id, changes it and moves; all nodes"
          + " are lost and come back empty",
      List.of(END, AGAIN, CHANGE, MOVE),
      List.of(LOSE_ALL, RETURN_ALL)),
  BACK_AGAIN_ALL(
      "the client moves, comes back, ends the session, gets another one with its id and moves; all"
          + " nodes are lost and come back empty",
      List.of(MOVE, MOVE, END, AGAIN, MOVE),
      List.of(LOSE_ALL, RETURN_ALL)),
  BACK_AGAIN_RESTART_ALL(
      "the same; a node is restarted empty, then all nodes are lost and come back empty",
      List.of(MOVE, MOVE, END, AGAIN, MOVE),
      List.of(RESTART, LOSE_ALL, RETURN_ALL)),
  BACK_AGAIN_RESTART(
      "the same; a node is restarted empty, then a node",
      List.of(MOVE, MOVE, END, AGAIN, MOVE),
      List.of(RESTART, RESTART)),
  BACK_AGAIN_OLD(
      "the same; a node is lost and comes back old",
      List.of(MOVE, MOVE, END, AGAIN, MOVE),
      List.of(LOSE, RETURN_OLD)),
  BACK_AGAIN_EMPTY(
      "the same; a node is lost and comes back empty",
      List.of(MOVE, MOVE, END, AGAIN, MOVE),
      List.of(LOSE, RETURN_EMPTY)),
  BACK_AGAIN_CUT(
      "the same; one Tomcat loses a node for a while",
      List.of(MOVE, MOVE, END, AGAIN, MOVE),
      List.of(CUT, MEND)),
  TWICE_OLD(
      "the client moves, ends the session, gets another one with its id, moves, ends that and gets"
          + " a third; a node is lost and comes back old",
      List.of(MOVE, END, AGAIN, MOVE, END, AGAIN),
      List.of(LOSE, RETURN_OLD));

  final String text;

  @SuppressWarnings("ImmutableEnumChecker") // List.of
  final List<StickyEvent> client;

  @SuppressWarnings("ImmutableEnumChecker") // List.of
  final List<StickyEvent> troubles;

  UsedIdAct(String text, List<StickyEvent> client, List<StickyEvent> troubles) {
    this.text = text;
    this.client = client;
    this.troubles = troubles;
  }

  /** Each act with one copy of a record, and with two. */
  static List<Scene> scenes() {
    List<Scene> scenes = new ArrayList<>();
    for (UsedIdAct act : values()) {
      scenes.add(act.with(1));
      scenes.add(act.with(2));
    }
    return scenes;
  }

  Scene with(int copies) {
    return new Scene(client, troubles, copies);
  }

  /**
   * What happens, and to how many copies of a record.
   *
   * @param client what the client does, in this order
   * @param troubles what goes wrong, in this order
   */
  record Scene(List<StickyEvent> client, List<StickyEvent> troubles, int copies) {}
}
