package io.holdfast.benchmarks.serializers;

import io.holdfast.core.record.RecordCodec;
import io.holdfast.core.session.Bytes;
import io.holdfast.core.session.EncodedAttributes;
import io.holdfast.core.session.SessionId;
import io.holdfast.core.session.SessionSnapshot;
import io.holdfast.core.session.SessionTimes;
import io.holdfast.core.transcoder.ClassFilter;
import io.holdfast.core.transcoder.Transcoder;
import io.holdfast.core.transcoder.TranscoderContext;
import io.holdfast.core.transcoder.TranscoderFactory;
import java.util.Objects;

/** What goes to a node and comes from it: the filter, the limits, the record and its checksum. */
final class Holdfast implements Codec {

  private static final SessionId ID =
      Objects.requireNonNull(SessionId.parse("8F2B1C90D3E4A5B6C7D8E9F001122334.tomcat1"));
  private static final SessionTimes TIMES =
      new SessionTimes(1_790_000_000_000L, 1_790_000_060_000L, 1_790_000_090_000L, 1_800);

  private final Transcoder transcoder;
  private final RecordCodec records;

  Holdfast(TranscoderFactory factory) {
    transcoder = transcoder(factory);
    records = new RecordCodec(factory.name());
  }

  /** A transcoder as a web application gets it by default. */
  static Transcoder transcoder(TranscoderFactory factory) {
    ClassFilter filter = ClassFilter.create(Holdfast.class.getClassLoader(), "");
    return factory.create(TranscoderContext.of(filter));
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
