package io.holdfast.core.storage.memcached;

import static io.holdfast.core.storage.NodeStoreKit.assertReason;
import static io.holdfast.core.storage.NodeStoreKit.await;
import static io.holdfast.core.storage.NodeStoreKit.bytes;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.config.Protocol;
import io.holdfast.core.storage.StoreException;
import io.holdfast.core.storage.StoreException.Reason;
import io.holdfast.core.storage.TimeToLive;
import io.holdfast.core.storage.WriteCondition;
import io.holdfast.core.storage.WriteResult;
import io.holdfast.core.storage.link.ConnectionSettings;
import io.holdfast.core.storage.link.TestConnections;
import io.holdfast.testkit.Await;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the store makes of a server that answers late, wrong or not at all. */
final class LyingServerTest {

  private final LyingServer server = new LyingServer(line -> "END");
  private final StoreFixture fixture =
      new StoreFixture("127.0.0.1", server.port(), StoreFixture.impatient());

  @AfterEach
  void close() {
    fixture.close();
    server.close();
  }

  @ParameterizedTest
  @CsvSource({
    "SERVER_ERROR out of memory storing object, SERVER_ERROR out of memory storing object",
    "CLIENT_ERROR bad data chunk, CLIENT_ERROR bad data chunk",
    "ERROR, ERR_INTERNAL",
    "WHATEVER, WHATEVER"
  })
  void storeWhenAnsweredWithErrorThenRefusedAndNodeNotLost(String error, String said) {
    server.answer(line -> error);
    StoreException failure = assertReason(Reason.REFUSED, store("k", "v"));
    server.answer(line -> "STORED");

    Await.until("next is stored", () -> await(store("k", "v")).isStored());

    assertEquals("node n1: store: the node answered " + said, failure.getMessage());
    Await.until("told of nothing else", () -> fixture.events().equals("connected n1"));
  }

  @Test
  void storeWhenAnsweredThatTheObjectIsTooLargeThenTooLarge() {
    server.answer(line -> "SERVER_ERROR object too large for cache");

    assertReason(Reason.TOO_LARGE, store("k", "v"));

    server.answer(line -> "STORED");
    Await.until("next is stored", () -> await(store("k", "v")).isStored());
  }

  @Test
  void loadWhenValueIsOfAnotherKeyThenRefused() {
    server.answer(line -> "VALUE other 0 1 1\r\nx\r\nEND");

    assertReason(Reason.REFUSED, fixture.store().load("k"));
  }

  @Test
  void loadWhenAnOperationBeforeItIsRefusedThenDroppedAndTheNodeIsNotLost() {
    fixture.get("warm");
    server.answer(line -> LyingServer.SILENCE);
    var refused = store("a", "v");
    var behind = fixture.store().load("b");
    Await.until("both are heard", () -> server.replies().size() == 3);
    server.answer(line -> "END");

    server.say("SERVER_ERROR out of order");

    assertReason(Reason.REFUSED, refused);
    assertReason(Reason.DROPPED, behind);
    Await.until(
        "another link",
        () -> fixture.store().load("k").handle((value, failure) -> failure == null).join());
    Await.until("told of nothing else", () -> fixture.events().equals("connected n1"));
  }

  @ParameterizedTest
  @CsvSource({
    "SERVER_ERROR out of memory storing object, REFUSED",
    "SERVER_ERROR object too large for cache, TOO_LARGE"
  })
  void loadWhenOnlyTheWriteBeforeItIsRefusedThenItGetsItsAnswer(String error, Reason reason) {
    fixture.get("warm");
    server.answer(line -> LyingServer.SILENCE);
    var refused = store("a", "v");
    var behind = fixture.store().load("b");
    Await.until("both are heard", () -> server.replies().size() == 3);

    server.say(error + "\r\nEND");

    assertReason(reason, refused);
    assertNull(await(behind));
    Await.until("the connection is told", () -> !fixture.events().isEmpty());
    assertEquals("connected n1", fixture.events());
  }

