package io.holdfast.sessions.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.holdfast.core.config.Granularity;
import io.holdfast.core.log.QuietLog;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Longer scenes than {@link UsedIdExplorationTest} can try to their ends: at random, fixed seeds.
 */
@Timeout(120)
@ExtendWith(QuietLog.class)
final class UsedIdWalksTest {

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void playWhenAtRandomThenNothingIsLostOrOfAnother(int copies) {
    List<String> broken =
        IntStream.range(0, RandomScene.SCENES)
            .mapToObj(
                seed ->
                    RandomScene.play(
                        seed,
                        copies,
                        health -> Affinity.none(),
                        line -> line,
                        Granularity.ATTRIBUTE))
            .filter(Objects::nonNull)
            .toList();

    assertEquals(List.of(), broken);
  }
}
