package io.holdfast.serializer.kryo;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.Serializer;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import io.holdfast.serializer.objects.Snapshots;
import java.util.LinkedHashMap;
import org.jspecify.annotations.Nullable;

/** A {@link LinkedHashMap}, whose order may be that of access. */
@SuppressWarnings("NonApiType")
final class LinkedHashMapSerializer extends Serializer<LinkedHashMap<Object, Object>> {

  private final EntriesSerializer<LinkedHashMap<Object, Object>> entries;
  private final NestedSerializer nested;

  LinkedHashMapSerializer(
      EntriesSerializer<LinkedHashMap<Object, Object>> entries, NestedSerializer nested) {
    this.entries = entries;
    this.nested = nested;
  }

  @Override
  public void write(Kryo kryo, Output output, LinkedHashMap<Object, Object> map) {
    // Before the map is asked, which hashes a copy of it.
    @Nullable Object[] flat = entries.flat(kryo, map);
    boolean byAccess =
        Snapshots.isInOrderOfAccess(map, GuardedKryo.of(kryo).context().copyCollections());
    output.writeBoolean(byAccess);
    if (byAccess) {
      nested.write(kryo, output, map);
    } else {
      entries.write(kryo, output, flat);
    }
  }

  @Override
  @SuppressWarnings("unchecked")
  public LinkedHashMap<Object, Object> read(
      Kryo kryo, Input input, Class<? extends LinkedHashMap<Object, Object>> type) {
    return input.readBoolean()
        ? (LinkedHashMap<Object, Object>) nested.read(kryo, input, type)
        : entries.read(kryo, input, type);
  }
}
