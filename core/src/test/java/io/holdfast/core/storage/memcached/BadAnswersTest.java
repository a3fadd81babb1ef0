package io.holdfast.core.storage.memcached;

import static io.holdfast.core.storage.NodeStoreKit.bytes;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import io.holdfast.core.storage.StoreException;
import io.holdfast.core.storage.TimeToLive;
import io.holdfast.core.storage.WriteCondition;
import io.holdfast.testkit.Await;
import io.holdfast.testkit.document.TrialTable;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Answers that are none: the operation ends in time, and the next one is done as ever. */
final class BadAnswersTest {

  private static final TrialTable TABLE =
      new TrialTable(Path.of("../docs/reliability.md"), "bad input");
  private static final int LATEST_SECONDS = 30;

  /** Many of these answers are waited for until this time has passed. */
  private static final Duration BRIEF = Duration.ofMillis(200);

  private static final List<String> ANSWERS =
      List.of(
          "",
          " ",
          "\0\1\2\3",
          "x".repeat(10_000),
          "ERROR",
          "CLIENT_ERROR bad command line format",
          "SERVER_ERROR out of memory storing object",
          "HTTP/1.1 400 Bad Request",
          "VALUE",
          "VALUE k",
          "VALUE k 0 x 1\r\nv\r\nEND",
          "VALUE k 0 -1 1\r\nv\r\nEND",
          "VALUE k 0 2147483647 1\r\nv\r\nEND",
          "VALUE k 0 99999999999 1\r\nv\r\nEND",
          "VALUE k 0 1 x\r\nv\r\nEND",
          "VALUE k 0 5 1\r\nlonger than said\r\nEND",
          "VALUE other 0 1 1\r\nv\r\nEND",
          "VALUE k 0 1 1\r\nv\r\nVALUE k 0 1 1\r\nv\r\nEND",
          "END\r\nEND",
          "STORED\r\nSTORED",
          "STORED",
          "DELETED",
          "TOUCHED",
          "NOT_FOUND",
          "EXISTS",
          "OK",
          "VERSION 1");

  private static final List<Function<MemcachedStore, CompletableFuture<?>>> OPERATIONS =
      List.of(
          store -> store.load("k"),
          store -> store.store("k", bytes("v"), TimeToLive.UNLIMITED, WriteCondition.always()),
          store -> store.touch("k", TimeToLive.UNLIMITED),
          store -> store.delete("k"),
          MemcachedStore::figures);

  @Test
  void operationWhenTheAnswerIsBadThenEndsInTimeAndTheNextIsDone() {
    int tried = 0;
    for (String answer : ANSWERS) {
      for (Function<MemcachedStore, CompletableFuture<?>> operation : OPERATIONS) {
        attempt(answer, operation);
        tried++;
      }
    }

    assertEquals(ANSWERS.size() * OPERATIONS.size(), tried);
    TABLE.check(
        "answers of a node", tried, "the operation fails in time; the next one is done as ever");
  }

  private static void attempt(
      String answer, Function<MemcachedStore, CompletableFuture<?>> operation) {
    try (LyingServer server = new LyingServer(line -> "END");
        StoreFixture fixture =
            new StoreFixture("127.0.0.1", server.port(), StoreFixture.settings(BRIEF))) {
      Await.until("connected", () -> failureOf(fixture.store().load("warm")) == null);
      server.answer(line -> answer);

      Throwable failure = failureOf(operation.apply(fixture.store()));

      if (failure != null) {
        assertInstanceOf(StoreException.class, failure, () -> "after " + answer);
      }
      server.answer(line -> line.equals("gets k") ? "VALUE k 0 1 1\r\nw\r\nEND" : "END");
      Await.until("the next answer is heard after " + answer, () -> isRead(fixture.store()));
    }
  }

  private static @Nullable Throwable failureOf(CompletableFuture<?> operation) {
    return operation
        .orTimeout(LATEST_SECONDS, TimeUnit.SECONDS)
        .handle(
            (result, failure) ->
                failure instanceof CompletionException ? failure.getCause() : failure)
        .join();
  }

  private static boolean isRead(MemcachedStore store) {
    return store
        .load("k")
        .handle((value, failure) -> value != null && Arrays.equals(bytes("w"), value.bytes()))
        .join();
  }
}
