package io.holdfast.core.backup;

import java.util.concurrent.RejectedExecutionException;

/** A backup was not carried out because the executor refused or dropped it. */
public final class BackupRejectedException extends RejectedExecutionException {

  private static final long serialVersionUID = 1L;

  /** Why a backup was refused. */
  public enum Reason {
    /** As many sessions as the bound allows are waiting already. */
    FULL,
    /** The executor is stopping; what was waiting when it closed is dropped. */
    STOPPED
  }

  private final Reason reason;

  BackupRejectedException(Reason reason, String message) {
    super(message);
    this.reason = reason;
  }

  /** Why the backup was refused. */
  public Reason reason() {
    return reason;
  }
}
