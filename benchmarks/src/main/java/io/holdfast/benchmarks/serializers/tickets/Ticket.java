package io.holdfast.benchmarks.serializers.tickets;

import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/** What all tickets have: a granting ticket they hang on, and a count of their uses. */
public abstract class Ticket implements Serializable {

  private static final long serialVersionUID = 1L;

  private final String id;
  private final ExpirationPolicy expirationPolicy;
  private final @Nullable GrantingTicket grantingTicket;

  @SuppressWarnings("unused") // an application would show it
  private final long creationTime;

  private long lastTimeUsed;

  @SuppressWarnings("unused") // an application would show it
  private long previousLastTimeUsed;

  private int countOfUses;

  Ticket(
      String id,
      ExpirationPolicy expirationPolicy,
      @Nullable GrantingTicket grantingTicket,
      long creationTime) {
    this.id = id;
    this.expirationPolicy = expirationPolicy;
    this.grantingTicket = grantingTicket;
    this.creationTime = creationTime;
    this.lastTimeUsed = creationTime;
    this.previousLastTimeUsed = creationTime;
  }

  /** Its name, which is all that users and services have of it. */
  public String id() {
    return id;
  }

  /** The login from which it was granted, null if it is one. */
  public @Nullable GrantingTicket grantingTicket() {
    return grantingTicket;
  }

  /** Returns whether it is of no use any more; {@code now} is in milliseconds since 1970. */
  public boolean isExpired(long now) {
    return expirationPolicy.isOver(countOfUses, now - lastTimeUsed);
  }

  /** Counts a use. */
  public void use(long now) {
    previousLastTimeUsed = lastTimeUsed;
    lastTimeUsed = now;
    countOfUses++;
  }
}
