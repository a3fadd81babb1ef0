package io.holdfast.serializer.graph;

import io.holdfast.serializer.objects.Snapshots;
import java.util.LinkedHashMap;
import org.jspecify.annotations.Nullable;

/** Linked hash maps, in insertion order or in access order. */
final class LinkedMapShape implements Shape {

  @Override
  public void write(Object instance, PartWriter out) {
    LinkedHashMap<?, ?> map = (LinkedHashMap<?, ?>) instance;
    // Before the map is asked, which hashes a copy of it.
    @Nullable Object[] entries = MapShape.entries(map, out);
    out.text(Snapshots.isInOrderOfAccess(map, out.state().copiesCollections()) ? "a" : "");
    MapShape.writeEntries(entries, out);
  }

  @Override
  public Object read(Class<?> type, PartReader in) {
    return MapShape.readEntries(new LinkedHashMap<>(16, 0.75f, in.text().equals("a")), in);
  }
}
