package io.holdfast.benchmarks.serializers;

import io.holdfast.core.record.RecordCodec;
import io.holdfast.core.session.Bytes;
import io.holdfast.core.session.EncodedAttributes;
import io.holdfast.core.session.SessionId;
import io.holdfast.core.session.SessionSnapshot;
import io.holdfast.core.session.SessionTimes;
import io.holdfast.core.transcoder.ClassFilter;
import io.holdfast.core.transcoder.DecodeLimits;
import io.holdfast.core.transcoder.Transcoder;
import io.holdfast.core.transcoder.TranscoderContext;
import io.holdfast.core.transcoder.TranscoderFactory;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/** The transcoders as a web application gets them: with the filter and the limits. */
final class Codecs {

  private static final SessionId ID =
      Objects.requireNonNull(SessionId.parse("8F2B1C90D3E4A5B6C7D8E9F001122334.tomcat1"));
  private static final SessionTimes TIMES =
      new SessionTimes(1_790_000_000_000L, 1_790_000_060_000L, 1_790_000_090_000L, 1_800);

  private Codecs() {}

  /** A codec that can read a part of an array. */
  interface InPlace extends Codec {
    Object read(byte[] bytes, int start, int length);

    @Override
    default Object read(byte[] bytes) {
      return read(bytes, 0, bytes.length);
    }
  }

  /** A transcoder of ours without the record around its bytes. */
  static InPlace alone(TranscoderFactory factory, Class<?>... converters) {
    ClassFilter filter = ClassFilter.create(Codecs.class.getClassLoader(), type -> true, "");
    List<String> names = Stream.of(converters).map(Class::getName).toList();
    Transcoder transcoder =
        factory.create(new TranscoderContext(filter, DecodeLimits.DEFAULTS, false, names));
    return new InPlace() {
      @Override
      public byte[] write(Object graph) {
        return transcoder.encode(graph);
      }

      @Override
      public Object read(byte[] bytes, int start, int length) {
        return transcoder.decode(bytes, start, length);
      }
    };
  }

  /**
   * What goes to a node and comes from it: the record and its checksum too.
   *
   * @param converters as {@code customConverter} names them
   */
  static Codec record(TranscoderFactory factory, Class<?>... converters) {
    return inRecord(factory.name(), alone(factory, converters));
  }

  /** Puts the bytes of another codec into a record, with its checksum. */
  static Codec inRecord(String serializer, InPlace content) {
    RecordCodec records = new RecordCodec(serializer);
    return new Codec() {
      @Override
      public byte[] write(Object graph) throws Exception {
        EncodedAttributes attributes =
            new EncodedAttributes.Together(Bytes.wrap(content.write(graph)));
        return records.encode(
            new SessionSnapshot(ID, 1, TIMES, null, Bytes.EMPTY, Bytes.EMPTY, attributes));
      }

      @Override
      public Object read(byte[] bytes) {
        EncodedAttributes attributes = records.decode(bytes).attributes();
        return ((EncodedAttributes.Together) attributes).graph().lendTo(content::read);
      }
    };
  }
}
