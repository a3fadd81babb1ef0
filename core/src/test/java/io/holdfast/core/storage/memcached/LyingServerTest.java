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
import io.holdfast.core.storage.StorePlay;
import io.holdfast.core.storage.TimeToLive;
import io.holdfast.core.storage.WriteCondition;
import io.holdfast.core.storage.WriteResult;
import io.holdfast.core.storage.link.ConnectionSettings;
import io.holdfast.core.storage.link.TestConnections;
import io.holdfast.testkit.Await;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

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

  private static Stream<String> scenes() {
    return StorePlay.scenes(
        """
        answers SERVER_ERROR object too large for cache; put k v -> TOO_LARGE; answers STORED; await put k v -> stored
        # the value is of another key: nothing more is read from that connection
        answers VALUE other 0 1 1/x/END; get k -> REFUSED
        get warm; answers VALUE other 0 1 1/x/END; get k -> REFUSED; await events .*disconnected n1, connected n1 -> true
        # another command is answered: as well
        each STORED NOT_STORED EXISTS TOUCHED END: get warm; answers $; delete k -> REFUSED; await events .*disconnected n1, connected n1 -> true
        each STORED NOT_STORED EXISTS DELETED END: get warm; answers $; touch k -> REFUSED; await events .*disconnected n1, connected n1 -> true
        each NOT_FOUND EXISTS DELETED TOUCHED END: get warm; answers $; put k v -> REFUSED; await events .*disconnected n1, connected n1 -> true
        each NOT_FOUND EXISTS DELETED TOUCHED END: get warm; answers $; renew k -> REFUSED; await events .*disconnected n1, connected n1 -> true
        # an operation before it is refused: dropped, and the node is not lost
        get warm; answers silence; start a put a v; start b get b; heard 3; answers END; say SERVER_ERROR out of order; end a -> REFUSED; end b -> DROPPED; await get k -> none; await events connected n1 -> true
        # only the write before it is refused: it gets its answer
        get warm; answers silence; start a put a v; start b get b; heard 3; say SERVER_ERROR out of memory storing object/END; end a -> REFUSED; end b -> none; await events .+ -> true; events connected n1 -> true
        get warm; answers silence; start a put a v; start b get b; heard 3; say SERVER_ERROR object too large for cache/END; end a -> TOO_LARGE; end b -> none; await events .+ -> true; events connected n1 -> true
        # no memcached refuses a read like a write: its answers may be out of step
        get warm; answers silence; start a get a; start b get b; heard 3; answers END; say SERVER_ERROR out of memory storing object/END; end a -> REFUSED; end b -> UNAVAILABLE
        answers hang up; get k -> UNAVAILABLE; await events (.*, )?connected n1 -> true
        # the answer is late: the next operation gets its own
        answers silence; get a -> TIMEOUT; answers VALUE b 0 1 8/B/END; heard 1; say VALUE a 0 1 7/A/END; get b -> B; await events connected n1 -> true
        # an answer is left out, so that each comes with the next question: the connection is replaced, by three silences or a ping
        get warm; answers silence; get a -> TIMEOUT; answers END; await get b -> none; await events (.*, )?connected n1 -> true
        # The server falls silent: a ping notices. If it is sent in the silence, the node is lost until the new link is there.
        get warm; answers silence; get k -> TIMEOUT; answers END; await events connected n1, (.*, )?connected n1 -> true; get k -> none
        # the third silence ends the link
        get warm; answers silence; start a get a; start b get b; start c get c; end a -> TIMEOUT; end b -> TIMEOUT; end c -> TIMEOUT; await events .*disconnected n1.* -> true
        # a value that is too large is not sent
        get warm; put k #1047552 -> TOO_LARGE; get after; sent -> gets warm, gets after
        get warm; answers silence; start a get k; await events .+ -> true; close; end a -> UNAVAILABLE; events connected n1 -> true; timers -> 0
        """);
  }

  @ParameterizedTest
  @MethodSource("scenes")
  void operationWhenTheServerAnswersSoThenEndsSo(String scene) {
    new StorePlay(fixture.store())
        .with("answers", this::answer)
        .with("say", this::say)
        .with("heard", this::awaitHeard)
        .with("events", pattern -> fixture.events().matches(pattern))
        .with("sent", none -> String.join(", ", server.replies()))
        .with("timers", none -> fixture.timer().getQueue().size())
        .play(scene);
  }

  private Object answer(String lines) {
    server.answer(line -> lines.replace("/", "\r\n"));
    return "done";
  }

  private Object say(String lines) {
    server.say(lines.replace("/", "\r\n"));
    return "done";
  }

  private Object awaitHeard(String count) {
    Await.until("heard", () -> server.replies().size() == Integer.parseInt(count));
    return "done";
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

  private CompletableFuture<WriteResult> store(String key, String value) {
    return fixture.store().store(key, bytes(value), TimeToLive.UNLIMITED, WriteCondition.always());
  }
}
