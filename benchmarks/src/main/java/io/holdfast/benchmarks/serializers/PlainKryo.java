package io.holdfast.benchmarks.serializers;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.SerializerFactory.CompatibleFieldSerializerFactory;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import com.esotericsoftware.kryo.serializers.CompatibleFieldSerializer.CompatibleFieldSerializerConfig;
import com.esotericsoftware.kryo.serializers.DefaultSerializers;
import com.esotericsoftware.kryo.serializers.EnumNameSerializer;
import com.esotericsoftware.kryo.util.DefaultInstantiatorStrategy;
import java.util.UUID;
import org.objenesis.strategy.StdInstantiatorStrategy;

/**
 * One Kryo with its buffers, used again and again, with Unsafe and without a filter. Classes are
 * not registered, since a session may hold any.
 */
final class PlainKryo implements Codec, InRecord.InPlace {

  private static final int FIRST_BUFFER = 4_096;

  private final Kryo kryo = new Kryo();
  private final Output output = new Output(FIRST_BUFFER, -1);
  private final Input input = new Input();

  private PlainKryo() {
    kryo.setRegistrationRequired(false);
    kryo.setReferences(true);
    kryo.setInstantiatorStrategy(new DefaultInstantiatorStrategy(new StdInstantiatorStrategy()));
    kryo.addDefaultSerializer(UUID.class, new DefaultSerializers.UUIDSerializer());
  }

  /** As it comes: fields by their order, so that the class must not change. */
  static PlainKryo byDefault() {
    return new PlainKryo();
  }

  /** Fields by their names, as a session needs it that outlives a deployment. */
  static PlainKryo compatible() {
    PlainKryo codec = new PlainKryo();
    CompatibleFieldSerializerConfig config = new CompatibleFieldSerializerConfig();
    config.setChunkedEncoding(true);
    config.setReadUnknownFieldData(true);
    config.setExtendedFieldNames(true);
    codec.kryo.setDefaultSerializer(new CompatibleFieldSerializerFactory(config));
    codec.kryo.addDefaultSerializer(Enum.class, EnumNameSerializer.class);
    return codec;
  }

  @Override
  public byte[] write(Object graph) {
    output.reset();
    kryo.writeClassAndObject(output, graph);
    return output.toBytes();
  }

  @Override
  public Object read(byte[] bytes) {
    return read(bytes, 0, bytes.length);
  }

  @Override
  public Object read(byte[] bytes, int start, int length) {
    input.setBuffer(bytes, start, length);
    return kryo.readClassAndObject(input);
  }
}
