package io.holdfast.core.routing;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class StableHashTest {

  /** Computed by a second implementation, in Python. */
  @ParameterizedTest
  @CsvSource({
    "0123456789ABCDEF0123456789ABCDEF, 82a3ad1effe4d7fd",
    "FEDCBA9876543210FEDCBA9876543210, ca0d66e7e69d9502",
    "a, d0137a57d0ef408f",
    "user-42, c648a88da1e7dd74",
  })
  void ofWhenTextIsKnownThenSameAsInEveryVersion(String text, String hash) {
    assertEquals(hash, Long.toHexString(StableHash.of(text)));
  }
}
