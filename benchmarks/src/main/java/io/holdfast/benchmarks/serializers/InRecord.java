package io.holdfast.benchmarks.serializers;

import io.holdfast.core.record.RecordCodec;
import io.holdfast.core.session.Bytes;
import io.holdfast.core.session.EncodedAttributes;
import io.holdfast.core.session.SessionId;
import io.holdfast.core.session.SessionSnapshot;
import io.holdfast.core.session.SessionTimes;
import java.util.Objects;

/** Puts the bytes of another codec into a record, with its checksum. */
final class InRecord implements Codec {

  private static final SessionId ID =
      Objects.requireNonNull(SessionId.parse("8F2B1C90D3E4A5B6C7D8E9F001122334.tomcat1"));
  private static final SessionTimes TIMES =
      new SessionTimes(1_790_000_000_000L, 1_790_000_060_000L, 1_790_000_090_000L, 1_800);

  private final RecordCodec records;
  private final InPlace content;

  /** A codec that can read a part of an array. */
  interface InPlace {

    byte[] write(Object graph) throws Exception;

    Object read(byte[] bytes, int start, int length);
  }

  InRecord(String serializer, InPlace content) {
    this.records = new RecordCodec(serializer);
    this.content = content;
  }

  @Override
  public byte[] write(Object graph) throws Exception {
    Bytes attributes = Bytes.wrap(content.write(graph));
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
    return ((EncodedAttributes.Together) attributes).graph().lendTo(content::read);
  }
}