  /** No memcached answers a read so: its answers may be out of step. */
  @Test
  void loadWhenItIsRefusedLikeAWriteThenTheConnectionIsDropped() {
    fixture.get("warm");
    server.answer(line -> LyingServer.SILENCE);
    var refused = fixture.store().load("a");
    var behind = fixture.store().load("b");
    Await.until("both are heard", () -> server.replies().size() == 3);
    server.answer(line -> "END");

    server.say("SERVER_ERROR out of memory storing object\r\nEND");

    assertReason(Reason.REFUSED, refused);
    assertReason(Reason.UNAVAILABLE, behind);
  }

  @Test
  void loadWhenServerHangsUpThenUnavailableAtOnce() {
    server.answer(line -> LyingServer.HANG_UP);

    assertReason(Reason.UNAVAILABLE, fixture.store().load("k"));

    Await.until("link is back", () -> fixture.events().matches("(.*, )?connected n1"));
  }

  @Test
  void loadWhenAnswerIsLateThenTimeoutAndNextGetsItsOwn() {
    server.answer(line -> LyingServer.SILENCE);
    assertReason(Reason.TIMEOUT, fixture.store().load("a"));
    server.answer(line -> "VALUE b 0 1 8\r\nB\r\nEND");
    Await.until("heard", () -> server.replies().contains("gets a"));
    server.say("VALUE a 0 1 7\r\nA\r\nEND");

    assertEquals("B", fixture.get("b"));

    Await.until("told of nothing else", () -> fixture.events().equals("connected n1"));
  }

  @Test
  void loadWhenAnAnswerIsLeftOutThenTheConnectionThatIsOneBehindIsReplaced() {
    fixture.get("warm");
    server.answer(line -> LyingServer.SILENCE);
    assertReason(Reason.TIMEOUT, fixture.store().load("a"));
    server.answer(line -> "END");

    // Over the old connection each answer comes with the next question, too late.
    Await.until("answers again", () -> fixture.get("b") == null);

    // Told of a loss if three silences ended it, of nothing if the ping was faster.
    Await.until("told of it", () -> fixture.events().matches("(.*, )?connected n1"));
  }

