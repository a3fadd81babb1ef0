package io.holdfast.serializer.kryo;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.Serializer;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import io.holdfast.serializer.jdk.ValueTexts;

/** An attribute that is a class, by its name and through the class filter. */
final class ClassNameSerializer extends Serializer<Class<?>> {

  @Override
  public void write(Kryo kryo, Output output, Class<?> value) {
    GuardedKryo.of(kryo).context().filter().checkWritable(value);
    output.writeString(ValueTexts.of(value));
  }

  @Override
  public Class<?> read(Kryo kryo, Input input, Class<? extends Class<?>> type) {
    return GuardedKryo.of(kryo).context().filter().resolve(String.valueOf(input.readString()));
  }
}
