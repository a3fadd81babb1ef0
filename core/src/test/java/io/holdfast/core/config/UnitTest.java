package io.holdfast.core.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Map;
import java.util.TreeMap;
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

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          operationTimeout | 0     | 0 is 0 milliseconds; use 1ms to 1h, for example 10s; a number without a unit is milliseconds
          operationTimeout | 1 sec | use 1ms to 1h, for example 10s; a number without a unit is milliseconds
          operationTimeout | 2h    | use 1ms to 1h, for example 10s; a number without a unit is milliseconds
          lockExpiration   | 5000  | 5000 is 5000 seconds; use 2s to 1h, for example 10s; a number without a unit is seconds
          lockExpiration   | 2.5   | use 2s to 1h, for example 10s; a number without a unit is seconds
          maxLockHold     | 25h   | use -1 to 1d, for example 10s; a number without a unit is seconds
          maxSessionSize  | 1     | 1 is 1 bytes; use 1KB to 128MB, for example 8MB; a number without a unit is bytes
          spillLimit       | 0     | 0 is 0 megabytes; use 1MB to 1024GB, for example 8MB; a number without a unit is megabytes
          maxLockWaiters  | 2s    | a whole number from 1 to 10000 is needed
          """)
  void parseWhenAValueIsWrongThenTheMessageNamesUnitAndBounds(
      Setting<?> setting, String value, String remedy) {
    Map<Setting<?>, String> values = new TreeMap<>();
    values.put(Setting.MEMCACHED_NODES, "n1:a:1");
    values.put(setting, value);

    ConfigurationException error =
        assertThrows(ConfigurationException.class, () -> ConfigurationParser.parse(values));

    assertEquals(remedy, error.remedy());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          memcachedNodes | n1:a:262010       | the port of "n1:a:262010" must be 1 to 65535
          memcachedNodes | n1:a:1;n2:b:1     | separate nodes with commas or blanks, not with semicolons
          lockingMode    | auto              | sticky sessions are not locked; leave the attribute out, or set sticky="false" as well
          copies          | 2                 | there is one node for copies; name more in memcachedNodes, or use 1
          """)
  void parseWhenAMistakeIsAUsualOneThenTheMessageSaysWhatToDo(
      Setting<?> setting, String value, String remedy) {
    Map<Setting<?>, String> values = new TreeMap<>();
    values.put(Setting.MEMCACHED_NODES, "n1:a:1");
    values.put(setting, value);

    ConfigurationException error =
        assertThrows(ConfigurationException.class, () -> ConfigurationParser.parse(values));

    assertEquals(remedy, error.remedy());
  }
}
