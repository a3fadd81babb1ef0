package io.holdfast.demo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.demo.server.ServerKind;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The command line. */
class DemoOptionsTest {

  @Test
  void parseWhenNothingIsSaidThenDefaults() {
    assertEquals(
        new DemoOptions("kryo", ServerKind.MEMCACHED, true, 8080), DemoOptions.parse(List.of()));
  }

  @Test
  void parseWhenAllIsSaidThenTakesIt() {
    assertEquals(
        new DemoOptions("xstream", ServerKind.MEMCACHED, false, 0),
        DemoOptions.parse(
            List.of(
                "--port", "0", "--non-sticky", "--store", "memcached", "--serializer", "xstream")));
  }

  @ParameterizedTest
  @CsvSource({
    "--serializer json, 'java, kryo, xstream, javolution'",
    "--store redis,     use memcached or valkey",
    "--port x,          not a number",
    "--port 65536,      0 to 65535",
    "--port -1,         0 to 65535",
    "--port,            needs a value",
    "--colour red,      no option --colour",
  })
  void parseWhenWrongThenSaysWhatIsRight(String line, String remedy) {
    List<String> arguments = List.of(line.split(" "));

    IllegalArgumentException refused =
        assertThrows(IllegalArgumentException.class, () -> DemoOptions.parse(arguments));

    assertTrue(refused.toString().contains(remedy), refused.toString());
  }
}
