package io.holdfast.sessions.engine;

import static io.holdfast.sessions.engine.StickyEvent.AGAIN;
import static io.holdfast.sessions.engine.StickyEvent.CHANGE;
import static io.holdfast.sessions.engine.StickyEvent.CUT;
import static io.holdfast.sessions.engine.StickyEvent.END;
import static io.holdfast.sessions.engine.StickyEvent.LATE;
import static io.holdfast.sessions.engine.StickyEvent.LOSE;
import static io.holdfast.sessions.engine.StickyEvent.LOSE_ALL;
import static io.holdfast.sessions.engine.StickyEvent.MEND;
import static io.holdfast.sessions.engine.StickyEvent.MOVE;
import static io.holdfast.sessions.engine.StickyEvent.OLD_ROUTE;
import static io.holdfast.sessions.engine.StickyEvent.REST;
import static io.holdfast.sessions.engine.StickyEvent.RESTART;
import static io.holdfast.sessions.engine.StickyEvent.RETURN_ALL;
import static io.holdfast.sessions.engine.StickyEvent.RETURN_EMPTY;
import static io.holdfast.sessions.engine.StickyEvent.RETURN_OLD;
import static io.holdfast.sessions.engine.StickyEvent.STAY;

import io.holdfast.core.config.Granularity;
import io.holdfast.core.routing.NodeHealthBoard;
import io.holdfast.core.storage.NodeStore;
import io.holdfast.sessions.explore.BrokenInvariant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Scenes that are longer than an explorer can try to their ends: one order of each, by a seed. */
final class RandomScene {

  private static final boolean NIGHTLY = "all".equals(System.getProperty("holdfast.lines"));

  /** How many scenes each build plays, and each night. */
  static final int SCENES = Integer.getInteger("holdfast.walks", NIGHTLY ? 10_000 : 1_000);

  private static final int CLIENT_EVENTS = 8;
  private static final int TROUBLES = 3;

  private RandomScene() {}

  /**
   * Plays the scene of a seed.
   *
   * @param affinity which requests need not ask the nodes
   * @param mistake what is wrong with all lines to the nodes
   * @param granularity of the records
   * @return what is wrong; null if nothing is
   */
  static @Nullable String play(
      int seed,
      int copies,
      Function<NodeHealthBoard, Affinity> affinity,
      UnaryOperator<NodeStore> mistake,
      Granularity granularity) {
    Random random = new Random(seed);
    UsedIdAct.Scene scene =
        new UsedIdAct.Scene(client(random, seed % 2 == 1), troubles(random, 5), copies);
    return play(seed, random, new UsedIdPlay(scene, affinity, mistake, granularity));
  }

  /**
   * The same with two copies, where the client comes so rarely that the nodes alone have the
   * attributes: never are all of them lost at once.
   */
  static @Nullable String playResting(
      int seed, Function<NodeHealthBoard, Affinity> affinity, Granularity granularity) {
    Random random = new Random(seed);
    List<StickyEvent> client = new ArrayList<>();
    for (StickyEvent event : client(random, seed % 2 == 1)) {
      client.add(event);
      if (random.nextInt(2) == 0) {
        client.add(REST);
      }
    }
    UsedIdAct.Scene scene = new UsedIdAct.Scene(client, troubles(random, 4), 2);
    return play(seed, random, new UsedIdPlay(scene, affinity, line -> line, granularity));
  }

  private static @Nullable String play(int seed, Random random, UsedIdPlay play) {
    try {
      while (play.choices() > 0) {
        play.choose(random.nextInt(play.choices()));
      }
      play.judge();
      return null;
    } catch (BrokenInvariant e) {
      return "seed " + seed + ": " + e.getMessage();
    }
  }

  private static List<StickyEvent> client(Random random, boolean stays) {
    List<StickyEvent> usual = List.of(MOVE, MOVE, CHANGE, CHANGE, OLD_ROUTE, END);
    List<StickyEvent> alive = stays ? List.of(MOVE, MOVE, CHANGE, STAY, OLD_ROUTE, END) : usual;
    List<StickyEvent> client = new ArrayList<>();
    boolean hasEnded = false;
    for (int i = 0; i < CLIENT_EVENTS; i++) {
      if (hasEnded) {
        client.add(random.nextInt(3) == 0 ? LATE : AGAIN);
        hasEnded = client.get(i) == LATE;
      } else {
        client.add(alive.get(random.nextInt(alive.size())));
        hasEnded = client.get(i) == END;
      }
    }
    return client;
  }

  /** Troubles of the first so many kinds: the last one befalls all nodes. */
  private static List<StickyEvent> troubles(Random random, int kinds) {
    List<StickyEvent> troubles = new ArrayList<>();
    for (int i = 0; i < TROUBLES; i++) {
      troubles.addAll(
          List.of(
                  List.of(RESTART),
                  List.of(LOSE, RETURN_OLD),
                  List.of(LOSE, RETURN_EMPTY),
                  List.of(CUT, MEND),
                  List.of(LOSE_ALL, RETURN_ALL))
              .get(random.nextInt(kinds)));
    }
    return troubles;
  }
}
