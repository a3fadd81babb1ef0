package io.holdfast.core.config;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The least and the greatest values that the document gives are those that are taken. */
class DocumentedBoundsTest {

  private static final Path DOCUMENT = Path.of("../docs/configuration.md");
  private static final Pattern ROW = Pattern.compile("\\| `(\\w+)` \\| [^|]+ \\| (.*) \\|");
  private static final Pattern FROM_TO = Pattern.compile("\\b([0-9,]+) to ([0-9,]*[0-9])");
  private static final Pattern UP_TO = Pattern.compile("\\bup to ([0-9,]*[0-9])");

  static Stream<Arguments> bounds() throws IOException {
    return Files.readAllLines(DOCUMENT).stream()
        .map(ROW::matcher)
        .flatMap(row -> row.results())
        .filter(row -> Stream.of(Setting.values()).anyMatch(each -> isOf(row, each)))
        .flatMap(
            row ->
                Stream.concat(
                    FROM_TO
                        .matcher(row.group(2))
                        .results()
                        .map(found -> bounds(row, found.group(1), found.group(2))),
                    UP_TO
                        .matcher(row.group(2))
                        .results()
                        .map(found -> bounds(row, "-1", found.group(1)))));
  }

  private static boolean isOf(MatchResult row, Setting<?> setting) {
    return row.group(1).equals(setting.attribute());
  }

  private static Arguments bounds(MatchResult row, String least, String greatest) {
    Setting<?> setting =
        Stream.of(Setting.values()).filter(each -> isOf(row, each)).findFirst().orElseThrow();
    return Arguments.of(setting, number(least), number(greatest));
  }

  private static long number(String text) {
    return Long.parseLong(text.replace(",", ""));
  }

  @ParameterizedTest
  @MethodSource("bounds")
  void valueWhenItIsABoundThenIsTakenAndTheOneBeyondIsRefused(
      Setting<?> setting, long least, long greatest) {
    for (long taken : List.of(least, greatest)) {
      assertDoesNotThrow(() -> parse(setting, taken));
    }
    for (long refused : List.of(least - 1, greatest + 1)) {
      ConfigurationException error =
          assertThrows(ConfigurationException.class, () -> parse(setting, refused));
      assertEquals(setting.attribute(), error.attribute());
    }
  }

  @Test
  void documentWhenReadThenHasTheBoundsOfTheseAttributes() throws IOException {
    assertEquals(
        List.of(
            "discoveryInterval 1 3600",
            "lockExpiration 2 3600",
            "maxLockWaiters 1 10000",
            "maxLockHold -1 86400",
            "maxSessionSize 1024 134217728",
            "maxItemSize 131072 134217728"),
        bounds().map(each -> "%s %s %s".formatted(each.get())).toList());
  }

  private static SessionConfiguration parse(Setting<?> setting, long value) {
    Map<Setting<?>, String> values = new TreeMap<>();
    values.put(Setting.MEMCACHED_NODES, "n1:a:1");
    values.put(setting, String.valueOf(value));
    return ConfigurationParser.parse(values);
  }
}
