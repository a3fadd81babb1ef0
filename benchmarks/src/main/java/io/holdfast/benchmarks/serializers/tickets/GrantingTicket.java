package io.holdfast.benchmarks.serializers.tickets;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The login of a user, from which all other tickets are granted. */
@SuppressWarnings({"unused", "serial"})
public final class GrantingTicket extends Ticket {

  private static final long serialVersionUID = 1L;

  private final Authentication authentication;
  private final @Nullable Service proxiedBy;
  private final Map<String, Service> services = new HashMap<>();
  private final List<Ticket> granted = new ArrayList<>();
  private boolean expired;

  GrantingTicket(
      String id,
      ExpirationPolicy expirationPolicy,
      @Nullable GrantingTicket parent,
      long creationTime,
      Authentication authentication,
      @Nullable Service proxiedBy,
      int countOfUses) {
    super(id, expirationPolicy, parent, creationTime, countOfUses);
    this.authentication = authentication;
    this.proxiedBy = proxiedBy;
  }

  /** A user's login of now. */
  public static GrantingTicket login(
      String id, ExpirationPolicy policy, long now, Authentication authentication) {
    return new GrantingTicket(id, policy, null, now, authentication, null, 0);
  }

  /** Lets the user into a service; {@code now} is in milliseconds since 1970. */
  public ServiceTicket grant(String id, ExpirationPolicy policy, long now, Service service) {
    ServiceTicket ticket = new ServiceTicket(id, policy, this, now, service, services.isEmpty(), 0);
    grant(ticket, service);
    use(now);
    return ticket;
  }

  /** Whether this very ticket, and not one like it, was granted by this one. */
  public boolean hasGranted(Ticket ticket) {
    return granted.stream().anyMatch(one -> one == ticket);
  }

  /** Who has logged in. */
  public Authentication authentication() {
    return authentication;
  }

  void grant(Ticket ticket, Service service) {
    granted.add(ticket);
    services.put(ticket.id(), service);
  }
}
