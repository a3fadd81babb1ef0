package io.holdfast.core.record;

import io.holdfast.core.session.Bytes;

/** Turns encoded objects into values with a checksum, and back. */
public final class ObjectCodec {

  private ObjectCodec() {}

  /** The bytes of an object. */
  public static byte[] encode(EncodedObject object) {
    return new FieldWriter()
        .text(object.transcoderName())
        .bytes(object.graph())
        .seal(Envelope.OBJECT, 0);
  }

  /** Returns whether the bytes begin as those of an object do; they may still be damaged. */
  public static boolean isObject(byte[] bytes) {
    return Envelope.OBJECT.isMarked(bytes);
  }

  /**
   * Returns the object in these bytes. The result keeps the array.
   *
   * @throws RecordException if the bytes are not a sound object
   */
  public static EncodedObject decode(byte[] bytes) {
    FieldReader fields = new FieldReader(Envelope.OBJECT.open(bytes).content());
    String transcoderName = fields.text("transcoder");
    Bytes graph = fields.bytesInPlace("graph");
    fields.end();
    return new EncodedObject(transcoderName, graph);
  }
}
