package io.holdfast.core.record;

import java.util.UUID;

/** Turns leases into values of 38 bytes and back. */
public final class LeaseCodec {

  private LeaseCodec() {}

  /** The bytes of this lease. */
  public static byte[] encode(LeaseRecord lease) {
    return new FieldWriter()
        .int64(lease.owner().getMostSignificantBits())
        .int64(lease.owner().getLeastSignificantBits())
        .int64(lease.write())
        .seal(Envelope.LEASE, 0);
  }

  /**
   * The lease in these bytes.
   *
   * @throws RecordException if the bytes are not a sound lease
   */
  public static LeaseRecord decode(byte[] bytes) {
    FieldReader fields = new FieldReader(Envelope.LEASE.open(bytes).content());
    UUID owner = new UUID(fields.int64("owner"), fields.int64("owner"));
    LeaseRecord lease = new LeaseRecord(owner, fields.int64("write"));
    fields.end();
    return lease;
  }
}
