package io.holdfast.tomcat.session;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.sessions.explore.ExploredScenes;
import io.holdfast.sessions.explore.Explorer;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Every order in which users log in to a session and out of it on two Tomcats, while those look
 * after it and sessions of a user are ended: each is ended for its own user, and for no other. The
 * figures are in docs/exploration.md.
 */
final class UserListsModelTest {

  private static final long MOST_STATES = 100_000;
  private static final ExploredScenes<UserListsAct> EXPLORED =
      new ExploredScenes<>(act -> UserListsPlay.of(act, ListMistake.NONE), MOST_STATES);

  @ParameterizedTest
  @EnumSource
  void exploreWhenInAnyOrderThenSessionsEndForTheirOwnUser(UserListsAct act) {
    EXPLORED.assertRight(act);
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NONE")
  void exploreWhenListsAreTreatedWronglyThenThatIsNoticed(ListMistake mistake) {
    assertTrue(
        Arrays.stream(UserListsAct.values()).anyMatch(act -> isNoticed(act, mistake)),
        "not noticed");
  }

  private static boolean isNoticed(UserListsAct act, ListMistake mistake) {
    return new Explorer(() -> UserListsPlay.of(act, mistake), MOST_STATES).explore().broken()
        != null;
  }

  @Test
  void documentWhenExploredThenHasTheseFigures() {
    Map<String, List<UserListsAct>> rows = new LinkedHashMap<>();
    for (UserListsAct act : UserListsAct.values()) {
      rows.put(act.text, List.of(act));
    }

    EXPLORED.assertDocumented(
        "lists of users", "what users do, and what Tomcats and nodes do", rows);
  }
}
