package io.holdfast.sessions.nonsticky;

import static io.holdfast.sessions.sticky.StickyEvent.AGAIN;
import static io.holdfast.sessions.sticky.StickyEvent.CHANGE;
import static io.holdfast.sessions.sticky.StickyEvent.CUT;
import static io.holdfast.sessions.sticky.StickyEvent.END;
import static io.holdfast.sessions.sticky.StickyEvent.LOSE;
import static io.holdfast.sessions.sticky.StickyEvent.LOSE_ALL;
import static io.holdfast.sessions.sticky.StickyEvent.MEND;
import static io.holdfast.sessions.sticky.StickyEvent.MOVE;
import static io.holdfast.sessions.sticky.StickyEvent.RESTART;
import static io.holdfast.sessions.sticky.StickyEvent.RETURN_ALL;
import static io.holdfast.sessions.sticky.StickyEvent.RETURN_EMPTY;
import static io.holdfast.sessions.sticky.StickyEvent.RETURN_OLD;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.holdfast.core.log.QuietLog;
import io.holdfast.sessions.explore.BrokenInvariant;
import io.holdfast.sessions.sticky.StickyEvent;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Longer scenes than {@link UsedIdExplorationTest} can try to their ends: at random, fixed seeds.
 */
@Timeout(120)
@ExtendWith(QuietLog.class)
final class UsedIdWalksTest {

  private static final int SCENES = Integer.getInteger("holdfast.walks", 1_000);
  private static final int CLIENT_EVENTS = 8;
  private static final int TROUBLES = 3;

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void playWhenAtRandomThenNothingIsLostOrOfAnother(int copies) {
    List<String> broken = new ArrayList<>();
    for (int seed = 0; seed < SCENES; seed++) {
      try {
        play(seed, copies);
      } catch (BrokenInvariant e) {
        broken.add("seed " + seed + ": " + e.getMessage());
      }
    }

    assertEquals(List.of(), broken);
  }

  private static void play(int seed, int copies) {
    Random random = new Random(seed);
    UsedIdPlay play = new UsedIdPlay(new UsedIdAct.Scene(client(random), troubles(random), copies));
    while (play.choices() > 0) {
      play.choose(random.nextInt(play.choices()));
    }
    play.judge();
  }

  private static List<StickyEvent> client(Random random) {
    List<StickyEvent> client = new ArrayList<>();
    boolean hasEnded = false;
    for (int i = 0; i < CLIENT_EVENTS; i++) {
      StickyEvent next = List.of(MOVE, MOVE, CHANGE, CHANGE, END).get(random.nextInt(5));
      client.add(hasEnded ? AGAIN : next);
      hasEnded = !hasEnded && next == END;
    }
    return client;
  }

  private static List<StickyEvent> troubles(Random random) {
    List<StickyEvent> troubles = new ArrayList<>();
    for (int i = 0; i < TROUBLES; i++) {
      troubles.addAll(
          List.of(
                  List.of(RESTART),
                  List.of(LOSE, RETURN_OLD),
                  List.of(LOSE, RETURN_EMPTY),
                  List.of(CUT, MEND),
                  List.of(LOSE_ALL, RETURN_ALL))
              .get(random.nextInt(5)));
    }
    return troubles;
  }
}
