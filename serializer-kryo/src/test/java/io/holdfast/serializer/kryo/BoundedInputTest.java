package io.holdfast.serializer.kryo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.holdfast.core.transcoder.TranscoderException;
import io.holdfast.core.transcoder.TranscoderException.Reason;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

final class BoundedInputTest {

  /** A length of 60, a hundred times. */
  private static BoundedInput sixties(int maxArrayLength) {
    byte[] bytes = new byte[100];
    Arrays.fill(bytes, (byte) 60);
    return new BoundedInput(bytes, 0, bytes.length, maxArrayLength);
  }

  @Test
  void readLengthWhenTheRestCanHoldItThenIsBelieved() {
    assertEquals(60, sixties(1_000).readLength());
  }

  @Test
  void readLengthWhenEachFitsButNotAllOfThemThenIsUnreadable() {
    BoundedInput input = sixties(1_000);
    input.readLength();

    TranscoderException e = assertThrows(TranscoderException.class, input::readLength);

    assertEquals(Reason.UNREADABLE, e.reason());
  }

  @Test
  void readLengthWhenMoreThanAllowedThenIsLimited() {
    BoundedInput input = sixties(59);

    TranscoderException e = assertThrows(TranscoderException.class, input::readLength);

    assertEquals(Reason.LIMIT_EXCEEDED, e.reason());
  }

  @Test
  void readLengthWhenTheRestIsTooShortThenIsUnreadable() {
    BoundedInput input = sixties(1_000);
    input.setPosition(50);

    TranscoderException e = assertThrows(TranscoderException.class, input::readLength);

    assertEquals(Reason.UNREADABLE, e.reason());
  }
}
