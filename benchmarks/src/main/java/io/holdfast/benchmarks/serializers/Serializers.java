package io.holdfast.benchmarks.serializers;

import io.holdfast.benchmarks.engine.Field;
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
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/**
 * Measures all serializers. The plain library and ours take turns, a new JVM for each, which has
 * the flags of this one, in several rounds.
 */
public final class Serializers {

  private final Run run;
  private final Effort effort;

  private Serializers(Run run) {
    this.run = run;
    this.effort = run.effort(Effort.FULL, Effort.BRIEF, Effort.QUICK);
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

    static final Effort FULL = new Effort(3, 1, TimeValue.milliseconds(200), 8, 3);
    static final Effort BRIEF = new Effort(2, 1, TimeValue.milliseconds(200), 8, 3);
    static final Effort QUICK = new Effort(1, 0, TimeValue.milliseconds(50), 2, 3);

    int rounds(Workload workload) {
      return workload.isBulky() ? bulkyRounds : rounds;
    }

    /** Which sessions are measured. */
    List<Workload> workloads() {
      return Stream.of(Workload.values()).filter(workload -> rounds(workload) > 0).toList();
    }
  }

  /** What is done with a session; {@code bytes} are those that are allocated, or its own. */
  record Task(Workload workload, String method) {

    /** The session is written and read once, and its bytes are counted. */
    static final String SIZE = "size";

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
    Map<String, Callable<Contender>> contenders = new LinkedHashMap<>();
    for (Contender contender : Contender.values()) {
      contenders.put(contender.title(), () -> contender);
    }
    List<Task> tasks =
        effort.workloads().stream()
            .flatMap(
                workload ->
                    Stream.of(Task.SIZE, Task.WRITE, Task.READ)
                        .map(method -> new Task(workload, method)))
            .toList();
    Figures figures =
        Field.measure(
            run,
            contenders,
            new Scenario<>("serializers", tasks, 0, effort.rounds, this::measureInRound));
    SerializersReport report = new SerializersReport(figures, effort);
    for (Workload workload : List.of(Workload.TICKETS, Workload.WEB_SESSION)) {
      run.image(SerializersReport.imageOf(workload), report.chart(workload));
    }
    run.write(Run.BENCHMARKS, report.section(run.section()));
  }

  /** Also proves that what is compared does the same work. */
  private static Turn size(Workload workload, Contender contender) throws Exception {
    Codec codec = contender.codec();
    byte[] bytes = codec.write(workload.attributes());
    SameForm.require(contender + ", " + workload, workload.attributes(), codec.read(bytes));
    return new Turn(1, 1, Double.NaN, Waits.NONE, new Traffic(0, bytes.length), 0);
  }

  private Map<String, Turn> measureInRound(Contender contender, Task task, int round)
      throws Exception {
    boolean isSize = task.method.equals(Task.SIZE);
    int rounds = isSize ? 1 : effort.rounds(task.workload);
    if (round > rounds || !contender.isMeasuredOn(task.workload)) {
      return Map.of();
    }
    return Map.of(
        task.toString(), isSize ? size(task.workload, contender) : measure(contender, task));
  }

  /** One operation: the median of the iterations, and what it allocates. */
  private Turn measure(Contender contender, Task task) throws RunnerException {
    RunResult result = new Runner(options(contender, task)).runSingle();
    double nanos =
        Spread.median(
            result.getBenchmarkResults().stream()
                .flatMap(fork -> fork.getIterationResults().stream())
                .map(iteration -> of(iteration.getSecondaryResults(), ProcessorTime.COUNTER))
                .toList());
    long allocated = Math.round(of(result.getSecondaryResults(), "gc.alloc.rate.norm"));
    return new Turn(1, nanos / 1e9, nanos / 1e9, Waits.NONE, new Traffic(0, allocated), 0);
  }

  private Options options(Contender contender, Task task) {
    return new OptionsBuilder()
        .include(SerializerBenchmark.class.getName() + "\\." + task.method + "$")
        .param("contender", contender.name())
        .param("workload", task.workload.name())
        .addProfiler(GCProfiler.class)
        .forks(1)
        .warmupIterations(effort.warmUps)
        .warmupTime(effort.iteration)
        .measurementIterations(effort.iterations)
        .measurementTime(effort.iteration)
        .shouldFailOnError(true)
        .verbosity(VerboseMode.NORMAL)
        .output(run.root().resolve("benchmarks/target/jmh.log").toString())
        .build();
  }

  @SuppressWarnings("rawtypes") // as JMH has it
  private static double of(Map<String, Result> secondary, String name) {
    return Objects.requireNonNull(secondary.get(name), name).getScore();
  }
}
