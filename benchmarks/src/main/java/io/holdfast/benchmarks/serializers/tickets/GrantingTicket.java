package io.holdfast.benchmarks.serializers.tickets;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The login of a user, from which all other tickets are granted. */
@SuppressWarnings({"unused", "serial"})
final class GrantingTicket extends Ticket {

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
      @Nullable Service proxiedBy) {
    super(id, expirationPolicy, parent, creationTime, 3);
    this.authentication = authentication;
    this.proxiedBy = proxiedBy;
  }

  void grant(Ticket ticket, Service service) {
    granted.add(ticket);
    services.put(ticket.id(), service);
  }
}
