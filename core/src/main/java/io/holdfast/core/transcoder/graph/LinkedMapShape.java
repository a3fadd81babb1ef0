package io.holdfast.core.transcoder.graph;

import io.holdfast.core.transcoder.Snapshots;
import java.util.LinkedHashMap;

/** Linked hash maps, in insertion order or in access order. */
final class LinkedMapShape implements Shape {

  @Override
  public void write(Object instance, PartWriter out) {
    LinkedHashMap<?, ?> map = (LinkedHashMap<?, ?>) instance;
    out.text(Snapshots.isInOrderOfAccess(map, out.state().copiesCollections()) ? "a" : "");
    MapShape.writeEntries(map, out);
  }

  @Override
  public Object read(Class<?> type, PartReader in) {
    return MapShape.readEntries(new LinkedHashMap<>(16, 0.75f, in.text().equals("a")), in);
  }
}
