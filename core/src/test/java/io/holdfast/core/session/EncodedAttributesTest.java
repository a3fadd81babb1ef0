package io.holdfast.core.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
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
  void apartWhenNamesAscendThenLikeAnyMap() {
    for (int size = 0; size < 40; size++) {
      Map<String, Bytes> source = new TreeMap<>();
      for (int i = 0; i < size; i++) {
        source.put("name" + i * 7 % 40, Bytes.wrap(new byte[] {(byte) i}));
      }
      Map<String, Bytes> graphs = new EncodedAttributes.Apart(source).graphs();

      assertEquals(source, graphs);
      assertEquals(graphs, source);
      assertEquals(source.hashCode(), graphs.hashCode());
      assertEquals(List.copyOf(source.entrySet()), List.copyOf(graphs.entrySet()));
      assertEquals(List.copyOf(source.keySet()), List.copyOf(graphs.keySet()));
      assertEquals(source.keySet(), graphs.keySet());
      for (int i = 0; i < 40; i++) {
        String name = "name" + i;
        assertEquals(source.get(name), graphs.get(name));
        assertEquals(source.containsKey(name), graphs.containsKey(name));
        assertEquals(source.containsKey(name), graphs.keySet().contains(name));
      }
      Map<String, Bytes> each = new LinkedHashMap<>();
      graphs.forEach(each::put);
      assertEquals(source, each);
      assertThrows(UnsupportedOperationException.class, () -> graphs.put("a", Bytes.EMPTY));
    }
  }

  @Test
  void apartWhenGivenArraysThenTheirNamesAscendAndEachHasAGraph() {
    Bytes[] two = {Bytes.EMPTY, Bytes.EMPTY};
    String[] ascending = {"a", "b"};

    assertEquals(
        Map.of("a", Bytes.EMPTY, "b", Bytes.EMPTY),
        new EncodedAttributes.Apart(ascending, two).graphs());
    for (String[] wrong : new String[][] {{"b", "a"}, {"a", "a"}, {"a"}}) {
      assertThrows(IllegalArgumentException.class, () -> new EncodedAttributes.Apart(wrong, two));
    }
  }

  @Test
  void withWhenOneGraphIsAnotherThenTheOthersStay() {
    Bytes other = Bytes.wrap(new byte[] {1});
    for (String[] names : new String[][] {{"a", "b", "c"}, {"b", "c", "a"}}) {
      Map<String, Bytes> source = new LinkedHashMap<>();
      for (String name : names) {
        source.put(name, Bytes.EMPTY);
      }
      EncodedAttributes.Apart before = new EncodedAttributes.Apart(source);

      EncodedAttributes.Apart after =
          before.with(new String[] {"c", "a"}, new Bytes[] {other, other});

      assertEquals(Map.of("a", other, "b", Bytes.EMPTY, "c", other), after.graphs());
      assertEquals(List.of(names), List.copyOf(after.graphs().keySet()));
      assertEquals(source, before.graphs());
    }
  }

  @Test
  void noneThenTogetherAndEmpty() {
    assertEquals(new EncodedAttributes.Together(Bytes.EMPTY), EncodedAttributes.none());
  }
}
