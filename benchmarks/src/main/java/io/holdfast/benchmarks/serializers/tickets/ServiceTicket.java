package io.holdfast.benchmarks.serializers.tickets;

/** Lets a user into one service once. */
@SuppressWarnings("unused")
final class ServiceTicket extends Ticket {

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
    super(id, expirationPolicy, grantingTicket, creationTime, 1);
    this.service = service;
    this.fromNewLogin = fromNewLogin;
  }
}
