package io.holdfast.sessions.explore;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.holdfast.core.log.QuietLog;
import io.holdfast.testkit.document.SectionedDocument;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * What clients may rely on holds in whatever order things happen, and would not if the protocol
 * were another. The figures are in docs/exploration.md: a build compares those that it knows, the
 * nightly form ({@code -Dholdfast.lines=all}) all of them, and with {@code
 * -Dholdfast.document=write} as well it writes them there.
 */
@ExtendWith(QuietLog.class)
final class ExplorationTest {

  private static final boolean WRITING = "write".equals(System.getProperty("holdfast.document"));
  private static final String SECTION = "exploration";
  private static final String NOT_UP_TO_DATE =
      "docs/exploration.md is not up to date: run this test with -Dholdfast.lines=all"
          + " -Dholdfast.document=write";
  private static final SectionedDocument DOCUMENT =
      new SectionedDocument(Path.of("../docs/exploration.md"));
  private static final Explorations EXPLORATIONS = new Explorations();

  @ParameterizedTest
  @EnumSource
  void exploreWhenInAnyOrderThenNoPromiseIsBroken(Act act) {
    Exploration exploration = EXPLORATIONS.of(act);

    assertNull(exploration.broken(), () -> act.story(Protocol.TRUE, exploration.choices()));
    assertTrue(exploration.isComplete() || !Explorations.isWhole(act), exploration::toString);
  }

  @ParameterizedTest
  @EnumSource
  void exploreWhenMutatedThenAPromiseIsBroken(Mutation mutation) {
    assumeTrue(Explorations.isTried(mutation));
    assertNotNull(EXPLORATIONS.of(mutation).broken());
  }

  @Test
  void documentWhenExploredInABuildThenHasTheRowsThatAreComplete() {
    Set<String> rows = DOCUMENT.section(SECTION).lines().collect(Collectors.toSet());

    assertEquals(
        List.of(),
        ExplorationSection.rowsOfABuild(EXPLORATIONS).stream()
            .filter(row -> !WRITING && !rows.contains(row))
            .toList(),
        NOT_UP_TO_DATE);
  }

  @Test
  void documentWhenExploredAsEachNightThenHasTheseFigures() {
    assumeTrue(Explorations.isAsDocumented());
    String figures = ExplorationSection.text(EXPLORATIONS);
    if (WRITING) {
      DOCUMENT.replace(SECTION, figures);
    }

    assertEquals(figures, DOCUMENT.section(SECTION), NOT_UP_TO_DATE);
  }
}
