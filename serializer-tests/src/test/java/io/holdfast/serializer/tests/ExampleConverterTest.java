package io.holdfast.serializer.tests;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.google.gson.JsonPrimitive;
import io.holdfast.converters.Gson;
import io.holdfast.core.transcoder.ClassFilter;
import io.holdfast.core.transcoder.DecodeLimits;
import io.holdfast.core.transcoder.Transcoder;
import io.holdfast.core.transcoder.TranscoderContext;
import io.holdfast.core.transcoder.kit.Filters;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The serializer in {@code docs/serializer-extension.md} takes converters as ours do. */
final class ExampleConverterTest {

  @Test
  void encodeWhenConverterIsNamedThenItServes() {
    ClassFilter filter = Filters.ofLoader(ExampleConverterTest.class.getClassLoader(), "");
    Transcoder transcoder =
        ExampleTranscoderTest.example()
            .create(
                new TranscoderContext(
                    filter, DecodeLimits.DEFAULTS, false, List.of(Gson.class.getName())));

    assertEquals(
        new JsonPrimitive("a"), transcoder.decode(transcoder.encode(new JsonPrimitive("a"))));
  }
}
