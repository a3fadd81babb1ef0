package io.holdfast.sessions.explore;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.testkit.document.SectionedDocument;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * What was found in scenes: each is explored once. A build compares the figures of those that it
 * explores to the end with the document; with {@code -Dholdfast.lines=all}, as each night, all of
 * them are, and are compared.
 *
 * @param <S> a scene
 */
public final class ExploredScenes<S> {

  private static final boolean WRITING = "write".equals(System.getProperty("holdfast.document"));
  private static final boolean NIGHTLY = "all".equals(System.getProperty("holdfast.lines"));

  /** How many states of a scene a build explores at most: the first ones. */
  static final long STATES_OF_A_BUILD = 3_000;

  private static final String NOT_UP_TO_DATE =
      "docs/exploration.md is not up to date: run this test with -Dholdfast.lines=all"
          + " -Dholdfast.document=write";

  private final Map<S, Exploration> found = new HashMap<>();
  private final Function<S, ? extends Play> plays;
  private final long mostStates;

  /**
   * Creates it before anything is explored.
   *
   * @param plays starts a scene
   * @param mostStates how many states of a scene each night explores at most
   */
  public ExploredScenes(Function<S, ? extends Play> plays, long mostStates) {
    this.plays = plays;
    this.mostStates = NIGHTLY ? mostStates : STATES_OF_A_BUILD;
  }

  /** Asserts that nothing is broken in any order. */
  public void assertRight(S scene) {
    Exploration exploration = found(scene);

    assertNull(exploration.broken());
    assertTrue(exploration.isComplete() || !NIGHTLY, exploration::toString);
  }

  /**
   * Asserts that the document has the figures.
   *
   * @param section of the document
   * @param what stands above the rows
   * @param rows scenes by what the document says of them together, in its order
   */
  public void assertDocumented(String section, String what, Map<String, List<S>> rows) {
    SectionedDocument document = new SectionedDocument(Path.of("../docs/exploration.md"));
    if (NIGHTLY) {
      String text =
          rows.entrySet().stream()
              .map(row -> row(row.getKey(), row.getValue()))
              .collect(
                  Collectors.joining(
                      "", "\n| " + what + " | orders of events |\n|---|---|\n", "\n"));
      if (WRITING) {
        document.replace(section, text);
      }
      assertEquals(text, document.section(section), NOT_UP_TO_DATE);
    }
    Set<String> documented =
        document.section(section).lines().map(line -> line + "\n").collect(Collectors.toSet());
    assertEquals(
        List.of(),
        rows.entrySet().stream()
            .filter(row -> row.getValue().stream().allMatch(scene -> found(scene).isComplete()))
            .map(row -> row(row.getKey(), row.getValue()))
            .filter(row -> !documented.contains(row))
            .toList(),
        NOT_UP_TO_DATE);
  }

  private String row(String what, List<S> scenes) {
    long orders = scenes.stream().mapToLong(scene -> found(scene).ends()).sum();
    return String.format(Locale.ROOT, "| %s | %,d |\n", what, orders);
  }

  private Exploration found(S scene) {
    return found.computeIfAbsent(
        scene, each -> new Explorer(() -> plays.apply(each), mostStates).explore());
  }
}
