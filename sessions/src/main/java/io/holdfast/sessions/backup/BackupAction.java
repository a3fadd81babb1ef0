package io.holdfast.sessions.backup;

/** What the end of a request does to the session's record. */
public enum BackupAction {
  /** Nothing: the store holds what is needed, for long enough. */
  SKIP,
  /** Extend the time to live. */
  TOUCH,
  /** Write the record. */
  STORE
}
