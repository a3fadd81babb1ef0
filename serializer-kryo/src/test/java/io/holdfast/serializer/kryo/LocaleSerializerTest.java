package io.holdfast.serializer.kryo;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.holdfast.core.transcoder.Transcoder;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class LocaleSerializerTest {

  private static final Transcoder TRANSCODER = Customized.with().create();

  static Stream<Locale> locales() {
    return Stream.of(
        Locale.ROOT,
        Locale.GERMANY,
        new Locale("ja", "JP", "JP"),
        new Locale("no", "NO", "NY"),
        new Locale("de", "", "POSIX"),
        new Locale("", "FR"),
        new Locale("not a language", "nor a country", "x"),
        Locale.forLanguageTag("sr-Latn-RS"),
        Locale.forLanguageTag("th-TH-u-ca-buddhist"));
  }

  @ParameterizedTest
  @MethodSource("locales")
  void decodeWhenLocaleThenIsEqual(Locale locale) {
    Object decoded = TRANSCODER.decode(TRANSCODER.encode(List.of(locale)));

    assertEquals(List.of(locale), decoded);
  }
}
