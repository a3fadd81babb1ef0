package io.holdfast.core.storage.memcached;

import static io.holdfast.core.storage.SessionStoreKit.await;
import static io.holdfast.core.storage.SessionStoreKit.bytes;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.holdfast.core.storage.TimeToLive;
import io.holdfast.core.storage.WriteCondition;
import io.holdfast.core.storage.WriteResult;
import io.holdfast.testkit.Await;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which nodes are asked for the version that a write makes. */
final class MetaCommandsTest {

  @ParameterizedTest
  @CsvSource({
    "VERSION 1.6.13, true",
    "VERSION 1.6.22, true",
    "VERSION 1.6.18-internal, true",
    "VERSION 1.6.38_beta1, true",
    "VERSION 1.7.0, true",
    "VERSION 2.0.0, true",
    "VERSION 1.6.12, false",
    "VERSION 1.6.6, false",
    "VERSION 1.5.22, false",
    "VERSION 0.9.99, false",
    "VERSION 1.6, false",
    "VERSION 1.6.99999, false",
    "VERSION mcrouter 37.0.0, false",
    "VERSION, false",
    "ERROR, false",
  })
  void isNewEnoughThenKnowsTheFirstVersionWhoseAnswersAreRight(String answer, boolean expected) {
    assertEquals(expected, MetaCommands.isNewEnough(answer));
  }

  @ParameterizedTest
  @CsvSource({
    "1.6.22, MN,    HD c5, mn;ms k 1 c,     true",
    "1.6.22, MN,    HD,    mn;ms k 1 c,     false",
    "1.6.22, ERROR, HD c5, mn;set k 0 0 1,  false",
    "1.6.22, END,   HD c5, mn;set k 0 0 1,  false",
    "1.6.12, MN,    HD c5, set k 0 0 1,     false",
    "x,      MN,    HD c5, set k 0 0 1,     false",
  })
  void storeWhenTheNodeIsOfThisVersionThenTellsTheVersionOnlyIfItKnowsHow(
      String version, String toNothing, String toWrite, String commands, boolean tells) {
    try (LyingServer server =
        new LyingServer(
            line -> line.equals("mn") ? toNothing : line.startsWith("ms ") ? toWrite : "STORED")) {
      server.announce(version);
      try (StoreFixture fixture =
          new StoreFixture("127.0.0.1", server.port(), StoreFixture.impatient())) {

        WriteResult result =
            await(
                fixture
                    .store()
                    .store("k", bytes("v"), TimeToLive.UNLIMITED, WriteCondition.always()));

        assertEquals(tells, result.version() != WriteResult.UNKNOWN);
        Await.value(
            "sent", () -> List.copyOf(server.replies()), List.of(commands.split(";"))::equals);
      }
    }
  }
}
