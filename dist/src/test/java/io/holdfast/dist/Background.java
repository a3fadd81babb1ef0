package io.holdfast.dist;

import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/** What is on its way while a test does something else. */
final class Background {

  private Background() {}

  /** Starts at once, in a thread of its own. */
  static <T> CompletableFuture<T> start(Supplier<T> task) {
    return CompletableFuture.supplyAsync(task, run -> new Thread(run, "background").start());
  }
}
