package io.holdfast.serializer.tests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.transcoder.ClassFilter;
import io.holdfast.core.transcoder.DecodeLimits;
import io.holdfast.core.transcoder.Transcoder;
import io.holdfast.core.transcoder.TranscoderContext;
import io.holdfast.core.transcoder.TranscoderException;
import io.holdfast.core.transcoder.TranscoderFactories;
import io.holdfast.core.transcoder.kit.SourceLoader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The code in {@code docs/serializer-extension.md}, taken from there, compiled and run. */
final class ExtensionDocumentTest {

  private static final Pattern CODE = Pattern.compile("(?s)```java\n(.*?)```");

  private static final ClassLoader LOADER = new SourceLoader(code());

  private final Transcoder tagged = transcoder("TaggedTranscoderFactory", List.of());

  private static String[] code() {
    try {
      String document = Files.readString(Path.of("../docs/serializer-extension.md"));
      return CODE.matcher(document).results().map(r -> r.group(1)).toArray(String[]::new);
    } catch (IOException e) {
      throw new UncheckedIOException("the document cannot be read", e);
    }
  }

  private static Transcoder transcoder(String factory, List<String> converters) {
    ClassFilter filter = ClassFilter.create(LOADER, "");
    return TranscoderFactories.find(factory, LOADER)
        .create(new TranscoderContext(filter, DecodeLimits.DEFAULTS, false, converters));
  }

  private static Map<String, Object> session() {
    Map<String, Object> session = new LinkedHashMap<>();
    session.put("user", "Gr\u00fc\u00dfe \ud83d");
    session.put("count", 7L);
    session.put("items", new ArrayList<>(List.of("tea", 2L, new ArrayList<>())));
    return session;
  }

  @Test
  void decodeWhenSessionIsWrittenByTheExampleThenIsEqual() {
    assertEquals(session(), tagged.decode(tagged.encode(session())));
  }

  @Test
  void encodeWhenExampleMeetsAnotherClassThenIsRefusedWithPath() {
    Map<String, Object> session = session();
    session.put("state", new ArrayList<>(List.of("a", Thread.State.NEW)));

    TranscoderException refusal =
        assertThrows(TranscoderException.class, () -> tagged.encode(session));

    String message = String.valueOf(refusal.getMessage());
    assertTrue(message.contains("java.lang.Thread$State"), message);
    assertTrue(message.contains("[\"state\"][1]"), message);
  }

  @Test
  void encodeWhenExampleMeetsAnObjectTwiceThenIsRefused() {
    List<Object> shared = new ArrayList<>();
    List<Object> graph = new ArrayList<>(List.of(shared, shared));

    assertThrows(TranscoderException.class, () -> tagged.encode(graph));
  }

  @Test
  void decodeWhenExampleIsGivenDamagedBytesThenThrowsNothingButItsException() {
    byte[] bytes = tagged.encode(session());

    for (int bit = 0; bit < 8 * bytes.length; bit++) {
      byte[] flipped = bytes.clone();
      flipped[bit / 8] ^= (byte) (1 << bit % 8);
      readOrRefuse(flipped);
      readOrRefuse(Arrays.copyOf(bytes, bit / 8));
    }
  }

  /** Anything but the one exception fails the test. */
  private void readOrRefuse(byte[] bytes) {
    try {
      Object unused = tagged.decode(bytes);
    } catch (TranscoderException e) {
      assertFalse(String.valueOf(e.getMessage()).isEmpty());
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"kryo", "xstream", "javolution"})
  void encodeWhenConvertedAsInTheExampleThenIsEqualAndFieldsAreNotNamed(String serializer)
      throws ReflectiveOperationException {
    Transcoder transcoder = transcoder(serializer, List.of("ShopConverters"));
    Object price =
        LOADER
            .loadClass("ShopConverters$Price")
            .getDeclaredConstructor(long.class, String.class)
            .newInstance(250L, "EUR");

    byte[] bytes = transcoder.encode(price);

    assertEquals(price, transcoder.decode(bytes));
    assertFalse(new String(bytes, StandardCharsets.ISO_8859_1).contains("cents"));
  }

  @Test
  void encodeWhenClassesAreRegisteredAsInTheExampleThenNamesAreNotThere()
      throws ReflectiveOperationException {
    Transcoder kryo = transcoder("kryo", List.of("ShopClasses"));
    Object item =
        LOADER
            .loadClass("ShopClasses$Item")
            .getDeclaredConstructor(String.class, int.class)
            .newInstance("tea", 2);

    byte[] bytes = kryo.encode(item);

    assertEquals(item, kryo.decode(bytes));
    assertFalse(new String(bytes, StandardCharsets.ISO_8859_1).contains("Item"));
  }
}
