package io.holdfast.core.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.testkit.document.TrialTable;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Values that make no sense, for each attribute: an error that says so, or they do make sense. */
final class BadConfigurationsTest {

  private static final TrialTable TABLE =
      new TrialTable(Path.of("../docs/reliability.md"), "bad input");

  private static final String UNKNOWN_PROPERTY = "${memcached.nodes}";

  private static final List<String> STRANGE =
      List.of(
          "",
          " ",
          "\0",
          "yes",
          "TRUE!",
          "null",
          "-1",
          "0",
          "1.5",
          "NaN",
          "1e9",
          "0x10",
          "5 s",
          "2147483648",
          "99999999999999999999",
          "*",
          "(",
          "[",
          "a{2",
          "\\",
          "n1",
          "n1:",
          "n1:host",
          "n1:host:0",
          "n1:host:65536",
          "n1:[::1:11211",
          "n1:a:1,n1:b:1",
          "n1:a:1,n2:a:1",
          "dns:",
          "dns:cache",
          "dns:cache:0",
          "dns:10.0.0.1:11211",
          "dns:a..b:11211",
          "dns:cache:11211,n1:a:1",
          "srv:",
          "srv:cache:11211",
          "elasticache:",
          "elasticache:my.cfg.use1.cache.amazonaws.com",
          ":::",
          ",",
          "uriPattern:(",
          UNKNOWN_PROPERTY,
          "../../etc/passwd",
          "é\u2028",
          "n1:a:1\r\nflush_all",
          "x".repeat(10_000));

  @Test
  void parseWhenAValueIsStrangeThenItIsRefusedByNameOrFits() {
    int refused = 0;
    for (Setting<?> setting : Setting.values()) {
      for (String value : STRANGE) {
        refused += isRefused(setting, value) ? 1 : 0;
      }
    }

    TABLE.check(
        "configurations",
        refused,
        "refused at start, naming the attribute, the value and what would be right");
  }

  private static final String PASSWORD_ALONE =
      "password=\"***\": a username is needed as well; or leave it out";

  private static boolean isRefused(Setting<?> setting, String value) {
    Map<Setting<?>, String> values = new TreeMap<>();
    values.put(Setting.MEMCACHED_NODES, "n1:a:1,n2:b:2");
    values.put(setting, value);
    try {
      ConfigurationParser.parse(values);
      return false;
    } catch (ConfigurationException e) {
      String message = String.valueOf(e.getMessage());
      if (setting.equals(Setting.PASSWORD) && !value.equals(UNKNOWN_PROPERTY)) {
        assertEquals(PASSWORD_ALONE, message, "it shows nothing of the value");
      } else {
        assertEquals(setting.attribute(), e.attribute(), message);
        assertTrue(message.startsWith(setting.attribute() + "=\""), message);
        assertTrue(message.length() > setting.attribute().length() + 15, message);
      }
      return true;
    }
  }
}
