package io.holdfast.core.storage.memcached;

import static io.holdfast.core.storage.NodeStoreKit.assertReason;
import static io.holdfast.core.storage.NodeStoreKit.await;
import static io.holdfast.core.storage.NodeStoreKit.bytes;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.holdfast.core.storage.PairAnswer;
import io.holdfast.core.storage.StoreException.Reason;
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

  @ParameterizedTest
  @CsvSource({
    "1.6.22, MN,    mn;mg k c;gets l, Changed",
    "1.6.22, ERROR, mn;gets k l,      Read",
    "1.6.12, MN,    gets k l,         Read",
  })
  void loadPairIfChangedWhenTheNodeIsOfThisVersionThenIsComparedOnlyIfItKnowsHow(
      String version, String toNothing, String commands, String kind) {
    try (LyingServer server =
        new LyingServer(
            line -> line.equals("mn") ? toNothing : line.startsWith("mg ") ? "HD c5" : "END")) {
      server.announce(version);
      try (StoreFixture fixture =
          new StoreFixture("127.0.0.1", server.port(), StoreFixture.impatient())) {

        PairAnswer answer = await(fixture.store().loadPairIfChanged("k", "l", 7));

        assertEquals(kind, answer.getClass().getSimpleName());
        Await.value(
            "sent", () -> List.copyOf(server.replies()), List.of(commands.split(";"))::equals);
      }
    }
  }

  /** Of another key the value might be another user's session. */
  @ParameterizedTest
  @CsvSource({
    "HD c5, VALUE k 0 1 5/v/END",
    "EN, VALUE k 0 1 5/v/END",
    "HD c5, VALUE m 0 1 5/v/END"
  })
  void loadPairIfChangedWhenTheAnswerIsOfAnotherKeyThenIsNone(String compared, String beside) {
    try (LyingServer server =
        new LyingServer(
            line ->
                line.equals("mn")
                    ? "MN"
                    : line.startsWith("mg ") ? compared : beside.replace("/", "\r\n"))) {
      server.announce("1.6.22");
      try (StoreFixture fixture =
          new StoreFixture("127.0.0.1", server.port(), StoreFixture.impatient())) {

        assertReason(Reason.REFUSED, fixture.store().loadPairIfChanged("k", "l", 7));
      }
    }
  }
}
