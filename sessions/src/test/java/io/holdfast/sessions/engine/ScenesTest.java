package io.holdfast.sessions.engine;

import io.holdfast.core.log.QuietLog;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Plays the scenes of {@code src/test/resources/scenes}. */
@Timeout(60)
@ExtendWith(QuietLog.class)
final class ScenesTest {

  @ParameterizedTest
  @MethodSource("io.holdfast.sessions.engine.Scene#all")
  void playWhenAllStepsAreTakenThenEachYieldsWhatItsSceneSays(Scene scene) {
    scene.play();
  }
}
