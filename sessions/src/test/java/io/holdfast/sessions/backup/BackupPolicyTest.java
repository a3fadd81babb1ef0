package io.holdfast.sessions.backup;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BackupPolicyTest {

  @ParameterizedTest(name = "never stored {0}, header {1}, attributes {2}, {3} ms of {4} s: {5}")
  @CsvSource({
    // Nothing changed, interval of 1800 s: a quarter is 450 s.
    "false, false, false,              0,  1800, SKIP",
    "false, false, false,        450_000,  1800, SKIP",
    "false, false, false,        450_001,  1800, TOUCH",
    "false, false, false,      9_999_999,  1800, TOUCH",
    "false, false, false,             -1,  1800, TOUCH",
    // Nothing changed, shortest interval.
    "false, false, false,            250,     1, SKIP",
    "false, false, false,            251,     1, TOUCH",
    // Nothing changed, never expires.
    "false, false, false, 99_999_999_999,     0, SKIP",
    "false, false, false, 99_999_999_999,    -1, SKIP",
    "false, false, false,             -1,    -1, SKIP",
    // Each change alone stores, however fresh the store is.
    "true,  false, false,              0,  1800, STORE",
    "false, true,  false,              0,  1800, STORE",
    "false, false, true,               0,  1800, STORE",
    // Changes together, also when a touch would be due and when the session never expires.
    "true,  true,  false,              0,  1800, STORE",
    "true,  false, true,               0,  1800, STORE",
    "false, true,  true,               0,  1800, STORE",
    "true,  true,  true,               0,  1800, STORE",
    "false, true,  false,        450_001,  1800, STORE",
    "false, false, true,         450_001,  1800, STORE",
    "true,  false, false,        450_001,  1800, STORE",
    "false, false, true,               0,    -1, STORE",
    "false, true,  false,              0,     0, STORE",
    "true,  false, false,             -1,     0, STORE",
  })
  void decideWhenAskedThenRowOfTheTable(
      boolean neverStored,
      boolean headerChanged,
      boolean attributesChanged,
      String millisSinceStoreRefresh,
      int maxInactiveInterval,
      BackupAction expected) {
    long millis = Long.parseLong(millisSinceStoreRefresh.replace("_", ""));

    BackupAction action =
        BackupPolicy.decide(
            new BackupQuestion(
                neverStored, headerChanged, attributesChanged, millis, maxInactiveInterval));

    assertEquals(expected, action);
  }
}
