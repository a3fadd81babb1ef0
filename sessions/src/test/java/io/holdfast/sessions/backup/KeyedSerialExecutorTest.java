package io.holdfast.sessions.backup;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.sessions.backup.KeyedSerialExecutor.KeyQueue;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** The order of backups where no thread can be started for them. */
final class KeyedSerialExecutorTest {

  private static final String SESSION = "a";

  private final Deque<Runnable> turns = new ArrayDeque<>();
  private final Deque<KeyQueue> running = new ArrayDeque<>();
  private final KeyedSerialExecutor executor =
      new KeyedSerialExecutor(10, this::giveTurn, (queue, task) -> running.add(queue));
  private boolean hasThreads = true;

  @Test
  void endWhenNoThreadCanBeStartedForTheNextTaskThenItFailsAndALaterOneRuns() {
    var unused = enqueue();
    turns.remove().run();
    CompletableFuture<Void> second = enqueue();
    hasThreads = false;

    end(running.remove());

    CompletionException failure = assertThrows(CompletionException.class, second::join);
    assertInstanceOf(OutOfMemoryError.class, failure.getCause());
    assertEquals(0, executor.waiting());
    hasThreads = true;
    CompletableFuture<Void> third = enqueue();
    assertFalse(third.isDone());
    turns.remove().run();
    running.remove().end();
    assertEquals(0, executor.drain(Duration.ZERO));
  }

  @Test
  void enqueueWhenNoThreadCanBeStartedThenItFailsAndALaterOneRuns() {
    hasThreads = false;
    assertThrows(OutOfMemoryError.class, this::enqueue);
    hasThreads = true;

    var unused = enqueue();

    assertEquals(1, executor.waiting());
    assertTrue(running.isEmpty());
    turns.remove().run();
    assertEquals(1, running.size());
  }

  private CompletableFuture<Void> enqueue() {
    CompletableFuture<Void> promise = new CompletableFuture<>();
    assertNull(executor.enqueue(SESSION, Backup.of(() -> {}), promise, UnaryOperator.identity()));
    return promise;
  }

  private static void end(KeyQueue queue) {
    try {
      queue.end();
    } catch (OutOfMemoryError e) { // would end the tests
      throw new AssertionError(e);
    }
  }

  private void giveTurn(Runnable turn) {
    if (!hasThreads) {
      throw new OutOfMemoryError("unable to create native thread");
    }
    turns.add(turn);
  }
}
