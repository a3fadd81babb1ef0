package io.holdfast.benchmarks.serializers;

import io.holdfast.benchmarks.engine.Field;
import io.holdfast.benchmarks.engine.Field.Deployment;
import io.holdfast.benchmarks.engine.Run;
import io.holdfast.benchmarks.engine.Scenario;
import io.holdfast.benchmarks.report.Figures;
import io.holdfast.benchmarks.report.Spread;
import io.holdfast.benchmarks.report.Turn;
import io.holdfast.benchmarks.report.Turn.Traffic;
import io.holdfast.benchmarks.report.Turn.Waits;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/**
 * Measures all serializers. The plain library and ours take turns, a new JVM for each, which has
 * the flags of this one, in several rounds.
 */
public final class Serializers {

  private static final double HALF = 50;

  private final Run run;
  private final Effort effort;

  private Serializers(Run run) {
    this.run = run;
    this.effort = run.effort(Effort.FULL, Effort.QUICK);
  }

  /**
   * How much is measured.
   *
   * @param rounds how often each thing is measured on sessions of many small objects
   * @param bulkyRounds the same on sessions of mostly bytes or of many objects alike; 0 leaves them
   *     out
   * @param iteration time of one iteration
   * @param warmUps iterations that are not counted
   * @param iterations iterations that are
   */
  record Effort(int rounds, int bulkyRounds, TimeValue iteration, int warmUps, int iterations) {

    /** Some thirteen minutes. */
    static final Effort FULL = new Effort(3, 1, TimeValue.milliseconds(200), 8, 3);

    /** About three minutes. */
    static final Effort QUICK = new Effort(1, 0, TimeValue.milliseconds(50), 2, 3);

    int rounds(Workload workload) {
      return workload.isBulky() ? bulkyRounds : rounds;
    }

    /** Which sessions are measured. */
    List<Workload> workloads() {
      return Stream.of(Workload.values()).filter(workload -> rounds(workload) > 0).toList();
    }
  }

  /** What is done with a session; {@code bytes} are those that are allocated. */
  record Task(Workload workload, String method) {

    /** The method of {@link SerializerBenchmark} that writes. */
    static final String WRITE = "write";

    /** The one that reads. */
    static final String READ = "read";

    @Override
    public String toString() {
      return workload.title() + ", " + method;
    }
  }

  public static void perform(Run run) throws Exception {
    new Serializers(run).run();
  }

  private void run() throws Exception {
    Map<String, Map<String, Integer>> sizes = new LinkedHashMap<>();
    Map<String, Deployment<Contender>> contenders = new LinkedHashMap<>();
    for (Contender contender : Contender.values()) {
      contenders.put(contender.title(), () -> contender);
      for (Workload workload : effort.workloads()) {
        sizes
            .computeIfAbsent(workload.title(), any -> new LinkedHashMap<>())
            .put(contender.title(), size(workload, contender));
      }
    }
    List<Task> tasks =
        effort.workloads().stream()
            .flatMap(
                workload ->
                    Stream.of(Task.WRITE, Task.READ).map(method -> new Task(workload, method)))
            .toList();
    Figures figures =
        Field.measure(
            run,
            contenders,
            new Scenario<>("serializers", tasks, 0, effort.rounds, this::measureInRound));
    SerializersReport report = new SerializersReport(figures, sizes, effort);
    for (Workload workload : List.of(Workload.TICKETS, Workload.WEB_SESSION)) {
      run.image(SerializersReport.imageOf(workload), report.chart(workload));
    }
    run.write(
        Run.BENCHMARKS,
        report
            .section(run.section())
            .with("verification", verification())
            .with(
                "nanos to ask",
                "%.0f".formatted(nanos(options(VerificationBenchmark.class, "check")))));
  }

  /** Also proves that what is compared does the same work. */
  private static int size(Workload workload, Contender contender) throws Exception {
    Codec codec = contender.codec();
    byte[] bytes = codec.write(workload.attributes());
    SameForm.require(contender + ", " + workload, workload.attributes(), codec.read(bytes));
    return bytes.length;
  }

  private Map<String, Turn> measureInRound(Contender contender, Task task, int round)
      throws RunnerException {
    return round <= effort.rounds(task.workload) && contender.isMeasuredOn(task.workload)
        ? Map.of(task.toString(), measure(contender, task))
        : Map.of();
  }

  /** One operation: the median of the iterations, and what it allocates. */
  private Turn measure(Contender contender, Task task) throws RunnerException {
    RunResult result =
        run(
            options(SerializerBenchmark.class, task.method)
                .addProfiler(GCProfiler.class)
                .param("contender", contender.name())
                .param("workload", task.workload.name()));
    double nanos =
        medianOf(result, iteration -> of(iteration.getSecondaryResults(), ProcessorTime.COUNTER));
    long allocated = Math.round(of(result.getSecondaryResults(), "gc.alloc.rate.norm"));
    return new Turn(1, nanos / 1e9, nanos / 1e9, Waits.NONE, new Traffic(0, allocated), 0);
  }

  /** What it costs that a class is read back when it is first written. */
  private String verification() throws RunnerException {
    StringBuilder rows = new StringBuilder();
    for (String serializer : List.of("java", "kryo", "xstream", "javolution")) {
      run.row(rows, serializer, micros(serializer, "first"), micros(serializer, "second"));
    }
    return rows.toString();
  }

  private String micros(String serializer, String method) throws RunnerException {
    double nanos =
        nanos(options(VerificationBenchmark.class, method).param("serializer", serializer));
    return "%.0f".formatted(nanos / 1_000);
  }

  /** Nanoseconds of the middle one of all operations. */
  private static double nanos(ChainedOptionsBuilder options) throws RunnerException {
    return medianOf(
        run(options),
        iteration -> iteration.getPrimaryResult().getStatistics().getPercentile(HALF));
  }

  /** Options for one method of a class of benchmarks. */
  private ChainedOptionsBuilder options(Class<?> benchmarks, String method) {
    return new OptionsBuilder()
        .include(benchmarks.getName() + "\\." + method + "$")
        .forks(1)
        .warmupIterations(effort.warmUps)
        .warmupTime(effort.iteration)
        .measurementIterations(effort.iterations)
        .measurementTime(effort.iteration)
        .shouldFailOnError(true)
        .verbosity(VerboseMode.NORMAL)
        .output(run.root().resolve("benchmarks/target/jmh.log").toString());
  }

  private static RunResult run(ChainedOptionsBuilder options) throws RunnerException {
    return new Runner(options.build()).runSingle();
  }

  private static double medianOf(RunResult result, ToDoubleFunction<IterationResult> figure) {
    return Spread.median(
        result.getBenchmarkResults().stream()
            .flatMap(fork -> fork.getIterationResults().stream())
            .map(figure::applyAsDouble)
            .toList());
  }

  @SuppressWarnings("rawtypes") // as JMH has it
  private static double of(Map<String, Result> secondary, String name) {
    return Objects.requireNonNull(secondary.get(name), name).getScore();
  }
}
