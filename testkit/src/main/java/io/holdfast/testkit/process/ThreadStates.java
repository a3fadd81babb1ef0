package io.holdfast.testkit.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The states of the threads of a process, from {@code /proc}. */
final class ThreadStates {

  private final Path tasks;

  ThreadStates(long pid) {
    this.tasks = Path.of("/proc/" + pid + "/task");
  }

  /** Returns whether no thread is known to run on: also true where there is no {@code /proc}. */
  boolean areStoppedOrUnknown() {
    if (!Files.exists(tasks)) {
      return true;
    }
    try (Stream<Path> directories = Files.list(tasks)) {
      List<Path> threads = directories.toList();
      return threads.stream().allMatch(ThreadStates::isStopped);
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot list " + tasks, e);
    }
  }

  /** The state is the letter after the name, which is in parentheses and may contain some. */
  private static boolean isStopped(Path thread) {
    try {
      String stat = Files.readString(thread.resolve("stat"));
      return stat.charAt(stat.lastIndexOf(')') + 2) == 'T';
    } catch (NoSuchFileException ended) {
      return true;
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot read the state of " + thread, e);
    }
  }
}
