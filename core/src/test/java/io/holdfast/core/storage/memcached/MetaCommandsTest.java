package io.holdfast.core.storage.memcached;

import static io.holdfast.core.storage.NodeStoreKit.assertReason;
import static io.holdfast.core.storage.NodeStoreKit.await;
import static io.holdfast.core.storage.NodeStoreKit.bytes;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.holdfast.core.config.Protocol;
import io.holdfast.core.storage.KnownValue;
import io.holdfast.core.storage.PairAnswer;
import io.holdfast.core.storage.StoreException.Reason;
import io.holdfast.core.storage.TimeToLive;
import io.holdfast.core.storage.WriteCondition;
import io.holdfast.core.storage.WriteResult;
import io.holdfast.testkit.Await;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which nodes are asked for the version that a write makes. */
final class MetaCommandsTest {

  @ParameterizedTest
  @CsvSource({
    "VERSION 1.6.13, VERSIONS",
    "VERSION 1.6.39, VERSIONS",
    "VERSION 1.6.18-internal, VERSIONS",
    "VERSION 1.6.38_beta1, VERSIONS",
    "VERSION 1.6.40, COMPARISONS",
    "VERSION 1.6.45, COMPARISONS",
    "VERSION 1.7.0, COMPARISONS",
    "VERSION 2.0.0, COMPARISONS",
    "VERSION 1.6.12, NONE",
    "VERSION 1.6.6, NONE",
    "VERSION 1.5.44, NONE",
    "VERSION 0.9.99, NONE",
    "VERSION 1.6, NONE",
    "VERSION 1.6.99999, NONE",
    "VERSION mcrouter 37.0.0, NONE",
    "VERSION, NONE",
    "ERROR, NONE",
  })
  void announcedByThenKnowsTheFirstVersionsWhoseAnswersAreRight(
      String answer, MetaCommands expected) {
    assertEquals(expected, MetaCommands.announcedBy(answer));
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

  /** By the size of the value; below 0 if it is probably old. */
  @ParameterizedTest
  @CsvSource({
    "1.6.39, MN,    1024, mn;mg k c;gets l,      Changed",
    "1.6.39, MN,    1023, mn;gets k l,           Read",
    "1.6.39, MN,   -1024, mn;gets k l,           Read",
    "1.6.40, MN,    1024, mn;mg k c v C#;gets l, Changed",
    "1.6.40, MN,    1023, mn;gets k l,           Read",
    "1.6.40, MN,   -1024, mn;mg k c v C#;gets l, Changed",
    "1.6.40, ERROR, 1024, mn;gets k l,           Read",
    "1.6.12, MN,    1024, gets k l,              Read",
  })
  void loadPairIfChangedWhenTheNodeIsOfThisVersionThenIsComparedOnlyIfItKnowsHow(
      String version, String toNothing, int size, String commands, String kind) {
    try (LyingServer server =
        new LyingServer(
            line -> line.equals("mn") ? toNothing : line.startsWith("mg ") ? "HD c5" : "END")) {
      server.announce(version);
      try (StoreFixture fixture =
          new StoreFixture("127.0.0.1", server.port(), StoreFixture.impatient())) {

        PairAnswer answer =
            await(
                fixture
                    .store()
                    .loadPairIfChanged("k", "l", new KnownValue(7, Math.abs(size), size < 0)));

        assertEquals(kind, answer.getClass().getSimpleName());
        Await.value(
            "sent",
            () -> String.join(";", server.replies()).replaceAll("C\\d+", "C#"),
            commands::equals);
      }
    }
  }

  /** Of another key the value might be another user's session. */
  @ParameterizedTest
  @CsvSource({
    "HD c5, VALUE k 0 1 5/v/END",
    "EN, VALUE k 0 1 5/v/END",
    "VA 1 c5/v, VALUE k 0 1 5/v/END",
    "HD c5, VALUE m 0 1 5/v/END",
    "VA 1 c5/v, VALUE m 0 1 5/v/END"
  })
  void loadPairIfChangedWhenTheAnswerIsOfAnotherKeyThenIsNone(String compared, String beside) {
    try (LyingServer server =
        new LyingServer(
            line ->
                line.equals("mn")
                    ? "MN"
                    : (line.startsWith("mg ") ? compared : beside).replace("/", "\r\n"))) {
      server.announce("1.6.40");
      try (StoreFixture fixture =
          new StoreFixture("127.0.0.1", server.port(), StoreFixture.impatient())) {

        assertReason(
            Reason.REFUSED,
            fixture.store().loadPairIfChanged("k", "l", new KnownValue(7, 1_024, false)));
      }
    }
  }

  /** A node, or a proxy before it, may announce what it does not do. */
  @ParameterizedTest
  @CsvSource({
    "HD c5,    Changed",
    "HD,       Changed",
    "VA 1 c5/v, Read",
    "VA 1/v,   Read",
    "EN,       Read",
  })
  void loadPairIfChangedWhenTheAnswerHasNotTheKnownVersionThenIsNeverUnchanged(
      String compared, String kind) {
    try (LyingServer server =
        new LyingServer(
            line ->
                line.equals("mn")
                    ? "MN"
                    : line.startsWith("mg ") ? compared.replace("/", "\r\n") : "END")) {
      server.announce("1.6.40");
      try (StoreFixture fixture =
          new StoreFixture("127.0.0.1", server.port(), StoreFixture.settings(Protocol.TEXT))) {

        PairAnswer answer =
            await(fixture.store().loadPairIfChanged("k", "l", new KnownValue(7, 1_024, false)));

        assertEquals(kind, answer.getClass().getSimpleName());
      }
    }
  }

  /** As from a memcached that takes the flag and sends the value all the same. */
  @Test
  void loadPairIfChangedWhenTheKnownVersionIsSentThenIsUnchanged() {
    try (LyingServer server =
        new LyingServer(
            line ->
                line.equals("mn")
                    ? "MN"
                    : line.startsWith("mg ")
                        ? "VA 1 c5\r\nv"
                        : line.equals("gets k") ? "VALUE k 0 1 5\r\nv\r\nEND" : "END")) {
      server.announce("1.6.40");
      try (StoreFixture fixture =
          new StoreFixture("127.0.0.1", server.port(), StoreFixture.settings(Protocol.TEXT))) {
        long known = Objects.requireNonNull(await(fixture.store().load("k"))).version();

        PairAnswer answer =
            await(fixture.store().loadPairIfChanged("k", "l", new KnownValue(known, 1_024, false)));

        assertEquals(new PairAnswer.Unchanged(known, null), answer);
      }
    }
  }

  /**
   * The connection to a proxy outlives a restart of the node behind it, and its versions: memcached
   * 1.6.45 gave the same number to the first value behind the restart, over the same connection.
   */
  @Test
  void loadPairIfChangedWhenTheNodeIsAProxyThenTheValueIsSent() {
    try (LyingServer server = new LyingServer(line -> line.equals("mn") ? "MN" : "END")) {
      server.announce("1.6.45");
      server.announceProxy();
      try (StoreFixture fixture =
          new StoreFixture("127.0.0.1", server.port(), StoreFixture.settings(Protocol.TEXT))) {

        await(fixture.store().loadPairIfChanged("k", "l", new KnownValue(7, 1_024, false)));

        assertEquals(List.of("gets k l"), List.copyOf(server.replies()));
      }
    }
  }
}
