package io.holdfast.sessions.sticky;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.holdfast.core.session.Bytes;
import io.holdfast.core.session.EncodedAttributes;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class LocalChangesTest {

  private static Bytes bytes(int content) {
    return Bytes.wrap(new byte[] {(byte) content});
  }

  @Test
  void overWhenBothAreApartThenOnlyWhatWasChangedHereIsAsItIsHere() {
    LocalChanges own =
        new LocalChanges(Map.of("set", 1, "left out", 1), Set.of("removed"), false, false, false);
    EncodedAttributes.Apart here =
        new EncodedAttributes.Apart(Map.of("set", bytes(1), "older", bytes(2), "gone", bytes(3)));
    EncodedAttributes.Apart newer =
        new EncodedAttributes.Apart(
            Map.of("removed", bytes(4), "older", bytes(5), "unreadable here", bytes(6)));

    EncodedAttributes laid = own.over(here, newer);

    assertEquals(
        new EncodedAttributes.Apart(
            Map.of("set", bytes(1), "older", bytes(5), "unreadable here", bytes(6))),
        laid);
  }
}
