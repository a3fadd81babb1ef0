package io.holdfast.core.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What operators write, from other products or by a slip, and the words that set it right. */
final class WrongValuesTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      textBlock =
          """
          operationTimeout; 1,5s; use 1ms to 1h, for example 10s
          operationTimeout; 500 msec; use 1ms to 1h, for example 10s
          doubtTimeout; 10 minutes; use 0 to 1h, for example 10s
          lockExpiration; 5000; 5000 is 5000 seconds
          maxSessionSize; 32MiB; use 1KB to 128MB, for example 8MB
          maxSessionSize; 1TB; use 1KB to 128MB, for example 8MB
          spillLimit; 1.5GB; a number without a unit is megabytes
          memcachedNodes; n1:cache1; write nodes as id:host:port (or host:port)
          memcachedNodes; n1=cache1:11211; write nodes as id:host:port (or host:port)
          memcachedNodes; n1:a:1|n2:b:1; separated by commas or blanks
          memcachedNodes; memcached://cache1:11211; a node is not a URL
          memcachedNodes; dns:cache1; "dns:memcached.default.svc:11211"
          copies; two; a whole number from 1 to 100 is needed
          onLockTimeout; 503; use proceed or reject
          granularity; attributes; use session, attribute or auto
          compression; gzip; use none or deflate
          encryptionMigration; yes; use false, prepare or true
          spillDirectory; ~/spill; an absolute path is needed, for example ${catalina.base}/spill
          requestUriIgnorePattern; *.png; write one such as .*\\.(?:css|png)
          sessionAttributeFilter; user[; write one such as cart|user.*
          lockingMode; uriPattern:/cart(; write one such as /cart.*|/pay.*
          """)
  void parseWhenAValueIsWrongThenTheMessageHasTheWordsThatSetItRight(
      Setting<?> setting, String value, String words) {
    Map<Setting<?>, String> values = new TreeMap<>();
    values.put(Setting.MEMCACHED_NODES, "n1:a:1");
    values.put(setting, value);

    ConfigurationException error =
        assertThrows(ConfigurationException.class, () -> ConfigurationParser.parse(values));

    assertEquals(setting.attribute(), error.attribute());
    assertTrue(error.remedy().contains(words), error.remedy());
  }
}
