package io.holdfast.core.seal;

/** Bytes that are not sealed with a key of this Tomcat, or not for this place. */
public final class SealException extends Exception {

  private static final long serialVersionUID = 1L;

  private final Reason reason;

  SealException(Reason reason, String message) {
    super(message);
    this.reason = reason;
  }

  /** Why the bytes are not opened. */
  public enum Reason {
    /** They are not sealed at all. */
    UNSEALED,
    /** They name a key that is not in the key file. */
    UNKNOWN_KEY,
    /** They were altered, cut, or sealed for another place. */
    FORGED
  }

  /** Why the bytes are not opened. */
  public Reason reason() {
    return reason;
  }
}
