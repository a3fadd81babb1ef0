package io.holdfast.tomcat.login;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.log.QuietLog;
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
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Every order in which sessions of a single sign-on begin and end on three Tomcats, while nodes
 * come and go: a user who logged out is known nowhere, and no other is logged out. The figures are
 * in docs/exploration.md; with {@code -Dholdfast.document=write} they are written there and not
 * compared.
 */
@ExtendWith(QuietLog.class)
final class SignOnModelTest {

  private static final boolean WRITING = "write".equals(System.getProperty("holdfast.document"));
  private static final String SECTION = "sign-ons";
  private static final SectionedDocument DOCUMENT =
      new SectionedDocument(Path.of("../docs/exploration.md"));
  private static final long MOST_STATES = 100_000;
  private static final Map<SignOnAct, Exploration> FOUND = new EnumMap<>(SignOnAct.class);

  @ParameterizedTest
  @EnumSource
  void exploreWhenInAnyOrderThenWhoLogsOutIsOutAndNobodyElse(SignOnAct act) {
    Exploration exploration = found(act);

    assertNull(exploration.broken());
    assertTrue(exploration.isComplete(), exploration::toString);
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NONE")
  void exploreWhenSignOnsAreTreatedWronglyThenThatIsNoticed(SignOnMistake mistake) {
    List<String> broken =
        Arrays.stream(SignOnAct.values())
            .map(act -> explore(act, mistake).broken())
            .filter(Objects::nonNull)
            .toList();

    assertFalse(broken.isEmpty(), "not noticed");
  }

  @Test
  void documentWhenExploredThenHasTheseFigures() {
    StringBuilder figures =
        new StringBuilder(
                "\n| what happens to the sign-on, and what goes wrong | orders of events |\n")
            .append("|---|---|\n");
    for (SignOnAct act : SignOnAct.values()) {
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

  private static Exploration found(SignOnAct act) {
    return FOUND.computeIfAbsent(act, each -> explore(each, SignOnMistake.NONE));
  }

  private static Exploration explore(SignOnAct act, SignOnMistake mistake) {
    return new Explorer(() -> SignOnPlay.of(act, mistake), MOST_STATES).explore();
  }
}
