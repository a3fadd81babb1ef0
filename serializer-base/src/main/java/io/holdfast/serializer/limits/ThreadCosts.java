package io.holdfast.serializer.limits;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;

/** What the current thread has taken, as far as the JVM tells. */
final class ThreadCosts {

  /** What {@link #allocated} returns where a JVM, or a virtual thread, does not tell. */
  static final long UNKNOWN = -1;

  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
  private static final boolean TELL_ALLOCATED = tellAllocated();

  private ThreadCosts() {}

  private static boolean tellAllocated() {
    try {
      return THREADS instanceof com.sun.management.ThreadMXBean threads
          && threads.isThreadAllocatedMemorySupported()
          && threads.isThreadAllocatedMemoryEnabled();
    } catch (LinkageError e) {
      return false; // the module jdk.management is not there
    }
  }

  /** In bytes since the thread started, whether they are still in use or not. */
  static long allocated() {
    return TELL_ALLOCATED
        ? ((com.sun.management.ThreadMXBean) THREADS).getCurrentThreadAllocatedBytes()
        : UNKNOWN;
  }

  /**
   * The processor time in nanoseconds from some moment, which stands still while other threads or a
   * garbage collection have the processor. Where the JVM does not tell it, it is the time that has
   * passed.
   */
  static long nanos() {
    try {
      long taken = THREADS.getCurrentThreadCpuTime();
      return taken < 0 ? System.nanoTime() : taken;
    } catch (UnsupportedOperationException e) {
      return System.nanoTime();
    }
  }
}
