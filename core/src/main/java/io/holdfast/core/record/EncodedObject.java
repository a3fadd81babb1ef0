package io.holdfast.core.record;

import io.holdfast.core.session.Bytes;

/**
 * One object of any kind, as a transcoder wrote it.
 *
 * @param transcoderName short name of that transcoder
 * @param graph its bytes
 */
public record EncodedObject(String transcoderName, Bytes graph) {

  /** The value that is this object, with a checksum. */
  public byte[] encode() {
    return new FieldWriter(FieldWriter.USUAL)
        .text(transcoderName)
        .bytes(graph)
        .seal(Envelope.OBJECT, 0);
  }

  /**
   * The object in these bytes, which it keeps.
   *
   * @throws RecordException if the bytes are not sound
   */
  public static EncodedObject decode(byte[] bytes) {
    FieldReader fields = new FieldReader(Envelope.OBJECT.open(bytes).content());
    String transcoderName = fields.text("transcoder");
    Bytes graph = fields.bytesInPlace("graph");
    fields.end();
    return new EncodedObject(transcoderName, graph);
  }
}
