package io.holdfast.core.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.config.ConfigurationException;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class StorageKeysTest {

  private static final SessionId FOO = new SessionId("foo.tomcat1");

  /** The rows with host "hst" and context "ctxt" are those memcached-session-manager documents. */
  @ParameterizedTest(name = "{0}: {1}")
  @CsvSource(
      delimiter = '|',
      value = {
        "''                                  | foo",
        "static:x                            | x_foo",
        "host                                | hst_foo",
        "host.hash                           | e93c085e_foo",
        "context                             | ctxt_foo",
        "context.hash                        | 45e6345f_foo",
        "host,context                        | hst:ctxt_foo",
        "webappVersion                       | 001_foo",
        "host.hash,context.hash,webappVersion| e93c085e:45e6345f:001_foo",
        "' host , , static:a:b_c,'           | hst:a:b_c_foo",
      })
  void keyOfWhenPrefixThenRowOfTheTable(String storageKeyPrefix, String expected) {
    StorageKeys keys = StorageKeys.parse(storageKeyPrefix, "hst", "ctxt", "001");

    assertEquals(expected, keys.keyOf(FOO));
    assertEquals(expected + ":a", keys.accessKeyOf(FOO));
    assertEquals(expected + ":l", keys.leaseKeyOf(FOO));
  }

  @Test
  void keyOfWhenRouteChangesThenSameKey() {
    StorageKeys keys = StorageKeys.parse("host", "hst", "/shop", null);

    assertEquals(keys.keyOf(FOO), keys.keyOf(FOO.withJvmRoute("tomcat2")));
    assertEquals(keys.accessKeyOf(FOO), keys.accessKeyOf(FOO.withJvmRoute(null)));
    assertEquals(keys.leaseKeyOf(FOO), keys.leaseKeyOf(FOO.withJvmRoute("tomcat2")));
  }

  @ParameterizedTest
  @ValueSource(strings = {"context", "context.hash", "webappVersion", "webappVersion.hash"})
  void keyOfWhenValueIsEmptyThenPartIsLeftOut(String part) {
    StorageKeys keys = StorageKeys.parse("host," + part, "hst", "", null);

    assertEquals("hst_foo", keys.keyOf(FOO));
  }

  @Test
  void keyOfWhenContextIsNotAsciiThenItsHash() {
    StorageKeys plain = StorageKeys.parse("context", "hst", "/größe", null);
    StorageKeys hashed = StorageKeys.parse("context.hash", "hst", "/größe", null);

    assertEquals(hashed.keyOf(FOO), plain.keyOf(FOO));
  }

  static Stream<Arguments> uncommonKeys() {
    String longest = "a".repeat(SessionId.MAX_LENGTH);
    String longPath = "/path".repeat(200);
    return Stream.of("", "static:p", "host,context", "static:" + "p".repeat(119), "context")
        .flatMap(
            prefix ->
                Stream.of("foo", longest, "a_b", "a:b", "#", "~!$%&'()*+,-/;<=>?@[\\]^`{|}")
                    .map(id -> Arguments.of(prefix, longPath, id)));
  }

  @ParameterizedTest
  @MethodSource("uncommonKeys")
  void keyOfWhenUncommonThenStillLegal(String prefix, String contextPath, String id) {
    StorageKeys keys = StorageKeys.parse(prefix, "hst", contextPath, null);

    String key = keys.keyOf(new SessionId(id));

    assertTrue(key.length() <= StorageKeys.MAX_LENGTH, key);
    assertTrue(key.chars().allMatch(c -> c > ' ' && c < 0x7f), key);
  }

  @Test
  void keyOfWhenLongIdsDifferThenKeysDiffer() {
    StorageKeys keys = StorageKeys.parse("", "hst", "/shop", null);
    String common = "a".repeat(200);

    assertNotEquals(
        keys.keyOf(new SessionId(common + "1")), keys.keyOf(new SessionId(common + "2")));
  }

  @Test
  void keyOfWhenLongPrefixesDifferThenKeysDiffer() {
    String common = "/a".repeat(200);

    assertNotEquals(
        StorageKeys.parse("context", "hst", common + "1", null).keyOf(FOO),
        StorageKeys.parse("context", "hst", common + "2", null).keyOf(FOO));
  }

  @Test
  void keyOfWhenIdImitatesAPrefixThenNotThatKey() {
    StorageKeys root = StorageKeys.parse("context", "hst", "", null);
    StorageKeys shop = StorageKeys.parse("context", "hst", "/shop", null);

    assertNotEquals(shop.keyOf(FOO), root.keyOf(new SessionId("/shop_foo")));
  }

  @Test
  void keyOfWhenIdImitatesAnotherKindOfKeyThenNotThatKey() {
    StorageKeys keys = StorageKeys.parse("", "hst", "/shop", null);

    assertNotEquals(keys.accessKeyOf(FOO), keys.keyOf(new SessionId("foo:a")));
    assertNotEquals(keys.leaseKeyOf(FOO), keys.keyOf(new SessionId("foo:l")));
  }

  @Test
  void keyOfWhenIdImitatesAHashedIdThenNotThatKey() {
    StorageKeys keys = StorageKeys.parse("", "hst", "/shop", null);
    String hashed = keys.keyOf(new SessionId("a_b"));

    assertNotEquals(hashed, keys.keyOf(new SessionId(hashed)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"hosts", "static:", "static", "host.hash8", "context host", "static:ä"})
  void parseWhenUnknownPartThenNamesAttributeValueAndRemedy(String part) {
    ConfigurationException e =
        assertThrows(
            ConfigurationException.class,
            () -> StorageKeys.parse("host," + part, "hst", "/shop", null));

    assertEquals(
        "storageKeyPrefix=\"host,%s\": \"%s\" is no part of a prefix; use static:TEXT in printable ASCII, host, context or webappVersion (the last three also with .hash), separated by commas"
            .formatted(part, part),
        e.getMessage());
  }
}
