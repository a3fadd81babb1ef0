package io.holdfast.sessions.fallback;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.holdfast.core.metrics.SessionMetrics;
import io.holdfast.core.record.RecordCodec;
import io.holdfast.core.seal.Sealing;
import io.holdfast.core.session.SessionSnapshot;
import io.holdfast.core.session.StorageKeys;
import io.holdfast.core.storage.ManualTimer;
import io.holdfast.core.storage.TestClock;
import io.holdfast.sessions.fallback.FallbackReturn.Fate;
import io.holdfast.testkit.Await;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Sessions in files; the store takes some and not others. */
@Timeout(60)
final class FallbackReturnTest {

  private static final Duration A_WHILE = Duration.ofSeconds(10);
  private static final int FILES = 20;
  private static final int SPARED_BEHIND = 3;

  @TempDir private Path above;

  private final TestClock clock = new TestClock(Instant.ofEpochSecond(5));
  private final ManualTimer timer = new ManualTimer();
  private final SessionMetrics metrics = new SessionMetrics(true);
  private final Queue<String> asked = new ConcurrentLinkedQueue<>();
  private final Set<String> refused = ConcurrentHashMap.newKeySet();
  private final ExecutorService executor = Executors.newSingleThreadExecutor();
  private Function<SessionSnapshot, CompletableFuture<Fate>> store =
      kept -> CompletableFuture.completedFuture(fateOf(kept));
  private FaultyDisk disk;
  private SessionFiles files;
  private FallbackReturn returning;

  @BeforeEach
  void stopAndStart() {
    disk = new FaultyDisk(above);
    try (SessionFiles stopped = open()) {
      for (int i = 0; i < FILES; i++) {
        stopped.spill(Kept.session("s" + i, 1));
      }
    }
    files = open();
    returning =
        new FallbackReturn(files, kept -> store.apply(kept), executor, timer, clock, metrics);
  }

  @AfterEach
  void close() {
    returning.stop();
    executor.shutdownNow();
    files.close();
  }

  @Test
  void nodeReturnedWhenNoNodeTakesOneSessionThenTheOthersArePutBackAllTheSame() {
    refused.add("s7");

    returning.nodeReturned("n1");

    Await.until("all the others", () -> waiting() == 1);
  }

  /**
   * A save that has to ask a node first goes on, on a thread of the application, with its answer.
   */
  @Test
  void nodeReturnedWhenTheStoreNeedsTheOnlyThreadThenAllArePutBack() {
    store = kept -> CompletableFuture.supplyAsync(() -> fateOf(kept), executor);

    returning.nodeReturned("n1");

    Await.until("all are put back", () -> waiting() == 0);
  }

  /** Nodes that did not answer once need not be lost, so nothing is heard of them again. */
  @Test
  void nodeReturnedWhenNodesDoNotAnswerThenTheSessionsArePutBackLater() {
    refuseAll();
    returning.nodeReturned("n1");
    Await.until("it waits", () -> timer.untilNext() != null);

    refused.clear();

    Await.until(
        "all are put back",
        () -> {
          timer.advance(A_WHILE);
          return waiting() == 0;
        });
  }

  @Test
  void nodeReturnedWhenNodesDoNotAnswerThenTheyAreNotAskedForEachSession() {
    refuseAll();

    returning.nodeReturned("n1");

    Await.until("it waits", () -> timer.untilNext() != null);
    assertEquals(SPARED_BEHIND, asked.size());
    assertEquals(FILES, waiting());
  }

  @Test
  void nodeReturnedWhenNoNodeEverTakesTheFirstOnesThenTheOthersArePutBack() {
    refuseAll();
    returning.nodeReturned("n1");
    Await.until("it waits", () -> timer.untilNext() != null);

    refused.retainAll(asked);

    Await.until(
        "all the others",
        () -> {
          timer.advance(A_WHILE);
          return waiting() == SPARED_BEHIND;
        });
  }

  /** As where too many files are open just then: no node need come or go for them. */
  @Test
  void startWhenFilesCannotBeReadNowThenTheyArePutBackLater() {
    disk.refuse(FaultyDisk.Operation.READ, "Too many open files");
    returning.nodeReturned("n1");
    Await.until("it waits", () -> timer.untilNext() != null);
    assertEquals(FILES, waiting());

    disk.heal();

    Await.until(
        "all are put back",
        () -> {
          timer.advance(A_WHILE);
          return waiting() == 0;
        });
    assertEquals(FILES, asked.size());
  }

  private void refuseAll() {
    for (int i = 0; i < FILES; i++) {
      refused.add("s" + i);
    }
  }

  private Fate fateOf(SessionSnapshot kept) {
    String id = kept.id().value();
    asked.add(id);
    return refused.contains(id) ? Fate.STORE_AWAY : Fate.STORED;
  }

  private int waiting() {
    return files.waiting(clock.instant()).size();
  }

  private SessionFiles open() {
    return new SessionFiles(
        disk.on(above.resolve("spill")),
        1 << 20,
        "localhost",
        "/shop",
        StorageKeys.parse("", "localhost", "/shop", null),
        new RecordCodec("test"),
        Sealing.NONE,
        metrics);
  }
}
