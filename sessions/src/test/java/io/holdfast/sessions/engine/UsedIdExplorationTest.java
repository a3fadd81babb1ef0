package io.holdfast.sessions.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.log.QuietLog;
import io.holdfast.sessions.explore.Exploration;
import io.holdfast.sessions.explore.Explorer;
import io.holdfast.testkit.document.SectionedDocument;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every order in which sessions with one id are changed, move, end and follow each other while
 * nodes come and go, not sticky: no answered change is lost, and no session that has ended is
 * served again. The figures are in docs/exploration.md; with {@code -Dholdfast.document=write} they
 * are written there and not compared.
 */
@Timeout(300)
@ExtendWith(QuietLog.class)
final class UsedIdExplorationTest {

  private static final boolean WRITING = "write".equals(System.getProperty("holdfast.document"));
  private static final String SECTION = "used ids exploration";
  private static final SectionedDocument DOCUMENT =
      new SectionedDocument(Path.of("../docs/exploration.md"));
  private static final long MOST_STATES = 30_000;
  private static final Map<UsedIdAct.Scene, Exploration> FOUND = new HashMap<>();

  static List<UsedIdAct.Scene> scenes() {
    return UsedIdAct.scenes();
  }

  @ParameterizedTest
  @MethodSource("scenes")
  void exploreWhenInAnyOrderThenNothingIsLostOrOfAnother(UsedIdAct.Scene scene) {
    Exploration exploration = found(scene);

    assertNull(exploration.broken());
    assertTrue(exploration.isComplete(), exploration::toString);
  }

  @Test
  void documentWhenExploredThenHasTheseFigures() {
    StringBuilder figures =
        new StringBuilder("\n| what the client does, and what goes wrong | orders of events |\n")
            .append("|---|---|\n");
    for (UsedIdAct act : UsedIdAct.values()) {
      Exploration found = found(act.with(2));
      figures.append(String.format(Locale.ROOT, "| %s | %,d |\n", act.text, found.ends()));
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

  private static Exploration found(UsedIdAct.Scene scene) {
    return FOUND.computeIfAbsent(
        scene, each -> new Explorer(() -> new UsedIdPlay(each), MOST_STATES).explore());
  }
}
