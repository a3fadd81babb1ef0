package io.holdfast.testkit;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** Tells which threads of this virtual machine are alive. */
public final class Threads {

  private Threads() {}

  /** The live threads whose names start with the prefix, in order of their names. */
  public static List<Thread> alive(String namePrefix) {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.isAlive() && thread.getName().startsWith(namePrefix))
        .sorted((a, b) -> a.getName().compareTo(b.getName()))
        .toList();
  }

  /**
   * Gives the threads with this prefix the time to end.
   *
   * @throws AssertionError if one is alive after that, with its stack
   */
  public static void assertNoneAlive(String namePrefix, Duration within) {
    Await.value(
        "no thread named " + namePrefix + "* is alive",
        within,
        () -> describe(alive(namePrefix)),
        String::isEmpty);
  }

  private static String describe(List<Thread> threads) {
    return threads.stream().map(Threads::describe).collect(Collectors.joining("\n"));
  }

  private static String describe(Thread thread) {
    return Arrays.stream(thread.getStackTrace())
        .map(frame -> "\n    at " + frame)
        .collect(Collectors.joining("", thread.getName() + " " + thread.getState(), ""));
  }
}
