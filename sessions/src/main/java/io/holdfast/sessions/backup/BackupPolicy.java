package io.holdfast.sessions.backup;

/** Decides what the end of a request does to the session's record. */
public final class BackupPolicy {

  private BackupPolicy() {}

  /** The cheapest action after which another Tomcat can take over the session. */
  public static BackupAction decide(BackupQuestion question) {
    if (question.neverStored() || question.headerChanged() || question.attributesChanged()) {
      return BackupAction.STORE;
    }
    boolean due =
        RefreshRule.isDue(question.maxInactiveInterval(), question.millisSinceStoreRefresh());
    return due ? BackupAction.TOUCH : BackupAction.SKIP;
  }
}
