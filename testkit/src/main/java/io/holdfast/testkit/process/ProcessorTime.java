package io.holdfast.testkit.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.stream.LongStream;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.UniqueId;
import org.junit.platform.engine.support.descriptor.ClassSource;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;

/**
 * Prints how much processor time each test class took, together with the processes that it started
 * and waited for. Where several run side by side, the time that passes says little. Linux only;
 * elsewhere it prints nothing.
 */
public final class ProcessorTime implements TestExecutionListener {

  /** See proc(5): the times of this process and of its children, in clock ticks. */
  private static final Path STAT = Path.of("/proc/self/stat");

  /** The first of the four times, counted from the state of the process, which follows its name. */
  private static final int FIRST_TIME = 11;

  /** Clock ticks of a second, on all Linux machines of today. */
  private static final double TICKS = 100;

  private final Map<UniqueId, Long> started = new HashMap<>();

  @Override
  public void executionStarted(TestIdentifier test) {
    if (isWholeClass(test)) {
      started.put(test.getUniqueIdObject(), ticks());
    }
  }

  @Override
  public void executionFinished(TestIdentifier test, TestExecutionResult result) {
    Long before = started.remove(test.getUniqueIdObject());
    if (before != null && before >= 0) {
      String line =
          String.format(
              Locale.ROOT,
              "[holdfast] processor time: %.2f s %s",
              (ticks() - before) / TICKS,
              test.getLegacyReportingName());
      System.out.println(line); // in one piece, beside those of other processes
    }
  }

  /** Returns whether it is a test class that is not nested in another one. */
  private static boolean isWholeClass(TestIdentifier test) {
    return test.getSource().filter(ClassSource.class::isInstance).isPresent()
        && test.getUniqueIdObject().getSegments().size() == 2;
  }

  /** The processor time so far; -1 if it is unknown. */
  private static long ticks() {
    try {
      String stat = Files.readString(STAT);
      String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
      return LongStream.range(FIRST_TIME, FIRST_TIME + 4)
          .map(field -> Long.parseLong(fields[(int) field]))
          .sum();
    } catch (IOException e) {
      return -1;
    }
  }
}
