package io.holdfast.benchmarks.serializers.tickets;

import java.io.Serializable;

/** When a ticket ends: after some time, or after some uses. */
public final class ExpirationPolicy implements Serializable {

  private static final long serialVersionUID = 1L;

  private final int numberOfUses;
  private final long timeToKillInMilliseconds;

  /** Creates one; {@code numberOfUses} is 0 if they do not matter. */
  public ExpirationPolicy(int numberOfUses, long timeToKillInMilliseconds) {
    this.numberOfUses = numberOfUses;
    this.timeToKillInMilliseconds = timeToKillInMilliseconds;
  }

  /** Returns whether a ticket that was used so often, and last so long ago, has ended. */
  boolean isOver(int uses, long idleMilliseconds) {
    return (numberOfUses > 0 && uses >= numberOfUses)
        || idleMilliseconds > timeToKillInMilliseconds;
  }
}
