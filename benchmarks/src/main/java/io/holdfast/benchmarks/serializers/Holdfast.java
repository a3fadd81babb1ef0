package io.holdfast.benchmarks.serializers;

import io.holdfast.core.transcoder.ClassFilter;
import io.holdfast.core.transcoder.DecodeLimits;
import io.holdfast.core.transcoder.Transcoder;
import io.holdfast.core.transcoder.TranscoderContext;
import io.holdfast.core.transcoder.TranscoderFactory;
import java.util.List;
import java.util.stream.Stream;

/** The transcoders as a web application gets them: with the filter and the limits. */
public final class Holdfast {

  private Holdfast() {}

  /**
   * What goes to a node and comes from it: the record and its checksum too.
   *
   * @param converters as {@code customConverter} names them
   */
  static Codec record(TranscoderFactory factory, Class<?>... converters) {
    Transcoder transcoder = transcoder(factory, converters);
    return new InRecord(
        factory.name(),
        new InRecord.InPlace() {
          @Override
          public byte[] write(Object graph) {
            return transcoder.encode(graph);
          }

          @Override
          public Object read(byte[] bytes, int start, int length) {
            return transcoder.decode(bytes, start, length);
          }
        });
  }

  /** A transcoder as a web application gets it by default. */
  public static Transcoder transcoder(TranscoderFactory factory, Class<?>... converters) {
    ClassFilter filter = ClassFilter.create(Holdfast.class.getClassLoader(), type -> true, "");
    List<String> names = Stream.of(converters).map(Class::getName).toList();
    return factory.create(new TranscoderContext(filter, DecodeLimits.DEFAULTS, false, names));
  }
}
