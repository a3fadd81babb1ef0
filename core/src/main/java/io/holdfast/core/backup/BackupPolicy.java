package io.holdfast.core.backup;

/** Decides what the end of a request does to the stored session. */
public final class BackupPolicy {

  private BackupPolicy() {}

  /** The cheapest action after which the store can still take over for this Tomcat. */
  public static BackupAction decide(BackupQuestion question) {
    if (question.neverStored() || question.headerChanged() || question.attributesChanged()) {
      return BackupAction.STORE;
    }
    boolean due =
        RefreshRule.isDue(question.maxInactiveInterval(), question.millisSinceStoreRefresh());
    return due ? BackupAction.TOUCH : BackupAction.SKIP;
  }
}
