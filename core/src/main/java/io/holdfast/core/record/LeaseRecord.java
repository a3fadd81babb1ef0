package io.holdfast.core.record;

import java.util.UUID;

/**
 * A lease as a node has it.
 *
 * @param owner names one web application on one Tomcat from its start to its stop
 * @param write counts the owner's writes of leases, so that it knows which of its writes this is
 */
public record LeaseRecord(UUID owner, long write) {

  /** The value of 38 bytes that is this lease. */
  public byte[] encode() {
    return new FieldWriter(3 * Long.BYTES)
        .int64(owner.getMostSignificantBits())
        .int64(owner.getLeastSignificantBits())
        .int64(write)
        .seal(Envelope.LEASE, 0);
  }

  /** The lease in these bytes; throws a {@link RecordException} if the bytes are not sound. */
  public static LeaseRecord decode(byte[] bytes) {
    FieldReader fields = new FieldReader(Envelope.LEASE.open(bytes).content());
    UUID owner = new UUID(fields.int64("owner"), fields.int64("owner"));
    LeaseRecord lease = new LeaseRecord(owner, fields.int64("write"));
    fields.end();
    return lease;
  }
}
