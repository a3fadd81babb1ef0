package io.holdfast.testkit.fault;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/**
 * Cuts what a node sends into records of TLS: what is inside them only its client can tell.
 *
 * @see <a href="https://www.rfc-editor.org/rfc/rfc8446#section-5.1">RFC 8446, 5.1 Record Layer</a>
 */
final class TlsRecordReader implements AnswerSource {

  private static final int HEADER_BYTES = 5;

  private final InputStream in;

  TlsRecordReader(InputStream in) {
    this.in = new BufferedInputStream(in);
  }

  /** The next record with its header; null at the end of the stream. */
  @Override
  public byte @Nullable [] next() throws IOException {
    byte[] header = in.readNBytes(HEADER_BYTES);
    if (header.length == 0) {
      return null;
    }
    if (header.length < HEADER_BYTES) {
      throw new EOFException("the stream ends in the header of a record");
    }
    int length = (Byte.toUnsignedInt(header[3]) << Byte.SIZE) | Byte.toUnsignedInt(header[4]);
    byte[] record = new byte[HEADER_BYTES + length];
    System.arraycopy(header, 0, record, 0, HEADER_BYTES);
    if (in.readNBytes(record, HEADER_BYTES, length) < length) {
      throw new EOFException("the stream ends in a record");
    }
    return record;
  }
}
