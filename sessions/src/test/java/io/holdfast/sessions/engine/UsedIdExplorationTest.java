package io.holdfast.sessions.engine;

import io.holdfast.core.log.QuietLog;
import io.holdfast.sessions.explore.ExploredScenes;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every order in which sessions with one id are changed, move, end and follow each other while
 * nodes come and go, not sticky: no answered change is lost, and no session that has ended is
 * served again. The figures are in docs/exploration.md.
 */
@Timeout(300)
@ExtendWith(QuietLog.class)
final class UsedIdExplorationTest {

  private static final long MOST_STATES = 30_000;
  private static final ExploredScenes<UsedIdAct.Scene> EXPLORED =
      new ExploredScenes<>(UsedIdPlay::new, MOST_STATES);

  static List<UsedIdAct.Scene> scenes() {
    return UsedIdAct.scenes();
  }

  @ParameterizedTest
  @MethodSource("scenes")
  void exploreWhenInAnyOrderThenNothingIsLostOrOfAnother(UsedIdAct.Scene scene) {
    EXPLORED.assertRight(scene);
  }

  @Test
  void documentWhenExploredThenHasTheseFigures() {
    Map<String, List<UsedIdAct.Scene>> rows = new LinkedHashMap<>();
    for (UsedIdAct act : UsedIdAct.values()) {
      rows.put(act.text, List.of(act.with(2)));
    }

    EXPLORED.assertDocumented(
        "used ids exploration", "what the client does, and what goes wrong", rows);
  }
}
