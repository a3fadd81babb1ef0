package io.holdfast.benchmarks.files;

import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class AccessTest {

  @ParameterizedTest
  @EnumSource(Access.class)
  void ofWhenManyThreadsReadManyFilesThenAllReadWhatIsThere(Access access) throws Exception {
    try (ActiveFiles files = ActiveFiles.create(60);
        Readers readers = new Readers();
        Reading reading = access.of(files)) {
      double rate = readers.read(new Cell(access, 7, 60), reading, 1_000, 11);

      assertTrue(rate > 0);
    }
  }
}
