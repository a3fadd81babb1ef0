package io.holdfast.sessions.backup;

/** A backup that can wait for its answer without a thread. */
@FunctionalInterface
public interface Backup {

  /** Carries it out as far as that needs no answer; may block all the same. */
  PendingBackup<?> begin();

  /** One that is over when this has run. */
  static Backup of(Runnable task) {
    return () -> {
      task.run();
      return PendingBackup.OVER;
    };
  }
}
