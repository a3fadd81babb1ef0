package io.holdfast.core.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Numbers with and without a suffix. */
final class UnitTest {

  @ParameterizedTest
  @CsvSource({
    "COUNT, 20, 20",
    "MILLISECONDS, 500, 500",
    "MILLISECONDS, 500ms, 500",
    "MILLISECONDS, 1s, 1000",
    "MILLISECONDS, 5 m, 300000",
    "MILLISECONDS, 1H, 3600000",
    "SECONDS, 2, 2",
    "SECONDS, 2000ms, 2",
    "SECONDS, 2m, 120",
    "SECONDS, 1d, 86400",
    "SECONDS, -1, -1",
    "BYTES, 1024, 1024",
    "BYTES, 64B, 64",
    "BYTES, 1k, 1024",
    "BYTES, 32MB, 33554432",
    "MEGABYTES, 100, 100",
    "MEGABYTES, 2GB, 2048",
    "MEGABYTES, 1024kB, 1"
  })
  void parseWhenItIsAWholeNumberOfTheUnitThenThatNumber(Unit unit, String text, long amount) {
    assertEquals(amount, unit.parse(text));
  }

  @ParameterizedTest
  @CsvSource({
    "COUNT, 20s",
    "COUNT, ''",
    "MILLISECONDS, 1.5s",
    "MILLISECONDS, 1us",
    "MILLISECONDS, s",
    "MILLISECONDS, 1MB",
    "SECONDS, 500ms",
    "SECONDS, 99999999999999999999",
    "SECONDS, 999999999999999999d",
    "BYTES, 1s",
    "MEGABYTES, 512KB"
  })
  void parseWhenItIsNoneThenNull(Unit unit, String text) {
    assertNull(unit.parse(text));
  }
}
