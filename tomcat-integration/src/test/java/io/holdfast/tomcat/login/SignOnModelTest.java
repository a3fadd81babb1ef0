package io.holdfast.tomcat.login;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.log.QuietLog;
import io.holdfast.sessions.explore.ExploredScenes;
import io.holdfast.sessions.explore.Explorer;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Every order in which sessions of a single sign-on begin and end on three Tomcats, while nodes
 * come and go: a user who logged out is known nowhere, and no other is logged out. The figures are
 * in docs/exploration.md.
 */
@ExtendWith(QuietLog.class)
final class SignOnModelTest {

  private static final long MOST_STATES = 100_000;
  private static final ExploredScenes<SignOnAct> EXPLORED =
      new ExploredScenes<>(act -> SignOnPlay.of(act, SignOnMistake.NONE), MOST_STATES);

  @ParameterizedTest
  @EnumSource
  void exploreWhenInAnyOrderThenWhoLogsOutIsOutAndNobodyElse(SignOnAct act) {
    EXPLORED.assertRight(act);
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NONE")
  void exploreWhenSignOnsAreTreatedWronglyThenThatIsNoticed(SignOnMistake mistake) {
    assertTrue(
        Arrays.stream(SignOnAct.values()).anyMatch(act -> isNoticed(act, mistake)), "not noticed");
  }

  private static boolean isNoticed(SignOnAct act, SignOnMistake mistake) {
    return new Explorer(() -> SignOnPlay.of(act, mistake), MOST_STATES).explore().broken() != null;
  }

  @Test
  void documentWhenExploredThenHasTheseFigures() {
    Map<String, List<SignOnAct>> rows = new LinkedHashMap<>();
    for (SignOnAct act : SignOnAct.values()) {
      rows.put(act.text, List.of(act));
    }

    EXPLORED.assertDocumented("sign-ons", "what happens to the sign-on, and what goes wrong", rows);
  }
}
