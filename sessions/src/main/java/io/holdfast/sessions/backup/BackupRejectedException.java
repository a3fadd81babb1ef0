package io.holdfast.sessions.backup;

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

  private BackupRejectedException(Reason reason, String message) {
    super(message);
    this.reason = reason;
  }

  static BackupRejectedException stopped() {
    return new BackupRejectedException(Reason.STOPPED, "backups are stopping");
  }

  static BackupRejectedException full(int waiting) {
    return new BackupRejectedException(
        Reason.FULL, "backups of %d sessions are waiting already".formatted(waiting));
  }

  /** Why the backup was refused. */
  public Reason reason() {
    return reason;
  }
}
