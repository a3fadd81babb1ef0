package io.holdfast.benchmarks.peers;

import io.holdfast.benchmarks.engine.Bench;
import io.holdfast.testkit.http.Browser;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;

/**
 * What becomes of two changes of one session that two Tomcats make at the same time.
 *
 * @param attributes each sets an attribute of its own
 * @param counters both increment one counter
 */
record Updates(Lost attributes, Lost counters) {

  private static final String PATH = "/" + Bench.APPLICATION;
  private static final int AT_ONCE = 10;
  private static final Duration STORED = Duration.ofMillis(500);

  /**
   * Of so many sessions.
   *
   * @param lost in how many one of two changes that were answered with 200 is missing afterwards
   * @param errors in how many a request was answered with an error
   */
  record Lost(long sessions, long lost, long errors) {

    static Lost of(List<Outcome> outcomes) {
      return new Lost(
          outcomes.size(),
          outcomes.stream().filter(Outcome.LOST::equals).count(),
          outcomes.stream().filter(Outcome.ERROR::equals).count());
    }

    @Override
    public String toString() {
      String all = lost + " of " + sessions;
      return errors == 0 ? all : "%s, errors in %d".formatted(all, errors);
    }
  }

  /** What became of one session. */
  enum Outcome {
    KEPT,
    LOST,
    ERROR
  }

  /** What two clients of one session ask for, and what it must show then. */
  private record Trial(String first, String second, String question, String expected) {}

  private static final Trial ATTRIBUTES =
      new Trial("/note?name=a&pause=300", "/note?name=b&pause=300", "/notes", "a b");
  private static final Trial COUNTERS =
      new Trial("/statefull?pause=100", "/statefull?pause=100", "/count", "3");

  /** Tries it with so many sessions. */
  static Updates of(Pair pair, int sessions) {
    ExecutorService threads = Executors.newFixedThreadPool(3 * AT_ONCE);
    try {
      return new Updates(
          Lost.of(outcomes(pair, ATTRIBUTES, sessions, threads)),
          Lost.of(outcomes(pair, COUNTERS, sessions, threads)));
    } finally {
      threads.shutdownNow();
    }
  }

  private static List<Outcome> outcomes(
      Pair pair, Trial trial, int sessions, ExecutorService threads) {
    int first = pair.site().tomcat().port();
    int second = pair.second().port();
    return IntStream.range(0, (sessions + AT_ONCE - 1) / AT_ONCE)
        .mapToObj(
            group ->
                IntStream.range(group * AT_ONCE, Math.min(sessions, (group + 1) * AT_ONCE))
                    .mapToObj(
                        any ->
                            CompletableFuture.supplyAsync(
                                () -> outcome(first, second, trial, threads), threads))
                    .toList())
        .flatMap(group -> group.stream().map(CompletableFuture::join).toList().stream())
        .toList();
  }

  private static Outcome outcome(int first, int second, Trial trial, ExecutorService threads) {
    Browser browser = new Browser();
    browser.get(first, PATH + "/statefull");
    LockSupport.parkNanos(STORED.toNanos());
    Browser atFirst = browser.copy();
    Browser atSecond = browser.copy();
    CompletableFuture<Boolean> one =
        CompletableFuture.supplyAsync(() -> succeeds(atFirst, first, trial.first()), threads);
    CompletableFuture<Boolean> other =
        CompletableFuture.supplyAsync(() -> succeeds(atSecond, second, trial.second()), threads);
    if (!one.join() || !other.join()) {
      return Outcome.ERROR;
    }
    LockSupport.parkNanos(STORED.toNanos());
    return has(browser, first, trial) && has(browser, second, trial) ? Outcome.KEPT : Outcome.LOST;
  }

  private static boolean succeeds(Browser browser, int port, String page) {
    try {
      return browser.get(port, PATH + page).status() == 200;
    } catch (UncheckedIOException e) {
      return false;
    }
  }

  private static boolean has(Browser browser, int port, Trial trial) {
    return browser.copy().get(port, PATH + trial.question()).body().equals(trial.expected());
  }
}
