package io.holdfast.core.storage.link;

import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Keeps back what is sent before there is a link, and lets it go in the order in which it came: a
 * future calls those who wait for it in the reverse order.
 */
final class WaitingSends {

  private final Map<CompletableFuture<?>, Line> lines = new ConcurrentHashMap<>();

  /** Returns whether what waited for this link, or for one before, has gone. */
  boolean isOverFor(CompletableFuture<?> link) {
    return link.isDone() && lines.isEmpty();
  }

  /**
   * Sends when the link is there. Never blocks.
   *
   * @param link completes when there is one, or there will be none for now
   * @param send never throws
   */
  void send(CompletableFuture<?> link, Runnable send) {
    Line line = lines.computeIfAbsent(link, Line::new);
    line.waiting.add(send);
    var unused = link.whenComplete((ready, failure) -> line.letGo());
  }

  /** What waits for one link. One thread at a time lets it go, without a lock. */
  private final class Line {

    private final CompletableFuture<?> link;
    private final Queue<Runnable> waiting = new ConcurrentLinkedQueue<>();
    private final AtomicInteger turns = new AtomicInteger();

    Line(CompletableFuture<?> link) {
      this.link = link;
    }

    void letGo() {
      if (turns.getAndIncrement() > 0) {
        return;
      }
      int seen;
      do {
        seen = turns.get();
        for (Runnable next = waiting.poll(); next != null; next = waiting.poll()) {
          next.run();
        }
      } while (turns.addAndGet(-seen) != 0);
      lines.remove(link, this);
    }
  }
}
