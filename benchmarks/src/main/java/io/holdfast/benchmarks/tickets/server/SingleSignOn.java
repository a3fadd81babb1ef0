package io.holdfast.benchmarks.tickets.server;

import io.holdfast.benchmarks.serializers.tickets.Authentication;
import io.holdfast.benchmarks.serializers.tickets.ExpirationPolicy;
import io.holdfast.benchmarks.serializers.tickets.GrantingTicket;
import io.holdfast.benchmarks.serializers.tickets.LoginTicket;
import io.holdfast.benchmarks.serializers.tickets.Principal;
import io.holdfast.benchmarks.serializers.tickets.Service;
import io.holdfast.benchmarks.serializers.tickets.Service.ResponseType;
import io.holdfast.benchmarks.serializers.tickets.ServiceTicket;
import java.io.IOException;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;

/** Grants tickets and takes them back. Nothing of it is kept here, so any server can go on. */
final class SingleSignOn {

  private static final ExpirationPolicy LOGIN = new ExpirationPolicy(0, 7_200_000);
  private static final ExpirationPolicy ONCE = new ExpirationPolicy(1, 300_000);

  private final TicketRegistry registry;
  private final TicketIds ids;
  private final InstantSource clock;

  SingleSignOn(TicketRegistry registry, TicketIds ids, InstantSource clock) {
    this.registry = registry;
    this.ids = ids;
    this.clock = clock;
  }

  /** The name of a ticket for a login form. */
  String form() throws IOException {
    LoginTicket ticket = new LoginTicket(ids.next("LT-"), ONCE, clock.millis());
    registry.add(ticket);
    return ticket.id();
  }

  /** The name of a granting ticket; null if the form was used before or the password is wrong. */
  @Nullable String login(String loginTicket, String name, String password) throws IOException {
    LoginTicket form = registry.find(loginTicket, LoginTicket.class);
    boolean isNew = form != null && !form.isExpired(clock.millis()) && registry.delete(form.id());
    if (!isNew || !Person.knows(name, password)) {
      return null;
    }
    Principal principal = new Principal(name, Person.named(name).attributes());
    long now = clock.millis();
    GrantingTicket ticket =
        GrantingTicket.login(
            ids.next("TGT-"),
            LOGIN,
            now,
            new Authentication(principal, now, "UsernamePasswordCredential"));
    registry.add(ticket);
    return ticket.id();
  }

  /** The name of a ticket for a service; null if the user is not logged in. */
  @Nullable String grant(String grantingTicket, String url, boolean saml) throws IOException {
    GrantingTicket granting = registry.find(grantingTicket, GrantingTicket.class);
    long now = clock.millis();
    if (granting == null || granting.isExpired(now)) {
      return null;
    }
    String id = ids.next("ST-");
    Service service =
        new Service(
            url,
            saml ? id : null,
            granting.authentication().principal(),
            saml ? ResponseType.POST : ResponseType.REDIRECT);
    ServiceTicket ticket = granting.grant(id, ONCE, now, service);
    registry.add(ticket);
    registry.update(granting);
    return id;
  }

  /** Who came with a ticket; null unless it was granted for this service and is new. */
  @Nullable Principal validate(String serviceTicket, String url) throws IOException {
    ServiceTicket ticket = registry.find(serviceTicket, ServiceTicket.class);
    if (ticket == null || ticket.isExpired(clock.millis()) || !ticket.isFor(url)) {
      return null;
    }
    GrantingTicket granting = ticket.grantingTicket();
    if (granting == null || !granting.hasGranted(ticket)) {
      throw new IOException(ticket.id() + " does not hang on the login that granted it");
    }
    ticket.use(clock.millis());
    if (ticket.isExpired(clock.millis()) && !registry.delete(ticket.id())) {
      return null;
    }
    return granting.authentication().principal();
  }

  /** Ends a login; false if there was none. */
  boolean logout(String grantingTicket) throws IOException {
    return registry.delete(grantingTicket);
  }
}
