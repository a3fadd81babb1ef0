package io.holdfast.benchmarks.serializers;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * Counts the time that the measuring thread itself is on a processor, which does not grow when
 * other programs want the processor too.
 */
@State(Scope.Thread)
@AuxCounters(AuxCounters.Type.EVENTS)
public class ProcessorTime {

  static final String COUNTER = "nanosPerOperation";

  /** The outcome of an iteration; JMH names it after the field. */
  public double nanosPerOperation;

  private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
  private long start;
  private long operations;

  /** Starts an iteration. */
  @Setup(Level.Iteration)
  public void begin() {
    operations = 0;
    start = threads.getCurrentThreadCpuTime();
  }

  /** Counts an operation. */
  public void operation() {
    operations++;
  }

  /** Ends an iteration. */
  @TearDown(Level.Iteration)
  public void end() {
    nanosPerOperation = (double) (threads.getCurrentThreadCpuTime() - start) / operations;
  }
}
