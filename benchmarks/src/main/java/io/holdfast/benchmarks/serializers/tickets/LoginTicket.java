package io.holdfast.benchmarks.serializers.tickets;

/** Stands in the login form, so that no form is sent twice. */
public final class LoginTicket extends Ticket {

  private static final long serialVersionUID = 1L;

  /** Creates it; {@code now} is in milliseconds since 1970. */
  public LoginTicket(String id, ExpirationPolicy expirationPolicy, long now) {
    super(id, expirationPolicy, null, now);
  }
}
