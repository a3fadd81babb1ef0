package io.holdfast.core.storage;

import static io.holdfast.core.storage.NodeStoreKit.assertReason;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.storage.StoreException.Reason;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;

final class WindowTest {

  private final List<Integer> begun = new ArrayList<>();
  private final List<CompletableFuture<Boolean>> answers = new ArrayList<>();

  @Test
  void runWhenThereIsNothingToDoThenTrueAtOnce() {
    assertTrue(run(0, 3).getNow(false));
  }

  @Test
  void runWhenMoreThanFitThenTheNextBeginsWithAnAnswer() {
    CompletableFuture<Boolean> result = run(4, 2);
    assertEquals(List.of(0, 1), begun);

    answers.get(1).complete(true);
    assertEquals(List.of(0, 1, 2), begun);
    answers.get(0).complete(true);
    answers.get(3).complete(true);
    assertFalse(result.isDone());

    answers.get(2).complete(true);

    assertTrue(result.getNow(false));
    assertEquals(List.of(0, 1, 2, 3), begun);
  }

  @Test
  void runWhenOneFailsThenNothingBeginsAndTheOthersAreWaitedFor() {
    CompletableFuture<Boolean> result = run(5, 2);

    answers.get(0).completeExceptionally(failure(Reason.TIMEOUT));
    assertFalse(result.isDone());
    answers.get(1).complete(true);

    assertReason(Reason.TIMEOUT, result);
    assertEquals(List.of(0, 1), begun);
  }

  /** In the thread that brings an answer for which no thread waits. */
  @Test
  void runWhenALaterOneCannotBeginThenTheResultFails() {
    CompletableFuture<Boolean> first = new CompletableFuture<>();
    CompletableFuture<Boolean> result =
        Window.run(
            2,
            1,
            index -> {
              if (index > 0) {
                throw new OutOfMemoryError("told to fail by the test");
              }
              return first;
            });

    first.complete(true);

    CompletionException failure =
        assertThrows(CompletionException.class, () -> result.getNow(true));
    assertInstanceOf(OutOfMemoryError.class, failure.getCause());
  }

  @Test
  void runWhenOneIsFalseThenNothingBeginsAndFalse() {
    CompletableFuture<Boolean> result = run(5, 1);

    answers.get(0).complete(false);

    assertFalse(result.getNow(true));
    assertEquals(List.of(0), begun);
  }

  @Test
  void runWhenTheNodeIsBusyThenWithOneLessAtOnce() {
    CompletableFuture<Boolean> result = run(4, 3);

    answers.get(2).completeExceptionally(failure(Reason.BUSY));
    assertEquals(List.of(0, 1, 2), begun);
    answers.get(0).complete(true);
    assertEquals(List.of(0, 1, 2, 2), begun);
    answers.get(1).complete(true);
    answers.get(3).complete(true);
    answers.get(4).complete(true);

    assertTrue(result.getNow(false));
    assertEquals(List.of(0, 1, 2, 2, 3), begun);
  }

  @Test
  void runWhenTheNodeIsBusyWithOthersOnlyThenBusy() {
    CompletableFuture<Boolean> result = run(4, 1);

    answers.get(0).completeExceptionally(failure(Reason.BUSY));

    assertReason(Reason.BUSY, result);
  }

  @Test
  void runWhenManyAreAnsweredAtOnceThenTheStackStaysFlat() {
    int many = 100_000;

    CompletableFuture<Boolean> result =
        Window.run(many, 1, index -> CompletableFuture.completedFuture(true));

    assertTrue(result.getNow(false));
  }

  private CompletableFuture<Boolean> run(int count, int width) {
    return Window.run(
        count,
        width,
        index -> {
          begun.add(index);
          CompletableFuture<Boolean> answer = new CompletableFuture<>();
          answers.add(answer);
          return answer;
        });
  }

  private static StoreException failure(Reason reason) {
    return new StoreException(reason, "n1", "told to fail by the test", null);
  }
}
