package io.holdfast.sessions.explore;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.holdfast.core.log.QuietLog;
import io.holdfast.sessions.explore.Opening.Trouble;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** An explorer repeats what it has played: it must go the same way each time. */
@ExtendWith(QuietLog.class)
final class ScenarioRunTest {

  /** The first Tomcat has lost its instance, and what it knows of it may be collected. */
  private static final Scenario SCENE =
      Scenario.of(List.of(Turn.set(0, "a"), Turn.set(0, "b")))
          .beginning(new Opening(Trouble.EVICTED, 1, false));

  @Test
  void playWhenGarbageIsCollectedThenItGoesTheSameWay() {
    assertEquals(story(() -> {}), story(System::gc));
  }

  /** Takes the first way on to the end. */
  private static String story(Runnable afterTheBeginning) {
    Journal journal = Journal.kept();
    ScenarioRun play = new ScenarioRun(SCENE, Protocol.TRUE, journal);
    afterTheBeginning.run();
    while (play.choices() > 0) {
      play.choose(0);
    }
    return journal.toString();
  }
}
