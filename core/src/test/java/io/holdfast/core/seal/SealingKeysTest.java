package io.holdfast.core.seal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

final class SealingKeysTest {

  private static final String KEY = TestKeys.base64(1);

  @Test
  void parseWhenInOrderThenTheFirstSeals() {
    SealingKeys keys =
        SealingKeys.parse(
            "# ours\n\n  k2 : %s \nold.key-1:%s\n".formatted(TestKeys.base64(2), KEY));

    assertEquals(List.of("k2", "old.key-1"), keys.ids());
    assertEquals("k2", keys.first().id());
  }

  static Stream<Arguments> wrong() {
    return Stream.of(
        Arguments.of("", "it has no key"),
        Arguments.of("# k1:" + KEY, "it has no key"),
        Arguments.of(KEY, "line 1: a line is id:base64"),
        Arguments.of(":" + KEY, "line 1: a line is id:base64"),
        Arguments.of("a b:" + KEY, "line 1: a line is id:base64"),
        Arguments.of("a".repeat(33) + ":" + KEY, "line 1: a line is id:base64"),
        Arguments.of("k1:" + KEY + "\nk1:" + TestKeys.base64(2), "line 2: the id k1 is used twice"),
        Arguments.of("k1:" + KEY + "\nk2:" + KEY, "line 2: k2 is the same key as k1"),
        Arguments.of("k1:" + KEY.substring(4), "line 1: the key k1 has 29 bytes, 32 are needed"),
        Arguments.of("k1:", "line 1: the key k1 has 0 bytes, 32 are needed"),
        Arguments.of("k1:" + KEY.replace('=', '*'), "line 1: the key k1 is not base64"),
        Arguments.of("k1:" + "A".repeat(43) + "=", "line 1: the key k1 is all zeros"));
  }

  @ParameterizedTest
  @MethodSource("wrong")
  void parseWhenWrongThenLineAndRemedyAndNoKey(String text, String message) {
    String refused =
        String.valueOf(
            assertThrows(IllegalArgumentException.class, () -> SealingKeys.parse(text))
                .getMessage());

    assertTrue(refused.startsWith(message), refused);
    assertFalse(refused.contains(KEY.substring(4, 20)), refused);
  }
}
