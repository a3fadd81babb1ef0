package io.holdfast.benchmarks.serializers.tickets;

import java.io.Serializable;

/** When a ticket ends: after some time, or after some uses. */
@SuppressWarnings("unused")
final class ExpirationPolicy implements Serializable {

  private static final long serialVersionUID = 1L;

  private final int numberOfUses;
  private final long timeToKillInMilliseconds;

  ExpirationPolicy(int numberOfUses, long timeToKillInMilliseconds) {
    this.numberOfUses = numberOfUses;
    this.timeToKillInMilliseconds = timeToKillInMilliseconds;
  }
}
