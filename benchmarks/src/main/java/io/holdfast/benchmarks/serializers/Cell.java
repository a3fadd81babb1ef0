package io.holdfast.benchmarks.serializers;

/** One thing that is measured. */
record Cell(Contender contender, Workload workload, Operation operation) {

  /** The same of another contender. */
  Cell of(Contender other) {
    return new Cell(other, workload, operation);
  }
}
