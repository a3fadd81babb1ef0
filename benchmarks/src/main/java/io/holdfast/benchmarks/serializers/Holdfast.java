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

/** What goes to a node and comes from it: the filter, the limits, the record and its checksum. */
final class Holdfast implements Codec {

  private static final SessionId ID =
      Objects.requireNonNull(SessionId.parse("8F2B1C90D3E4A5B6C7D8E9F001122334.tomcat1"));
  private static final SessionTimes TIMES =
      new SessionTimes(1_790_000_000_000L, 1_790_000_060_000L, 1_790_000_090_000L, 1_800);

  private final Transcoder transcoder;
  private final RecordCodec records;

  /**
   * Creates the codec.
   *
   * @param converters as {@code customConverter} names them
   */
  Holdfast(TranscoderFactory factory, Class<?>... converters) {
    transcoder = transcoder(factory, converters);
    records = new RecordCodec(factory.name());
  }

  /** A transcoder as a web application gets it by default. */
  static Transcoder transcoder(TranscoderFactory factory, Class<?>... converters) {
    ClassFilter filter = ClassFilter.create(Holdfast.class.getClassLoader(), "");
    List<String> names = Stream.of(converters).map(Class::getName).toList();
    return factory.create(new TranscoderContext(filter, DecodeLimits.DEFAULTS, false, names));
  }

  @Override
  public byte[] write(Object graph) {
    Bytes attributes = Bytes.wrap(transcoder.encode(graph));
    return records.encode(
        new SessionSnapshot(
            ID,
            1,
            TIMES,
            null,
            Bytes.EMPTY,
            Bytes.EMPTY,
            new EncodedAttributes.Together(attributes)));
  }

  @Override
  public Object read(byte[] bytes) {
    EncodedAttributes attributes = records.decode(bytes).attributes();
    return ((EncodedAttributes.Together) attributes).graph().lendTo(transcoder::decode);
  }
}
