package io.holdfast.benchmarks.parts;

import com.sun.management.OperatingSystemMXBean;
import com.sun.management.ThreadMXBean;
import io.holdfast.benchmarks.engine.Field;
import io.holdfast.benchmarks.engine.Field.Deployment;
import io.holdfast.benchmarks.engine.Run;
import io.holdfast.benchmarks.engine.Scenario;
import io.holdfast.benchmarks.parts.Steps.Step;
import io.holdfast.benchmarks.report.Figures;
import io.holdfast.benchmarks.report.Table;
import io.holdfast.benchmarks.report.Turn;
import io.holdfast.benchmarks.report.Turn.Traffic;
import io.holdfast.benchmarks.report.Turn.Waits;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;

/** Measures the steps of a backup, one after the other. */
public final class Budget {

  private static final List<Integer> KILOBYTES = List.of(1, 10);
  private static final int CALLS_BETWEEN_LOOKS = 100;
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
  private static final OperatingSystemMXBean PROCESS =
      (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

  private Budget() {}

  /** Runs it: a minute. */
  public static void perform(Run run) throws Exception {
    long nanos = run.effort(400_000_000L, 20_000_000L);
    try (Steps steps = new Steps()) {
      Map<Integer, List<Step>> bySize = new LinkedHashMap<>();
      KILOBYTES.forEach(kilobytes -> bySize.put(kilobytes, steps.of(kilobytes)));
      Map<String, Deployment<Integer>> places = new LinkedHashMap<>();
      List<Step> first = steps.of(KILOBYTES.get(0));
      for (int i = 0; i < first.size(); i++) {
        int place = i;
        places.put(first.get(i).title(), () -> place);
      }
      Figures figures =
          Field.measure(
              run,
              places,
              new Scenario<>(
                  "budget",
                  KILOBYTES,
                  1,
                  5,
                  (place, kilobytes, round) ->
                      measure(
                          Objects.requireNonNull(bySize.get(kilobytes)).get(place),
                          kilobytes,
                          nanos)));
      StringBuilder tables = new StringBuilder();
      for (int kilobytes : KILOBYTES) {
        tables.append("### A session of %d KB\n\n".formatted(kilobytes));
        tables.append(table(figures, List.copyOf(places.keySet()), kilobytes)).append('\n');
      }
      run.write(
          "performance.md",
          run.section().with("tables", tables).withSeconds("time", Duration.ofNanos(nanos)));
    }
  }

  /** Repeats a step for a time: what this thread takes of it, and what all others do. */
  private static Map<String, Turn> measure(Step step, int kilobytes, long nanos) throws Exception {
    long bytes = allocated();
    long own = THREADS.getCurrentThreadCpuTime();
    long all = PROCESS.getProcessCpuTime();
    long start = System.nanoTime();
    long count = 0;
    while (System.nanoTime() - start < nanos) {
      for (int call = 0; call < CALLS_BETWEEN_LOOKS; call++) {
        step.action().take();
      }
      count += (long) CALLS_BETWEEN_LOOKS * step.size();
    }
    double allSeconds = (PROCESS.getProcessCpuTime() - all) / 1e9;
    double ownSeconds = (THREADS.getCurrentThreadCpuTime() - own) / 1e9;
    double seconds = (System.nanoTime() - start) / 1e9;
    Traffic traffic = new Traffic(0, allocated() - bytes);
    return Map.of(
        own(kilobytes),
        new Turn(count, seconds, ownSeconds, Waits.NONE, traffic, 0),
        others(kilobytes),
        Turn.of(count, seconds, Math.max(0, allSeconds - ownSeconds)));
  }

  static String own(int kilobytes) {
    return kilobytes + " KB, own thread";
  }

  static String others(int kilobytes) {
    return kilobytes + " KB, other threads";
  }

  private static long allocated() {
    return Arrays.stream(THREADS.getThreadAllocatedBytes(THREADS.getAllThreadIds()))
        .filter(bytes -> bytes > 0)
        .sum();
  }

  /** Of each step the cheapest round: whatever else runs makes a step dearer, never cheaper. */
  static String table(Figures figures, List<String> steps, int kilobytes) {
    List<String> columns = List.of("own µs", "other threads µs", "bytes allocated");
    return Table.grid(
        "step",
        steps,
        columns,
        (step, column) -> {
          List<Turn> own = figures.turns(step, own(kilobytes));
          List<Turn> others = figures.turns(step, others(kilobytes));
          int cheapest =
              IntStream.range(0, own.size())
                  .boxed()
                  .min(
                      Comparator.comparing(i -> own.get(i).cpuMicros() + others.get(i).cpuMicros()))
                  .orElseThrow();
          return switch (columns.indexOf(column)) {
            case 0 -> "%.2f".formatted(own.get(cheapest).cpuMicros());
            case 1 -> "%.2f".formatted(others.get(cheapest).cpuMicros());
            default -> "%,.0f".formatted(own.get(cheapest).bytes());
          };
        });
  }
}
