package io.holdfast.core.storage.memcached;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.holdfast.core.storage.TimeToLive;
import java.time.Instant;
import java.time.InstantSource;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class MemcachedExpirationTest {

  @ParameterizedTest
  @CsvSource({
    "-1, 2592001",
    "0, 0",
    "1, 1",
    "2591999, 2591999",
    "2592000, 2592000",
    "2592001, 1002592001",
    "3456000, 1003456000",
    "1147483646, 2147483646",
    "1147483647, 2147483647",
    "1147483648, 2147483647",
    "9223372036854775807, 2147483647",
  })
  void expirationWhenClockIsAtOneBillionThenAsMemcachedReadsIt(long seconds, int expected) {
    InstantSource clock = InstantSource.fixed(Instant.ofEpochSecond(1_000_000_000));

    assertEquals(expected, MemcachedStore.expiration(new TimeToLive(seconds), clock));
  }
}
