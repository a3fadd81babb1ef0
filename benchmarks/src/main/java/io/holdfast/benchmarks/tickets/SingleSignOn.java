package io.holdfast.benchmarks.tickets;

import io.holdfast.benchmarks.serializers.tickets.Authentication;
import io.holdfast.benchmarks.serializers.tickets.ExpirationPolicy;
import io.holdfast.benchmarks.serializers.tickets.GrantingTicket;
import io.holdfast.benchmarks.serializers.tickets.LoginTicket;
import io.holdfast.benchmarks.serializers.tickets.Principal;
import io.holdfast.benchmarks.serializers.tickets.Service;
import io.holdfast.benchmarks.serializers.tickets.ServiceTicket;
import io.holdfast.benchmarks.serializers.tickets.Ticket;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.Base64;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import net.spy.memcached.MemcachedClient;
import net.spy.memcached.transcoders.Transcoder;
import org.jspecify.annotations.Nullable;

/**
 * Grants tickets and takes them back. Each lies under its name in a memcached, and every write is
 * waited for. Nothing of it is kept here, so any server can go on.
 */
final class SingleSignOn implements AutoCloseable {

  private static final ExpirationPolicy LOGIN = new ExpirationPolicy(0, 7_200_000);
  private static final ExpirationPolicy ONCE = new ExpirationPolicy(1, 300_000);
  private static final int SECONDS = 1_800;
  private static final int BYTES_OF_NAME = 24;

  private final MemcachedClient client;
  private final Transcoder<@Nullable Object> transcoder;
  private final InstantSource clock;
  private final SecureRandom random = new SecureRandom();

  SingleSignOn(int memcachedPort, TicketForm form, InstantSource clock) throws IOException {
    this.client =
        new MemcachedClient(new InetSocketAddress(InetAddress.getLoopbackAddress(), memcachedPort));
    this.transcoder = form.transcoder();
    this.clock = clock;
  }

  /** The name of a ticket for a login form. */
  String form() throws IOException {
    LoginTicket ticket = new LoginTicket(newName("LT-"), ONCE, clock.millis());
    add(ticket);
    return ticket.id();
  }

  /** The name of a granting ticket; null if the form was used before or the password is wrong. */
  @Nullable String login(String loginTicket, String name, String password) throws IOException {
    LoginTicket form = find(loginTicket, LoginTicket.class);
    boolean isNew = form != null && !form.isExpired(clock.millis()) && delete(form.id());
    if (!isNew || !Person.knows(name, password)) {
      return null;
    }
    long now = clock.millis();
    GrantingTicket ticket =
        GrantingTicket.login(
            newName("TGT-"),
            LOGIN,
            now,
            new Authentication(Person.named(name).principal(), now, "UsernamePasswordCredential"));
    add(ticket);
    return ticket.id();
  }

  /** The name of a ticket for a service; null if the user is not logged in. */
  @Nullable String grant(String grantingTicket, String url, boolean saml) throws IOException {
    GrantingTicket granting = find(grantingTicket, GrantingTicket.class);
    long now = clock.millis();
    if (granting == null || granting.isExpired(now)) {
      return null;
    }
    String id = newName("ST-");
    Principal user = granting.authentication().principal();
    Service service = new Service(url, saml ? id : null, user);
    add(granting.grant(id, ONCE, now, service));
    require(done(client.replace(granting.id(), SECONDS, granting, transcoder)), granting);
    return id;
  }

  /** Who came with a ticket; null unless it was granted for this service and is new. */
  @Nullable Principal validate(String serviceTicket, String url) throws IOException {
    ServiceTicket ticket = find(serviceTicket, ServiceTicket.class);
    if (ticket == null || ticket.isExpired(clock.millis()) || !ticket.isFor(url)) {
      return null;
    }
    GrantingTicket granting = ticket.grantingTicket();
    if (granting == null || !granting.hasGranted(ticket)) {
      throw new IOException(ticket.id() + " does not hang on the login that granted it");
    }
    ticket.use(clock.millis());
    if (ticket.isExpired(clock.millis()) && !delete(ticket.id())) {
      return null;
    }
    return granting.authentication().principal();
  }

  /** Ends a login; false if there was none. */
  boolean logout(String grantingTicket) throws IOException {
    return delete(grantingTicket);
  }

  /** Makes a name that cannot be guessed. */
  private String newName(String prefix) {
    byte[] bytes = new byte[BYTES_OF_NAME];
    random.nextBytes(bytes);
    return prefix + Base64.getUrlEncoder().encodeToString(bytes);
  }

  private void add(Ticket ticket) throws IOException {
    require(done(client.add(ticket.id(), SECONDS, ticket, transcoder)), ticket);
  }

  private <T extends Ticket> @Nullable T find(String id, Class<T> type) {
    Object found = client.get(id, transcoder);
    return type.isInstance(found) ? type.cast(found) : null;
  }

  /** Returns whether it was there; of several that delete it at the same time, one is told so. */
  private boolean delete(String id) throws IOException {
    return done(client.delete(id));
  }

  private static boolean done(Future<Boolean> operation) throws IOException {
    try {
      return operation.get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    } catch (ExecutionException e) {
      throw new IOException(e.getCause());
    }
  }

  private static void require(boolean done, Ticket ticket) throws IOException {
    if (!done) {
      throw new IOException(ticket.id() + " was not stored");
    }
  }

  @Override
  public void close() {
    client.shutdown();
  }
}
