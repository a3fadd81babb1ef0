package io.holdfast.benchmarks.serializers;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.SerializerFactory.CompatibleFieldSerializerFactory;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import com.esotericsoftware.kryo.serializers.CompatibleFieldSerializer.CompatibleFieldSerializerConfig;
import com.esotericsoftware.kryo.serializers.DefaultSerializers;
import com.esotericsoftware.kryo.serializers.EnumNameSerializer;
import com.esotericsoftware.kryo.util.DefaultInstantiatorStrategy;
import com.thoughtworks.xstream.XStream;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.UUID;
import org.objenesis.strategy.StdInstantiatorStrategy;

/** The libraries as one uses them by themselves. */
final class Plain {

  private Plain() {}

  /** JDK serialization as in every textbook: no filter, no limits. */
  static final class PlainJava implements Codec {

    private static final int FIRST_BUFFER = 512;

    @Override
    public byte[] write(Object graph) throws IOException {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream(FIRST_BUFFER);
      try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
        out.writeObject(graph);
      }
      return bytes.toByteArray();
    }

    @Override
    public Object read(byte[] bytes) throws IOException, ClassNotFoundException {
      try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes))) {
        return in.readObject();
      }
    }
  }

  /**
   * One Kryo with its buffers, used again and again, with Unsafe and without a filter. Classes are
   * not registered, since a session may hold any.
   */
  static final class PlainKryo implements Codecs.InPlace {

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
    public Object read(byte[] bytes, int start, int length) {
      input.setBuffer(bytes, start, length);
      return kryo.readClassAndObject(input);
    }
  }

  /** One XStream that writes XML, with the classes of the benchmark allowed. */
  static final class PlainXStream implements Codec {

    private final XStream xstream = new XStream();

    PlainXStream() {
      xstream.allowTypesByWildcard(new String[] {"io.holdfast.benchmarks.**"});
    }

    @Override
    public byte[] write(Object graph) {
      return xstream.toXML(graph).getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public Object read(byte[] bytes) {
      return xstream.fromXML(new String(bytes, StandardCharsets.UTF_8));
    }
  }
}
