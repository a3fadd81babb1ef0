package io.holdfast.benchmarks.serializers.shop;

/** Whether a line can be delivered. */
enum Status {
  IN_STOCK,
  ORDERED,
  LATE
}
