package io.holdfast.serializer.limits;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import org.jspecify.annotations.Nullable;

/** The memory that the current thread has allocated, whether it is still in use or not. */
final class AllocatedMemory {

  /** What {@link #bytes} returns where a JVM, or a virtual thread, does not tell. */
  static final long UNKNOWN = -1;

  private static final @Nullable ThreadMXBean THREADS = find();

  private AllocatedMemory() {}

  private static @Nullable ThreadMXBean find() {
    try {
      return ManagementFactory.getThreadMXBean() instanceof ThreadMXBean threads
              && threads.isThreadAllocatedMemorySupported()
              && threads.isThreadAllocatedMemoryEnabled()
          ? threads
          : null;
    } catch (LinkageError e) {
      return null; // the module jdk.management is not there
    }
  }

  /** In bytes since the thread started. */
  static long bytes() {
    return THREADS == null ? UNKNOWN : THREADS.getCurrentThreadAllocatedBytes();
  }
}
