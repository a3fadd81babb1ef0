package io.holdfast.core.record;

/**
 * The times of access of a session, stored beside its record when a request changed nothing else.
 *
 * @param version the version of the record that the request showed. For a sticky session the times
 *     count for no other; for one that any Tomcat may serve they count for the session, since a
 *     request may show an older version than the record that lies there
 * @param lastAccessedTime milliseconds since the epoch
 * @param thisAccessedTime milliseconds since the epoch
 */
public record AccessRecord(long version, long lastAccessedTime, long thisAccessedTime) {

  /** The value of 38 bytes that has these times. */
  public byte[] encode() {
    return new FieldWriter(3 * Long.BYTES)
        .int64(version)
        .int64(lastAccessedTime)
        .int64(thisAccessedTime)
        .seal(Envelope.ACCESS, 0);
  }

  /** The times in these bytes; throws a {@link RecordException} if the bytes are not sound. */
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
