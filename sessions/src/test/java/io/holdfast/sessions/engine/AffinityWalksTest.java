package io.holdfast.sessions.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.config.Granularity;
import io.holdfast.core.log.QuietLog;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Longer scenes of a sticky session than {@link AffinityExplorationTest} can try to their ends: at
 * random, fixed seeds. Nodes restart, are lost, come back old or empty, all of them at once, too.
 */
@Timeout(300)
@ExtendWith(QuietLog.class)
final class AffinityWalksTest {

  private static final int SCENES_FOR_A_MISTAKE = 10_000;

  @ParameterizedTest
  @CsvSource({"1, ATTRIBUTE", "2, ATTRIBUTE", "1, SESSION", "2, SESSION"})
  void playWhenStickyThenNothingIsLostOrOfAnother(int copies, Granularity granularity) {
    List<String> broken =
        IntStream.range(0, RandomScene.SCENES)
            .mapToObj(
                seed ->
                    RandomScene.play(
                        seed, copies, AffinityExplorationTest::sticky, line -> line, granularity))
            .filter(Objects::nonNull)
            .toList();

    assertEquals(List.of(), broken);
  }

  @ParameterizedTest
  @EnumSource
  void playWhenTheNodesAloneHaveTheAttributesThenNothingIsLostOrOfAnother(Granularity granularity) {
    List<String> broken =
        IntStream.range(0, RandomScene.SCENES / 2)
            .mapToObj(
                seed -> RandomScene.playResting(seed, AffinityExplorationTest::sticky, granularity))
            .filter(Objects::nonNull)
            .toList();

    assertEquals(List.of(), broken);
  }

  @ParameterizedTest
  @EnumSource
  void playWhenSomethingIsDoneWronglyThenIsNoticed(EngineMistake mistake) {
    boolean isNoticed =
        Stream.of(1, 2)
            .flatMap(
                copies ->
                    IntStream.range(0, SCENES_FOR_A_MISTAKE)
                        .mapToObj(
                            seed ->
                                RandomScene.play(
                                    seed,
                                    copies,
                                    mistake::rule,
                                    mistake::over,
                                    Granularity.ATTRIBUTE)))
            .anyMatch(Objects::nonNull);

    assertTrue(isNoticed);
  }
}
