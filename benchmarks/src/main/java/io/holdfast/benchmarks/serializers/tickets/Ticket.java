package io.holdfast.benchmarks.serializers.tickets;

import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/** What all tickets have: a granting ticket they hang on, and a count of their uses. */
@SuppressWarnings("unused")
abstract class Ticket implements Serializable {

  private static final long serialVersionUID = 1L;

  private final String id;
  private final ExpirationPolicy expirationPolicy;
  private final @Nullable GrantingTicket grantingTicket;
  private final long creationTime;
  private long lastTimeUsed;
  private long previousLastTimeUsed;
  private int countOfUses;

  Ticket(
      String id,
      ExpirationPolicy expirationPolicy,
      @Nullable GrantingTicket grantingTicket,
      long creationTime,
      int countOfUses) {
    this.id = id;
    this.expirationPolicy = expirationPolicy;
    this.grantingTicket = grantingTicket;
    this.creationTime = creationTime;
    this.lastTimeUsed = creationTime + 60_000L * countOfUses;
    this.previousLastTimeUsed = creationTime;
    this.countOfUses = countOfUses;
  }

  String id() {
    return id;
  }
}
