package io.holdfast.sessions.explore;

import static org.junit.jupiter.api.Assertions.assertNull;

import io.holdfast.core.log.QuietLog;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The same promises where a node grants a lease, renews the record's version and reads it in one
 * step, as a script of Valkey does: all acts with leases, and walks through the scenes with them.
 */
@ExtendWith(QuietLog.class)
final class OneStepLeasesTest {

  private static final long STATES = Long.getLong("holdfast.explore.states", 1_000);
  private static final int WALKS = Integer.getInteger("holdfast.walks", 200);

  static Stream<Act> actsWithLeases() {
    return Arrays.stream(Act.values()).filter(act -> act.scene.site().leased());
  }

  @ParameterizedTest
  @MethodSource("actsWithLeases")
  void exploreWhenInAnyOrderThenNoPromiseIsBroken(Act act) {
    Exploration exploration =
        new Explorer(() -> new ScenarioRun(act.scene, Protocol.IN_ONE_STEP, Journal.none()), STATES)
            .explore();

    assertNull(exploration.broken(), () -> act.story(Protocol.IN_ONE_STEP, exploration.choices()));
  }

  @ParameterizedTest
  @EnumSource(value = WalksTest.Scene.class, mode = EnumSource.Mode.MATCH_ANY, names = "LEASED.*")
  void walkWhenAtRandomThenNoPromiseIsBroken(WalksTest.Scene scene) {
    WalksTest.walk(scene, Protocol.IN_ONE_STEP, WALKS);
  }
}
