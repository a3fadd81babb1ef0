package io.holdfast.benchmarks.serializers.tickets;

/** Lets a user into one service once. */
@SuppressWarnings("unused")
public final class ServiceTicket extends Ticket {

  private static final long serialVersionUID = 1L;

  private final Service service;
  private final boolean fromNewLogin;
  private boolean alreadyGranted;

  ServiceTicket(
      String id,
      ExpirationPolicy expirationPolicy,
      GrantingTicket grantingTicket,
      long creationTime,
      Service service,
      boolean fromNewLogin) {
    super(id, expirationPolicy, grantingTicket, creationTime);
    this.service = service;
    this.fromNewLogin = fromNewLogin;
  }

  /** Returns whether it was granted for the service with this address. */
  public boolean isFor(String url) {
    return service.id().equals(url);
  }
}
