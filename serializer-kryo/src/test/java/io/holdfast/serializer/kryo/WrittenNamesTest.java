package io.holdfast.serializer.kryo;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.holdfast.core.transcoder.Transcoder;
import java.io.Serializable;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class WrittenNamesTest {

  private static final Transcoder TRANSCODER = Customized.with().create();

  record One(int number) implements Serializable {}

  record Other(int number) implements Serializable {}

  @Test
  void encodeWhenTwoClassesAreOfOnePackageThenItIsNamedOnce() {
    byte[] bytes = TRANSCODER.encode(List.of(new One(1), new Other(2), new One(3)));

    assertEquals(1, occurrences(bytes, "io.holdfast.serializer.kryo"));
  }

  @Test
  void encodeWhenAskedAgainThenThePackageIsNamedAgain() {
    byte[] first = TRANSCODER.encode(new One(1));
    byte[] second = TRANSCODER.encode(new One(1));

    assertEquals(occurrences(first, "io.holdfast"), occurrences(second, "io.holdfast"));
  }

  private static int occurrences(byte[] bytes, String text) {
    return new String(bytes, StandardCharsets.ISO_8859_1).split(text, -1).length - 1;
  }
}
