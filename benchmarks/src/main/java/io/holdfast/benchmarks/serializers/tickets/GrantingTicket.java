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

  private GrantingTicket(
      String id,
      ExpirationPolicy expirationPolicy,
      @Nullable GrantingTicket parent,
      long creationTime,
      Authentication authentication,
      @Nullable Service proxiedBy) {
    super(id, expirationPolicy, parent, creationTime);
    this.authentication = authentication;
    this.proxiedBy = proxiedBy;
  }

  /** A user's login of now. */
  public static GrantingTicket login(
      String id, ExpirationPolicy policy, long now, Authentication authentication) {
    return new GrantingTicket(id, policy, null, now, authentication, null);
  }

  /** Lets the user into a service; {@code now} is in milliseconds since 1970. */
  public ServiceTicket grant(String id, ExpirationPolicy policy, long now, Service service) {
    boolean isNewLogin = proxiedBy == null && services.isEmpty();
    ServiceTicket ticket = new ServiceTicket(id, policy, this, now, service, isNewLogin);
    grant(ticket, now, service);
    return ticket;
  }

  /** Lets a service go to others in the user's name. */
  GrantingTicket proxy(String id, ExpirationPolicy policy, long now, Service service) {
    GrantingTicket ticket = new GrantingTicket(id, policy, this, now, authentication, service);
    grant(ticket, now, service);
    return ticket;
  }

  private void grant(Ticket ticket, long now, Service service) {
    granted.add(ticket);
    services.put(ticket.id(), service);
    use(now);
  }

  /** Returns whether this very ticket, and not one like it, was granted by this one. */
  public boolean hasGranted(Ticket ticket) {
    return granted.stream().anyMatch(one -> one == ticket);
  }

  /** Returns the login. */
  public Authentication authentication() {
    return authentication;
  }
}
