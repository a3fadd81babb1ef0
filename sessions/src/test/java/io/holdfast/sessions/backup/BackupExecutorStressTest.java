package io.holdfast.sessions.backup;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Many threads, few sessions: the promises hold whatever the interleaving. */
@Timeout(120)
class BackupExecutorStressTest {

  private static final int SESSIONS = 7;
  private static final int REQUEST_THREADS = 8;
  private static final int REQUESTS = 20_000;

  /** The state of each session, as its requests count it up. */
  private final AtomicIntegerArray state = new AtomicIntegerArray(SESSIONS);

  /** What the store holds of each session. */
  private final AtomicIntegerArray stored = new AtomicIntegerArray(SESSIONS);

  private final AtomicIntegerArray running = new AtomicIntegerArray(SESSIONS);
  private final AtomicInteger overlaps = new AtomicInteger();
  private final AtomicInteger stepsBack = new AtomicInteger();
  private final AtomicInteger lost = new AtomicInteger();

  @Test
  void submitWhenManyThreadsThenOrderedAloneAndTheLastStateIsStored() throws Exception {
    try (BackupExecutor executor =
        new BackupExecutor("holdfast-stress", 4, SESSIONS, getClass().getClassLoader())) {
      List<Thread> requests = new ArrayList<>();
      for (int i = 0; i < REQUEST_THREADS; i++) {
        int seed = i;
        requests.add(new Thread(() -> serveRequests(executor, new Random(seed))));
      }

      requests.forEach(Thread::start);
      for (Thread request : requests) {
        request.join();
      }
      int undone = executor.drain(Duration.ofSeconds(60));

      assertEquals(0, undone);
      assertEquals(0, overlaps.get(), "two backups of a session at the same time");
      assertEquals(0, stepsBack.get(), "an older state over a newer one");
      assertEquals(0, lost.get(), "a future completed before its state was stored");
      assertEquals(state.toString(), stored.toString());
      assertEquals((long) REQUEST_THREADS * REQUESTS, executor.submitted());
      assertEquals(executor.submitted(), executor.coalesced() + executor.executed());
      assertEquals(0, executor.rejected());
      assertEquals(0, executor.failed());
      assertTrue(executor.coalesced() > 0, "nothing was coalesced: the test tests too little");
    }
  }

  private void serveRequests(BackupExecutor executor, Random random) {
    for (int i = 0; i < REQUESTS; i++) {
      int session = random.nextInt(SESSIONS);
      int mine = state.incrementAndGet(session);
      CompletableFuture<Void> done = executor.submit("s" + session, () -> backUp(session));
      var unused =
          done.thenRun(
              () -> {
                if (stored.get(session) < mine) {
                  lost.incrementAndGet();
                }
              });
    }
  }

  private void backUp(int session) {
    if (running.incrementAndGet(session) != 1) {
      overlaps.incrementAndGet();
    }
    int seen = state.get(session);
    Thread.onSpinWait();
    if (stored.getAndSet(session, seen) > seen) {
      stepsBack.incrementAndGet();
    }
    running.decrementAndGet(session);
  }
}
