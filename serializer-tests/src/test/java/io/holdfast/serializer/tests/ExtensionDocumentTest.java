package io.holdfast.serializer.tests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import io.holdfast.core.transcoder.ClassFilter;
import io.holdfast.core.transcoder.DecodeLimits;
import io.holdfast.core.transcoder.Transcoder;
import io.holdfast.core.transcoder.TranscoderContext;
import io.holdfast.core.transcoder.TranscoderFactories;
import io.holdfast.core.transcoder.kit.Filters;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The converters in {@code docs/serializer-extension.md}, taken from there, compiled and run. */
final class ExtensionDocumentTest {

  private static final ClassLoader LOADER = ExtensionDocument.loader();

  private static Transcoder transcoder(String factory, List<String> converters) {
    ClassFilter filter = Filters.ofLoader(LOADER, "");
    return TranscoderFactories.find(factory, LOADER)
        .create(new TranscoderContext(filter, DecodeLimits.DEFAULTS, false, converters));
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
