package io.holdfast.dist;

import io.holdfast.testkit.Await;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** Waits for what no request waits for, such as a copy on the second node after the response. */
final class Quiet {

  private static final Duration DEADLINE = Duration.ofSeconds(30);

  /** Each some ten milliseconds after the one before: longer than a busy machine lets wait. */
  private static final int LOOKS = 20;

  private Quiet() {}

  /** A value that has stopped changing. */
  static <T> T value(String what, Supplier<T> supplier) {
    List<T> seen = new ArrayList<>();
    return Await.valueClosely(
        what + " have stopped changing",
        DEADLINE,
        supplier,
        value -> {
          seen.add(value);
          int from = seen.size() - LOOKS;
          return from >= 0 && seen.get(from).equals(value);
        });
  }
}
