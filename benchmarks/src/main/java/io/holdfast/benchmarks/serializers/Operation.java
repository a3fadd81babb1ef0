package io.holdfast.benchmarks.serializers;

import java.util.Locale;

/** What is done with a session; each is a method of {@link SerializerBenchmark}. */
enum Operation {
  WRITE,
  READ;

  /** The name of the method. */
  String method() {
    return name().toLowerCase(Locale.ROOT);
  }
}
