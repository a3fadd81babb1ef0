package io.holdfast.serializer.limits;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;

/**
 * The processor time that the current thread has taken, which stands still while other threads or a
 * garbage collection have the processor. Where a JVM or a virtual thread does not tell it, it is
 * the time that has passed.
 */
final class ProcessorTime {

  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  private ProcessorTime() {}

  /** In nanoseconds from some moment. */
  static long nanos() {
    try {
      long taken = THREADS.getCurrentThreadCpuTime();
      return taken < 0 ? System.nanoTime() : taken;
    } catch (UnsupportedOperationException e) {
      return System.nanoTime();
    }
  }
}
