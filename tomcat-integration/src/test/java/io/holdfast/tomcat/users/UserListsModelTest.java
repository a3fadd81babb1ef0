package io.holdfast.tomcat.users;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.sessions.explore.Exploration;
import io.holdfast.sessions.explore.Explorer;
import io.holdfast.testkit.document.SectionedDocument;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Every order in which users log in to a session and out of it on two Tomcats, while those look
 * after it and sessions of a user are ended: each is ended for its own user, and for no other. The
 * figures are in docs/exploration.md; with {@code -Dholdfast.document=write} they are written there
 * and not compared.
 */
final class UserListsModelTest {

  private static final boolean WRITING = "write".equals(System.getProperty("holdfast.document"));
  private static final String SECTION = "lists of users";
  private static final SectionedDocument DOCUMENT =
      new SectionedDocument(Path.of("../docs/exploration.md"));
  private static final long MOST_STATES = 100_000;
  private static final Map<UserListsAct, Exploration> FOUND = new EnumMap<>(UserListsAct.class);

  @ParameterizedTest
  @EnumSource
  void exploreWhenInAnyOrderThenSessionsEndForTheirOwnUser(UserListsAct act) {
    Exploration exploration = found(act);

    assertNull(exploration.broken());
    assertTrue(exploration.isComplete(), exploration::toString);
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NONE")
  void exploreWhenListsAreTreatedWronglyThenThatIsNoticed(ListMistake mistake) {
    List<String> broken =
        Arrays.stream(UserListsAct.values())
            .map(act -> explore(act, mistake).broken())
            .filter(Objects::nonNull)
            .toList();

    assertFalse(broken.isEmpty(), "not noticed");
  }

  @Test
  void documentWhenExploredThenHasTheseFigures() {
    StringBuilder figures =
        new StringBuilder("\n| what users do, and what Tomcats and nodes do | orders of events |\n")
            .append("|---|---|\n");
    for (UserListsAct act : UserListsAct.values()) {
      figures.append(String.format(Locale.ROOT, "| %s | %,d |\n", act.text, found(act).ends()));
    }
    String text = figures.append("\n").toString();
    if (WRITING) {
      DOCUMENT.replace(SECTION, text);
    }

    assertEquals(
        text,
        DOCUMENT.section(SECTION),
        "docs/exploration.md is not up to date: run this test with -Dholdfast.document=write");
  }

  private static Exploration found(UserListsAct act) {
    return FOUND.computeIfAbsent(act, each -> explore(each, ListMistake.NONE));
  }

  private static Exploration explore(UserListsAct act, ListMistake mistake) {
    return new Explorer(() -> UserListsPlay.of(act, mistake), MOST_STATES).explore();
  }
}
