package io.holdfast.benchmarks.budget;

import com.sun.management.OperatingSystemMXBean;
import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.Arrays;

/** Measures what a step costs this process. */
final class Meter {

  private static final int CALLS_BETWEEN_LOOKS = 100;

  private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
  private final OperatingSystemMXBean process =
      (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

  /** Repeats a step for a time. */
  Cost measure(Step step, long nanos) throws Exception {
    long bytes = allocated();
    long own = threads.getCurrentThreadCpuTime();
    long all = process.getProcessCpuTime();
    long start = System.nanoTime();
    long count = 0;
    while (System.nanoTime() - start < nanos) {
      for (int call = 0; call < CALLS_BETWEEN_LOOKS; call++) {
        step.action().take();
      }
      count += (long) CALLS_BETWEEN_LOOKS * step.size();
    }
    double allNanos = process.getProcessCpuTime() - all;
    double ownNanos = threads.getCurrentThreadCpuTime() - own;
    return new Cost(
        ownNanos / count,
        Math.max(0, allNanos - ownNanos) / count,
        (double) (allocated() - bytes) / count);
  }

  private long allocated() {
    return Arrays.stream(threads.getThreadAllocatedBytes(threads.getAllThreadIds()))
        .filter(bytes -> bytes > 0)
        .sum();
  }
}
