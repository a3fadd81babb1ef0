package io.holdfast.core.record;

import org.jspecify.annotations.Nullable;

/**
 * Bytes are not a record that can be read, or a snapshot cannot become one.
 *
 * <p>The message says what is wrong and where; it never holds content of the record.
 */
public final class RecordException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /** What is wrong. */
  public enum Reason {
    /** The bytes do not begin with the magic number: the key has another kind of value. */
    NOT_A_RECORD,
    /** A format version, or a feature of the format, that this version does not know. */
    UNKNOWN_VERSION,
    /** The record is stored in chunks, and some of them are missing or damaged. */
    INCOMPLETE,
    /** The checksum, a length or a text is wrong. */
    CORRUPT,
    /** The record is sound, but another transcoder wrote its graphs. */
    OTHER_TRANSCODER,
    /** The record is sound, but its attributes are larger than allowed here. */
    TOO_LARGE,
    /** The snapshot is above 2 GiB. */
    UNENCODABLE
  }

  private final Reason reason;

  RecordException(Reason reason, String message, @Nullable Throwable cause) {
    super(message, cause);
    this.reason = reason;
  }

  RecordException(Reason reason, String message) {
    this(reason, message, null);
  }

  static RecordException corrupt(String message) {
    return new RecordException(Reason.CORRUPT, message);
  }

  public Reason reason() {
    return reason;
  }
}
