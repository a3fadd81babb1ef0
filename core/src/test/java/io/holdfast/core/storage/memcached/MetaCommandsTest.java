package io.holdfast.core.storage.memcached;

import static io.holdfast.core.storage.NodeStoreKit.assertReason;
import static io.holdfast.core.storage.NodeStoreKit.await;
import static io.holdfast.core.storage.NodeStoreKit.bytes;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.holdfast.core.storage.KnownValue;
import io.holdfast.core.storage.PairAnswer;
import io.holdfast.core.storage.StoreException.Reason;
import io.holdfast.core.storage.TimeToLive;
import io.holdfast.core.storage.WriteCondition;
import io.holdfast.core.storage.WriteResult;
import io.holdfast.testkit.Await;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which nodes are asked for the version that a write makes. */
final class MetaCommandsTest {

  private final LyingServer server = new LyingServer(line -> "END");

  @AfterEach
  void close() {
    server.close();
  }

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

  /** What the server answers to {@code mn}, to a command of memcached's newer kind, and else. */
  private LyingServer server(String version, String toNothing, String toMeta, String other) {
    server.answer(
        line ->
            (line.equals("mn") ? toNothing : line.matches("m[gs] .*") ? toMeta : other)
                .replace("/", "\r\n"));
    server.announce(version);
    return server;
  }

  private static StoreFixture fixture(LyingServer server) {
    return new StoreFixture("127.0.0.1", server.port(), StoreFixture.impatient());
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
    try (StoreFixture fixture = fixture(server(version, toNothing, toWrite, "STORED"))) {
      WriteResult result =
          await(
              fixture
                  .store()
                  .store("k", bytes("v"), TimeToLive.UNLIMITED, WriteCondition.always()));

      assertEquals(tells, result.version() != WriteResult.UNKNOWN);
      Await.value("sent", this::sent, commands::equals);
    }
  }

  private String sent() {
    return String.join(";", server.replies()).replaceAll("C\\d+", "C#");
  }

  /** The size of the value is below 0 if it is probably old. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          # it is compared only if the node knows how
          1.6.39 | MN    | 1024  | HD c5      | END | mn;mg k c;gets l      | Changed
          1.6.39 | MN    | 1023  | HD c5      | END | mn;gets k l           | Read
          1.6.39 | MN    | -1024 | HD c5      | END | mn;gets k l           | Read
          1.6.40 | MN    | 1024  | HD c5      | END | mn;mg k c v C#;gets l | Changed
          1.6.40 | MN    | 1023  | HD c5      | END | mn;gets k l           | Read
          1.6.40 | MN    | -1024 | HD c5      | END | mn;mg k c v C#;gets l | Changed
          1.6.40 | ERROR | 1024  | HD c5      | END | mn;gets k l           | Read
          1.6.12 | MN    | 1024  | HD c5      | END | gets k l              | Read
          # of another key the value might be another user's session
          1.6.40 | MN    | 1024  | HD c5      | VALUE k 0 1 5/v/END | mn;mg k c v C#;gets l | REFUSED
          1.6.40 | MN    | 1024  | EN         | VALUE k 0 1 5/v/END | mn;mg k c v C#;gets l | REFUSED
          1.6.40 | MN    | 1024  | VA 1 c5/v  | VALUE k 0 1 5/v/END | mn;mg k c v C#;gets l | REFUSED
          1.6.40 | MN    | 1024  | HD c5      | VALUE m 0 1 5/v/END | mn;mg k c v C#;gets l | REFUSED
          1.6.40 | MN    | 1024  | VA 1 c5/v  | VALUE m 0 1 5/v/END | mn;mg k c v C#;gets l | REFUSED
          # a node, or a proxy before it, may announce what it does not do: never unchanged without the known version
          1.6.40 | MN    | 1024  | HD         | END | mn;mg k c v C#;gets l | Changed
          1.6.40 | MN    | 1024  | VA 1 c5/v  | END | mn;mg k c v C#;gets l | Read
          1.6.40 | MN    | 1024  | VA 1/v     | END | mn;mg k c v C#;gets l | Read
          1.6.40 | MN    | 1024  | EN         | END | mn;mg k c v C#;gets l | Read
          """)
  void loadPairIfChangedWhenTheNodeAnswersSoThenKnowsThis(
      String version,
      String toNothing,
      int size,
      String compared,
      String beside,
      String commands,
      String kind) {
    try (StoreFixture fixture = fixture(server(version, toNothing, compared, beside))) {
      CompletableFuture<PairAnswer> answer =
          fixture.store().loadPairIfChanged("k", "l", new KnownValue(7, Math.abs(size), size < 0));

      if (kind.equals("REFUSED")) {
        assertReason(Reason.REFUSED, answer);
      } else {
        assertEquals(kind, await(answer).getClass().getSimpleName());
      }
      Await.value("sent", this::sent, commands::equals);
    }
  }

  /** As from a memcached that takes the flag and sends the value all the same. */
  @Test
  void loadPairIfChangedWhenTheKnownVersionIsSentThenIsUnchanged() {
    server("1.6.40", "MN", "VA 1 c5/v", "END");
    try (StoreFixture fixture = fixture(server)) {
      server.answer(line -> line.equals("mn") ? "MN" : "VALUE k 0 1 5\r\nv\r\nEND");
      long known = Objects.requireNonNull(await(fixture.store().load("k"))).version();
      server("1.6.40", "MN", "VA 1 c5/v", "END");

      PairAnswer answer =
          await(fixture.store().loadPairIfChanged("k", "l", new KnownValue(known, 1_024, false)));

      assertEquals(new PairAnswer.Unchanged(known, null), answer);
    }
  }

  /**
   * The connection to a proxy outlives a restart of the node behind it, and its versions: memcached
   * 1.6.45 gave the same number to the first value behind the restart, over the same connection.
   */
  @Test
  void loadPairIfChangedWhenTheNodeIsAProxyThenTheValueIsSent() {
    server("1.6.45", "MN", "END", "END").announceProxy();
    try (StoreFixture fixture = fixture(server)) {
      await(fixture.store().loadPairIfChanged("k", "l", new KnownValue(7, 1_024, false)));

      assertEquals("gets k l", sent());
    }
  }
}
