package io.holdfast.core.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class EncodedAttributesTest {

  @Test
  void apartWhenSourceChangesThenUnchangedInItsOrder() {
    Map<String, Bytes> source = new LinkedHashMap<>();
    source.put("z", Bytes.EMPTY);
    source.put("a", Bytes.EMPTY);
    source.put("m", Bytes.EMPTY);
    EncodedAttributes.Apart apart = new EncodedAttributes.Apart(source);

    source.clear();

    assertEquals(List.of("z", "a", "m"), List.copyOf(apart.graphs().keySet()));
    assertThrows(UnsupportedOperationException.class, () -> apart.graphs().remove("a"));
  }

  @Test
  void noneThenTogetherAndEmpty() {
    assertEquals(new EncodedAttributes.Together(Bytes.EMPTY), EncodedAttributes.none());
  }
}
