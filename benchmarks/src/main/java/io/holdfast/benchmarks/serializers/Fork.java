package io.holdfast.benchmarks.serializers;

import io.holdfast.benchmarks.Spread;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.function.ToDoubleFunction;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.VerboseMode;

/** Measures one thing in a JVM of its own, which has the flags of this one. */
final class Fork {

  private static final double HALF = 50;

  private final Effort effort;
  private final Path log;

  Fork(Effort effort, Path log) {
    this.effort = effort;
    this.log = log;
  }

  Measured run(Cell cell) throws RunnerException {
    RunResult result =
        run(
            options(SerializerBenchmark.class, cell.operation().method())
                .addProfiler(GCProfiler.class)
                .param("contender", cell.contender().name())
                .param("workload", cell.workload().name()));
    double nanos =
        medianOf(result, iteration -> of(iteration.getSecondaryResults(), ProcessorTime.COUNTER));
    return new Measured(nanos, of(result.getSecondaryResults(), "gc.alloc.rate.norm"));
  }

  /** Nanoseconds of the middle one of all operations. */
  double median(ChainedOptionsBuilder options) throws RunnerException {
    return medianOf(
        run(options),
        iteration -> iteration.getPrimaryResult().getStatistics().getPercentile(HALF));
  }

  /** Options for one method of a class of benchmarks. */
  ChainedOptionsBuilder options(Class<?> benchmarks, String method) {
    return new OptionsBuilder()
        .include(benchmarks.getName() + "\\." + method + "$")
        .forks(1)
        .warmupIterations(effort.warmUps())
        .warmupTime(effort.iteration())
        .measurementIterations(effort.iterations())
        .measurementTime(effort.iteration())
        .shouldFailOnError(true)
        .verbosity(VerboseMode.NORMAL)
        .output(log.toString());
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
