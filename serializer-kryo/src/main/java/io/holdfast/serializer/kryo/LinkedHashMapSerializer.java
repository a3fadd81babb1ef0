package io.holdfast.serializer.kryo;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.Serializer;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import java.util.LinkedHashMap;

/**
 * A {@link LinkedHashMap}, whose order may be that of access. It does not say which order it keeps:
 * a copy of it is asked by an access.
 */
@SuppressWarnings("NonApiType")
final class LinkedHashMapSerializer extends Serializer<LinkedHashMap<Object, Object>> {

  private static final Object FIRST = new Object();
  private static final Object SECOND = new Object();

  private final EntriesSerializer<LinkedHashMap<Object, Object>> entries;
  private final NestedSerializer nested;

  LinkedHashMapSerializer(
      EntriesSerializer<LinkedHashMap<Object, Object>> entries, NestedSerializer nested) {
    this.entries = entries;
    this.nested = nested;
  }

  @Override
  public void write(Kryo kryo, Output output, LinkedHashMap<Object, Object> map) {
    boolean byAccess = isInOrderOfAccess(map);
    output.writeBoolean(byAccess);
    if (byAccess) {
      nested.write(kryo, output, map);
    } else {
      entries.write(kryo, output, map);
    }
  }

  private static boolean isInOrderOfAccess(LinkedHashMap<Object, Object> map) {
    @SuppressWarnings("unchecked")
    LinkedHashMap<Object, Object> copy = (LinkedHashMap<Object, Object>) map.clone();
    copy.clear();
    copy.put(FIRST, FIRST);
    copy.put(SECOND, SECOND);
    copy.get(FIRST);
    return copy.keySet().iterator().next() == SECOND;
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
