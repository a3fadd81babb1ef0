package io.holdfast.core.record;

/** Turns times of access into values of 38 bytes and back. */
public final class AccessCodec {

  private AccessCodec() {}

  /** The bytes of these times. */
  public static byte[] encode(AccessRecord access) {
    return new FieldWriter()
        .int64(access.version())
        .int64(access.lastAccessedTime())
        .int64(access.thisAccessedTime())
        .seal(Envelope.ACCESS, 0);
  }

  /**
   * The times in these bytes.
   *
   * @throws RecordException if the bytes are not a sound access record
   */
  public static AccessRecord decode(byte[] bytes) {
    FieldReader fields = new FieldReader(Envelope.ACCESS.open(bytes).content());
    AccessRecord access =
        new AccessRecord(
            fields.int64("version"),
            fields.int64("last accessed time"),
            fields.int64("this accessed time"));
    fields.end();
    return access;
  }
}
