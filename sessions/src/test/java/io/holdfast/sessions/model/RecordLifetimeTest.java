package io.holdfast.sessions.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RecordLifetimeTest {

  @ParameterizedTest(name = "{0} s are kept for {1} s, refreshed after {2} ms")
  @CsvSource({
    "-2147483648, 0, 9223372036854775807",
    "-1, 0, 9223372036854775807",
    "0, 0, 9223372036854775807",
    "1, 3, 250",
    "2, 4, 500",
    "3, 5, 750",
    "4, 6, 1000",
    "5, 8, 1250",
    "60, 76, 15000",
    "1800, 2251, 450000",
    "2147483647, 2684354560, 536870911750",
  })
  void ruleWhenIntervalThenRowOfTheTable(int interval, long timeToLive, long refreshAfter) {
    assertEquals(timeToLive, RecordLifetime.SHORTEST.of(interval).seconds());
    assertEquals(refreshAfter, RecordLifetime.slackMillis(interval));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 7, 60, 61, 1800, 86_400, Integer.MAX_VALUE})
  void ruleWhenLastRequestWasNotDueThenStoreStillOutlivesTheSession(int interval) {
    long lastRequestWithoutRefresh = RecordLifetime.slackMillis(interval);
    long sessionExpires = lastRequestWithoutRefresh + interval * 1000L;
    long storeMayForget = (RecordLifetime.SHORTEST.of(interval).seconds() - 1) * 1000L;

    assertFalse(RecordLifetime.isExtensionDue(interval, lastRequestWithoutRefresh));
    assertTrue(RecordLifetime.isExtensionDue(interval, lastRequestWithoutRefresh + 1));
    assertTrue(storeMayForget >= sessionExpires, storeMayForget + " < " + sessionExpires);
  }
}
