package io.holdfast.benchmarks.engine;

/** Something that {@code benchmarks/run} starts by its name. */
@FunctionalInterface
public interface Experiment {

  /** Measures and writes the report. */
  void perform(Run run) throws Exception;
}