  @Test
  void loadWhenAValueIsOfAnotherKeyThenNothingMoreIsReadFromThatConnection() {
    fixture.get("warm");
    server.answer(line -> "VALUE other 0 1 1\r\nx\r\nEND");

    assertReason(Reason.REFUSED, fixture.store().load("k"));

    Await.until(
        "another connection", () -> fixture.events().endsWith("disconnected n1, connected n1"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"STORED", "NOT_STORED", "EXISTS", "TOUCHED", "END"})
  void deleteWhenAnotherCommandIsAnsweredThenRefusedAndNothingMoreIsReadFromThatConnection(
      String answer) {
    assertEndsTheConnection(answer, store -> store.delete("k"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"STORED", "NOT_STORED", "EXISTS", "DELETED", "END"})
  void touchWhenAnotherCommandIsAnsweredThenRefusedAndNothingMoreIsReadFromThatConnection(
      String answer) {
    assertEndsTheConnection(answer, store -> store.touch("k", TimeToLive.UNLIMITED));
  }

  @ParameterizedTest
  @ValueSource(strings = {"NOT_FOUND", "EXISTS", "DELETED", "TOUCHED", "END"})
  void storeWhenAnotherCommandIsAnsweredThenRefusedAndNothingMoreIsReadFromThatConnection(
      String answer) {
    assertEndsTheConnection(
        answer,
        store -> store.store("k", bytes("v"), TimeToLive.UNLIMITED, WriteCondition.always()));
  }

  @ParameterizedTest
  @ValueSource(strings = {"NOT_FOUND", "EXISTS", "DELETED", "TOUCHED", "END"})
  void renewVersionWhenAnotherCommandIsAnsweredThenRefusedAndNothingMoreIsReadFromThatConnection(
      String answer) {
    assertEndsTheConnection(answer, store -> store.renewVersion("k"));
  }

  private void assertEndsTheConnection(
      String answer, Function<MemcachedStore, CompletableFuture<?>> operation) {
    fixture.get("warm");
    server.answer(line -> answer);

    assertReason(Reason.REFUSED, operation.apply(fixture.store()));

    Await.until(
        "another connection", () -> fixture.events().endsWith("disconnected n1, connected n1"));
  }

  /**
   * If the ping is sent while the server is silent, the answer to the next one is taken for its
   * own, and is none: then the node counts as lost until the new link is there.
   */
  @Test
  void loadWhenServerFallsSilentThenAPingNoticesAndANewLinkIsOpened() {
    fixture.get("warm");
    server.answer(line -> LyingServer.SILENCE);
    assertReason(Reason.TIMEOUT, fixture.store().load("k"));
    server.answer(line -> "END");

    Await.until(
        "another link", () -> fixture.events().matches("connected n1, (.*, )?connected n1"));

    assertNull(fixture.get("k"));
  }

  @Test
  void loadWhenManyMeetSilenceThenThirdEndsTheLink() {
    fixture.get("warm");
    server.answer(line -> LyingServer.SILENCE);
    var loads =
        List.of(fixture.store().load("a"), fixture.store().load("b"), fixture.store().load("c"));

    loads.forEach(load -> assertReason(Reason.TIMEOUT, load));

    Await.until("told of it", () -> fixture.events().contains("disconnected n1"));
  }

  @Test
  void loadWhenServerIsSilentThenFailsBeforeTwiceTheTimeout() {
    fixture.close();
    Duration timeout = Duration.ofSeconds(3);
    try (StoreFixture patient =
        new StoreFixture("127.0.0.1", server.port(), StoreFixture.settings(timeout))) {
      patient.get("warm");
      server.answer(line -> LyingServer.SILENCE);
      long start = System.nanoTime();
      assertReason(Reason.TIMEOUT, patient.store().load("k"));
      long nanos = System.nanoTime() - start;
      assertTrue(nanos >= timeout.toNanos(), () -> nanos + " ns");
      assertTrue(nanos < 2 * timeout.toNanos(), () -> nanos + " ns");
    }
  }

  @Test
  void storeWhenMoreThanAllowedAreInFlightThenBusyUntilAnswered() {
    fixture.close();
    ConnectionSettings two =
        TestConnections.settings(
            Protocol.TEXT, StoreFixture.TIMEOUT.multipliedBy(10), 2, 1_000, null, null, null);
    try (StoreFixture small = new StoreFixture("127.0.0.1", server.port(), two)) {
      assertNull(small.get("warm"));
      server.answer(line -> LyingServer.SILENCE);
      var first = small.store().touch("k", TimeToLive.UNLIMITED);
      var second = small.store().touch("k", TimeToLive.UNLIMITED);

      assertReason(Reason.BUSY, small.store().touch("k", TimeToLive.UNLIMITED));
      Await.until("both are heard", () -> server.replies().size() == 3);
      server.say("TOUCHED\r\nTOUCHED");

      assertTrue(await(first) && await(second));
      server.answer(line -> "TOUCHED");
      assertTrue(await(small.store().touch("k", TimeToLive.UNLIMITED)));
    }
  }

  @Test
  void storeWhenValueIsTooLargeThenNothingIsSent() {
    fixture.get("warm");
    int limit = StoreFixture.impatient().maxItemSize();

    var tooLarge =
        fixture.store().store("k", new byte[limit], TimeToLive.UNLIMITED, WriteCondition.always());

    assertReason(Reason.TOO_LARGE, tooLarge);
    fixture.get("after");
    assertEquals(List.of("gets warm", "gets after"), List.copyOf(server.replies()));
  }

  @Test
  void closeWhenOperationsAreInFlightThenTheyFailAtOnce() {
    fixture.get("warm");
    server.answer(line -> LyingServer.SILENCE);
    var pending = fixture.store().load("k");

    Await.until("the connection is told", () -> !fixture.events().isEmpty());
    fixture.store().close();

    assertReason(Reason.UNAVAILABLE, pending);
    assertEquals("connected n1", fixture.events());
    assertTrue(fixture.timer().getQueue().isEmpty());
  }

  private CompletableFuture<WriteResult> store(String key, String value) {
    return fixture.store().store(key, bytes(value), TimeToLive.UNLIMITED, WriteCondition.always());
  }
}
