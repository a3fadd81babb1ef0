package io.holdfast.core.transcoder.graph;

import java.util.LinkedHashMap;
import java.util.Map;

/** Linked hash maps, in insertion order or in access order. */
final class LinkedMapShape implements Shape {

  @Override
  public void write(Object instance, PartWriter out) {
    out.text(isAccessOrdered(instance) ? "a" : "");
    MapShape.writeEntries((Map<?, ?>) instance, out);
  }

  @Override
  public Object read(Class<?> type, PartReader in) {
    return MapShape.readEntries(new LinkedHashMap<>(16, 0.75f, in.text().equals("a")), in);
  }

  /** The map does not tell, so a copy is asked: does a read move the entry to the end? */
  @SuppressWarnings("unchecked")
  private static boolean isAccessOrdered(Object map) {
    LinkedHashMap<Object, Object> probe =
        (LinkedHashMap<Object, Object>) ((LinkedHashMap<?, ?>) map).clone();
    probe.clear();
    probe.put(1, 1);
    probe.put(2, 2);
    Object unused = probe.get(1);
    return probe.keySet().iterator().next().equals(2);
  }
}
