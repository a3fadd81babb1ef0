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

import java.util.List;

/** The scenes with a sticky session: what its client does, and what goes wrong meanwhile. */
public enum StickyAct {
  MOVES("the client moves and comes back", 1, List.of(CHANGE, MOVE, CHANGE, MOVE), List.of()),
  MOVES_RESTART(
      "the same; a node is restarted empty, then a node",
      1,
      List.of(CHANGE, MOVE, CHANGE, MOVE),
      List.of(RESTART, RESTART)),
  MOVES_OLD(
      "the same; a node is lost and comes back old",
      1,
      List.of(CHANGE, MOVE, CHANGE, MOVE),
      List.of(LOSE, RETURN_OLD)),
  MOVES_EMPTY(
      "the same; a node is lost and comes back empty",
      1,
      List.of(CHANGE, MOVE, CHANGE, MOVE),
      List.of(LOSE, RETURN_EMPTY)),
  MOVES_OLD_RESTART(
      "the same; a node is lost and comes back old, then a node is restarted empty",
      1,
      List.of(CHANGE, MOVE, MOVE),
      List.of(LOSE, RETURN_OLD, RESTART)),
  MOVES_CUT(
      "the same; one Tomcat loses a node for a while",
      1,
      List.of(CHANGE, MOVE, CHANGE, MOVE),
      List.of(CUT, MEND)),
  MOVES_COPIES(
      "with two copies, the same; a node is lost and comes back old",
      2,
      List.of(CHANGE, MOVE, CHANGE, MOVE),
      List.of(LOSE, RETURN_OLD)),
  END_RESTART(
      "the client moves and ends the session; a node is restarted empty, then a node",
      1,
      List.of(CHANGE, MOVE, END),
      List.of(RESTART, RESTART)),
  END_OLD(
      "the same; a node is lost and comes back old, then a node is restarted empty",
      1,
      List.of(CHANGE, MOVE, END),
      List.of(LOSE, RETURN_OLD, RESTART)),
  END_EMPTY(
      "the same; a node is lost and comes back empty, then a node is restarted empty",
      1,
      List.of(CHANGE, MOVE, END),
      List.of(LOSE, RETURN_EMPTY, RESTART)),
  END_ALL(
      "the same; all nodes are lost and come back empty",
      1,
      List.of(CHANGE, MOVE, END),
      List.of(LOSE_ALL, RETURN_ALL)),
  END_CUT(
      "the same; one Tomcat loses a node for a while, then a node is restarted empty",
      1,
      List.of(CHANGE, MOVE, END),
      List.of(CUT, MEND, RESTART)),
  END_BACK(
      "the client moves, comes back and ends the session; a node is restarted empty, then a node",
      1,
      List.of(MOVE, MOVE, END),
      List.of(RESTART, RESTART)),
  END_COPIES(
      "with two copies, the client moves and ends the session; a node is lost and comes back old,"
          + " then a node is restarted empty",
      2,
      List.of(MOVE, END),
      List.of(LOSE, RETURN_OLD, RESTART)),
  AGAIN_RESTART(
      "the client moves, comes back, ends the session, gets another one with its id and moves; a"
          + " node is restarted empty, then a node",
      1,
      List.of(MOVE, MOVE, END, AGAIN, MOVE),
      List.of(RESTART, RESTART)),
  AGAIN_OLD(
      "the same; a node is lost and comes back old",
      1,
      List.of(MOVE, MOVE, END, AGAIN, MOVE),
      List.of(LOSE, RETURN_OLD)),
  AGAIN_CUT(
      "the same; one Tomcat loses a node for a while",
      1,
      List.of(MOVE, MOVE, END, AGAIN, MOVE),
      List.of(CUT, MEND)),
  AGAIN_COPIES(
      "with two copies, the same; a node is lost and comes back old",
      2,
      List.of(MOVE, MOVE, END, AGAIN, MOVE),
      List.of(LOSE, RETURN_OLD)),
  AGAIN_TWICE(
      "the client moves, ends the session, gets another one with its id, moves, ends that and gets"
          + " a third; a node is lost and comes back old",
      1,
      List.of(MOVE, END, AGAIN, MOVE, END, AGAIN),
      List.of(LOSE, RETURN_OLD)),
  AGAIN_END(
      "the client moves, ends the session, gets another one with its id, moves and ends that; a"
          + " node is lost and comes back old, then a node is restarted empty",
      1,
      List.of(MOVE, END, AGAIN, MOVE, END),
      List.of(LOSE, RETURN_OLD, RESTART)),
  BACK_AGAIN_END(
      "the client moves, comes back, ends the session, gets another one with its id and ends that",
      1,
      List.of(MOVE, MOVE, END, AGAIN, END),
      List.of()),
  BACK_AGAIN_END_RESTART(
      "the same; a node is restarted empty, then a node",
      1,
      List.of(MOVE, MOVE, END, AGAIN, END),
      List.of(RESTART, RESTART)),
  BACK_AGAIN_END_ALL(
      "the same; all nodes are lost and come back empty",
      1,
      List.of(MOVE, MOVE, END, AGAIN, END),
      List.of(LOSE_ALL, RETURN_ALL));

  public final String text;
  public final int copies;

  @SuppressWarnings("ImmutableEnumChecker") // List.of
  public final List<StickyEvent> client;

  @SuppressWarnings("ImmutableEnumChecker") // List.of
  public final List<StickyEvent> troubles;

  StickyAct(String text, int copies, List<StickyEvent> client, List<StickyEvent> troubles) {
    this.text = text;
    this.copies = copies;
    this.client = client;
    this.troubles = troubles;
  }
}
