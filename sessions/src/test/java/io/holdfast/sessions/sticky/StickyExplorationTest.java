package io.holdfast.sessions.sticky;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.log.QuietLog;
import io.holdfast.core.storage.SessionStore;
import io.holdfast.sessions.explore.Exploration;
import io.holdfast.sessions.explore.Explorer;
import io.holdfast.testkit.document.SectionedDocument;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Every order in which a sticky session is changed, moves, moves back and ends while nodes come and
 * go: no answered synchronous change is lost, and what ended does not come back. The figures are in
 * docs/concurrency.md; with {@code -Dholdfast.document=write} they are written there and not
 * compared.
 */
@Timeout(300)
@ExtendWith(QuietLog.class)
final class StickyExplorationTest {

  private static final boolean WRITING = "write".equals(System.getProperty("holdfast.document"));
  private static final String SECTION = "sticky exploration";
  private static final SectionedDocument DOCUMENT =
      new SectionedDocument(Path.of("../docs/concurrency.md"));
  private static final long MOST_STATES = 30_000;
  private static final Map<StickyAct, Exploration> FOUND = new EnumMap<>(StickyAct.class);

  private @Nullable StickyPlay last;

  @AfterEach
  void close() {
    closeLast();
  }

  @ParameterizedTest
  @EnumSource
  void exploreWhenInAnyOrderThenNothingIsLostOrComesBack(StickyAct act) {
    Exploration exploration = found(act);

    assertNull(exploration.broken());
    assertTrue(exploration.isComplete(), exploration::toString);
  }

  @ParameterizedTest
  @EnumSource
  void exploreWhenMarksAreTreatedWronglyThenAnEndedSessionComesBack(MarkMistake mistake) {
    List<String> broken =
        Stream.of(StickyAct.END_RESTART, StickyAct.END_OLD)
            .map(act -> explore(act, mistake::over).broken())
            .filter(Objects::nonNull)
            .toList();

    assertFalse(broken.isEmpty(), "not noticed");
  }

  @Test
  void documentWhenExploredThenHasTheseFigures() {
    StringBuilder figures =
        new StringBuilder("\n| what the client does, and what goes wrong | orders of events |\n")
            .append("|---|---|\n");
    for (StickyAct act : StickyAct.values()) {
      figures.append(String.format(Locale.ROOT, "| %s | %,d |\n", act.text, found(act).ends()));
    }
    String text = figures.append("\n").toString();
    if (WRITING) {
      DOCUMENT.replace(SECTION, text);
    }

    assertEquals(
        text,
        DOCUMENT.section(SECTION),
        "docs/concurrency.md is not up to date: run this test with -Dholdfast.document=write");
  }

  private Exploration found(StickyAct act) {
    return FOUND.computeIfAbsent(act, each -> explore(each, line -> line));
  }

  private Exploration explore(StickyAct act, UnaryOperator<SessionStore> line) {
    return new Explorer(() -> play(act, line), MOST_STATES).explore();
  }

  /** The explorer does not tell when it leaves a play: it has when it begins another one. */
  private StickyPlay play(StickyAct act, UnaryOperator<SessionStore> line) {
    closeLast();
    StickyPlay play = new StickyPlay(act, line);
    last = play;
    return play;
  }

  private void closeLast() {
    if (last != null) {
      last.close();
      last = null;
    }
  }
}
