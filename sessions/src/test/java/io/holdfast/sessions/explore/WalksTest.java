package io.holdfast.sessions.explore;

import static org.junit.jupiter.api.Assertions.fail;

import io.holdfast.core.log.QuietLog;
import io.holdfast.sessions.explore.Opening.Trouble;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Scenes with more Tomcats and requests than can be explored, played at random with fixed seeds.
 * Each client changes an attribute of its own again and again, on one Tomcat after the other: so a
 * change that a request does not see is replaced for good.
 */
@ExtendWith(QuietLog.class)
final class WalksTest {

  private static final boolean NIGHTLY = "all".equals(System.getProperty("holdfast.lines"));

  /** Of each scene. */
  private static final int WALKS = Integer.getInteger("holdfast.walks", NIGHTLY ? 600 : 200);

  private static final int SELDOM = 20;
  private static final int FIRST = Integer.getInteger("holdfast.walks.first", 1);

  /** What is played. */
  @SuppressWarnings("ImmutableEnumChecker") // a record of lists that are copies
  enum Scene {
    SOUND(moving()),
    SILENCE(moving().with(1, Fault.SILENCE)),
    CUT(moving().with(1, Fault.CUT)),
    APART(moving().beginning(new Opening(Trouble.CUT, 0, true))),
    APART_SECOND(moving().beginning(new Opening(Trouble.CUT, 1, true))),
    THIRD_NODE_APART(moving().on(3, 2).beginning(new Opening(Trouble.CUT, 0, true))),
    LARGE(moving().large()),
    LARGE_SILENCE(moving().large().with(1, Fault.SILENCE)),
    LARGE_APART(moving().beginning(new Opening(Trouble.CUT, 0, true)).large()),
    STALL(moving().with(1, Fault.TOMCAT_STALLS)),
    LEASED(raising()),
    LEASED_SILENCE(raising().with(1, Fault.SILENCE)),
    LEASED_APART(raising().beginning(new Opening(Trouble.CUT, 0, true))),
    LEASED_APART_SECOND(raising().beginning(new Opening(Trouble.CUT, 1, true))),
    RENAMED(renaming()),
    RENAMED_SILENCE(renaming().with(1, Fault.SILENCE)),
    RENAMED_APART(renaming().beginning(new Opening(Trouble.CUT, 0, true))),
    RENAMED_APART_SECOND(renaming().beginning(new Opening(Trouble.CUT, 1, true)));

    private final Scenario scenario;

    Scene(Scenario scenario) {
      this.scenario = scenario;
    }

    private static Scenario moving() {
      return Scenario.of(client("a", 1, 0, 2, 1), client("b", 2, 1, 0, 2), client("c", 0, 2, 1, 0));
    }

    /** Who raises the counter has the lease, the others have not. */
    private static Scenario raising() {
      return Scenario.of(
              client("a", 1, 0, 2, 1),
              List.of(Turn.increment(0), Turn.increment(2), Turn.increment(1)),
              List.of(Turn.increment(1), Turn.increment(0), Turn.increment(2)))
          .withLease();
    }

    private static Scenario renaming() {
      return Scenario.of(
          client("a", 1, 0, 2), client("b", 0, 1, 2), List.of(Turn.rename(2, "t"), Turn.read(0)));
    }

    private static List<Turn> client(String name, int... tomcats) {
      List<Turn> turns = new ArrayList<>();
      for (int tomcat : tomcats) {
        turns.add(new Turn(tomcat, new Request.Set(name, name + (turns.size() + 1)), false, false));
      }
      return turns;
    }
  }

  @ParameterizedTest
  @EnumSource
  void walkWhenAtRandomThenNoPromiseIsBroken(Scene scene) {
    walk(scene, Protocol.TRUE, WALKS);
  }

  static void walk(Scene scene, Protocol protocol, int walks) {
    for (int seed = FIRST; seed < FIRST + walks; seed++) {
      walk(scene.scenario, protocol, seed);
    }
  }

  private static void walk(Scenario scenario, Protocol protocol, int seed) {
    Random random = new Random(seed);
    List<Integer> choices = new ArrayList<>();
    ScenarioRun run = new ScenarioRun(scenario, protocol, Journal.none());
    try {
      for (int ways = run.choices(); ways > 0; ways = run.choices()) {
        int choice = random.nextInt(ways);
        if (run.isRepair(choice) && ways > 1 && random.nextInt(SELDOM) > 0) {
          continue;
        }
        choices.add(choice);
        run.choose(choice);
      }
      run.judge();
    } catch (BrokenInvariant e) {
      fail("seed " + seed + ":\n" + ScenarioRun.story(scenario, protocol, choices));
    }
  }
}
