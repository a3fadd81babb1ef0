package io.holdfast.demo.shoppers;

import java.net.URI;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** The shoppers of one run, a thread each, and their counts. */
final class ShoppingRun {

  private static final int SHORTEST_PAUSE_MILLIS = 200;
  private static final int LONGEST_PAUSE_MILLIS = 800;

  private final CountDownLatch end = new CountDownLatch(1);
  private final long deadline;
  private int shoppers = Shoppers.COUNT;
  private long requests;
  private long errors;
  private long sessionsLost;
  private long slowestNanos;

  private ShoppingRun(Duration duration) {
    this.deadline = System.nanoTime() + duration.toNanos();
  }

  static ShoppingRun start(HttpClient client, URI shop, Duration duration) {
    ShoppingRun run = new ShoppingRun(duration);
    for (int i = 0; i < Shoppers.COUNT; i++) {
      Random random = new Random(i);
      Shopper shopper = new Shopper(client, shop, random);
      Thread thread = new Thread(() -> run.shop(shopper, random), "holdfast-demo-shopper-" + i);
      thread.setDaemon(true);
      thread.start();
    }
    return run;
  }

  private void shop(Shopper shopper, Random random) {
    try {
      while (!isEnding(random.nextInt(SHORTEST_PAUSE_MILLIS, LONGEST_PAUSE_MILLIS))) {
        long began = System.nanoTime();
        count(shopper.ask(), System.nanoTime() - began);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      leave();
    }
  }

  /** Waits as long as a shopper thinks, at most until the end. */
  private boolean isEnding(long pauseMillis) throws InterruptedException {
    long nanos = Math.min(TimeUnit.MILLISECONDS.toNanos(pauseMillis), deadline - System.nanoTime());
    return end.await(nanos, TimeUnit.NANOSECONDS) || deadline - System.nanoTime() <= 0;
  }

  private synchronized void count(Shopper.Outcome outcome, long nanos) {
    requests++;
    errors += outcome == Shopper.Outcome.FAILED ? 1 : 0;
    sessionsLost += outcome == Shopper.Outcome.LOST ? 1 : 0;
    slowestNanos = Math.max(slowestNanos, nanos);
  }

  private synchronized void leave() {
    shoppers--;
  }

  void stop() {
    end.countDown();
  }

  synchronized Tally tally() {
    long left = end.getCount() == 0 ? 0 : Math.max(0, deadline - System.nanoTime());
    return new Tally(
        shoppers,
        TimeUnit.NANOSECONDS.toSeconds(left + 999_999_999),
        requests,
        errors,
        sessionsLost,
        TimeUnit.NANOSECONDS.toMillis(slowestNanos));
  }
}
