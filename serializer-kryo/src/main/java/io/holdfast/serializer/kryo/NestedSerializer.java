package io.holdfast.serializer.kryo;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.Serializer;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import io.holdfast.serializer.jdk.JdkSerialization;
import java.util.ArrayList;
import java.util.List;

/**
 * Writes an object in the form of JDK serialization, through the same class filter. What the object
 * holds of the application, and its collections, are written by Kryo, before it, so that they stay
 * one object with those elsewhere in the graph.
 */
final class NestedSerializer extends Serializer<Object> {

  private final JdkSerialization serialization;

  NestedSerializer(JdkSerialization serialization) {
    this.serialization = serialization;
  }

  @Override
  public void write(Kryo kryo, Output output, Object object) {
    GuardedKryo guarded = GuardedKryo.of(kryo);
    JdkSerialization.Part part =
        serialization.writePart(object, guarded.trial(), guarded.work(), guarded.around());
    guarded.references().construct(object);
    output.writeVarInt(part.outside().size(), true);
    for (Object outside : part.outside()) {
      kryo.writeClassAndObject(output, outside);
    }
    guarded.references().constructed();
    output.writeVarInt(part.bytes().length, true);
    output.writeBytes(part.bytes());
  }

  @Override
  public Object read(Kryo kryo, Input input, Class<? extends Object> type) {
    int count = BoundedInput.of(input).readLength();
    List<Object> outside = new ArrayList<>(Math.min(count, 16));
    for (int i = 0; i < count; i++) {
      outside.add(kryo.readClassAndObject(input));
    }
    byte[] bytes = input.readBytes(BoundedInput.of(input).readLength());
    return serialization.readPart(bytes, outside, GuardedKryo.of(kryo).work());
  }
}
