package io.holdfast.benchmarks.serializers.tickets;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Date;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Tickets as a single sign-on server keeps them for each user who is logged in. {@link #session}
 * makes a graph of them: a granting ticket, one proxy ticket and three service tickets, with
 * cycles. All times are in milliseconds since 1970. No class is nested: bytes depend on the names.
 */
public final class Tickets {

  private static final long LOGIN = 1_790_000_000_000L;

  private Tickets() {}

  /** The attributes of the session that holds the tickets of one user. */
  public static Map<String, Object> session() {
    Principal principal = new Principal("maria.gonzalez", "María González", 204_117);
    Authentication authentication =
        new Authentication(principal, LOGIN, "UsernamePasswordCredential");
    ExpirationPolicy login = new ExpirationPolicy(0, 7_200_000);
    ExpirationPolicy once = new ExpirationPolicy(1, 10_000);
    Service portal = new Service("https://portal.example.org/login/cas", null, principal);
    Service mail =
        new Service("https://mail.example.org/j_spring_cas_security_check", null, principal);
    Service library = new Service("https://library.example.org/account?lang=es", null, principal);
    GrantingTicket granting =
        new GrantingTicket(
            "TGT-4711-gTk2b5Vx8nQpR7sYc1dWz0LmHj3EaU", login, null, LOGIN, authentication, null);
    granting.grant("ST-81220-fVb3Xn5KqPz8RtYw1sLc", once, LOGIN + 30_000, portal);
    granting.grant("ST-81245-pQm7Hj2DxTg4VkBn9zWe", once, LOGIN + 60_000, mail);
    GrantingTicket proxy =
        granting.proxy("PGT-932-wE4rT6yU8iO0pAs2DfG5hJk7LzX9cV", login, LOGIN + 90_000, portal);
    proxy.grant("ST-81301-cNx6Zb8MvRa3QwEt5yUi", once, LOGIN + 120_000, library);
    Map<String, Object> session = new LinkedHashMap<>();
    session.put("grantingTicket", granting);
    return session;
  }

  /** The classes of what {@link #session} holds. */
  public static List<Class<?>> classes() {
    return List.of(
        ServiceTicket.class,
        Service.class,
        GrantingTicket.class,
        ExpirationPolicy.class,
        Service.ResponseType.class,
        Authentication.class,
        Principal.class);
  }
}

/** A user with what the directory says about it. */
@SuppressWarnings({"unused", "serial"})
final class Principal implements Serializable {
  private static final long serialVersionUID = 1L;

  private final String id;
  private final Map<String, Object> attributes = new HashMap<>();

  Principal(String id, String displayName, int employeeNumber) {
    this.id = id;
    attributes.put("displayName", displayName);
    attributes.put("mail", id + "@example.org");
    attributes.put("employeeNumber", employeeNumber);
    attributes.put("memberOf", new ArrayList<>(List.of("staff", "library", "mail-users")));
  }
}

/** A login: the user, its time and its method. */
@SuppressWarnings({"unused", "serial", "JavaUtilDate"})
final class Authentication implements Serializable {
  private static final long serialVersionUID = 1L;

  private final Principal principal;
  private final Date authenticatedDate;
  private final Map<String, Object> attributes = new HashMap<>();

  Authentication(Principal principal, long authenticated, String method) {
    this.principal = principal;
    this.authenticatedDate = new Date(authenticated);
    attributes.put("authenticationMethod", method);
    attributes.put("longTermAuthentication", true);
  }
}

/** When a ticket ends: after some time, or after some uses if they are not 0. */
@SuppressWarnings("unused")
final class ExpirationPolicy implements Serializable {
  private static final long serialVersionUID = 1L;

  private final int numberOfUses;
  private final long timeToKillInMilliseconds;

  ExpirationPolicy(int numberOfUses, long timeToKillInMilliseconds) {
    this.numberOfUses = numberOfUses;
    this.timeToKillInMilliseconds = timeToKillInMilliseconds;
  }
}

/** A web application that a user went to. */
@SuppressWarnings("unused")
final class Service implements Serializable {
  private static final long serialVersionUID = 1L;

  /** How the user comes back to it with a ticket: by the address, or by a form. */
  enum ResponseType {
    REDIRECT,
    POST
  }

  private final String id;
  private final String originalUrl;
  private final @Nullable String artifactId;
  private final Principal principal;
  private final ResponseType responseType;
  private boolean loggedOutAlready;

  Service(String id, @Nullable String artifactId, Principal principal) {
    this.id = id;
    this.originalUrl = id;
    this.artifactId = artifactId;
    this.principal = principal;
    this.responseType = artifactId == null ? ResponseType.REDIRECT : ResponseType.POST;
  }
}

/** What all tickets have: a granting ticket they hang on, and a count of their uses. */
@SuppressWarnings("unused")
abstract class Ticket implements Serializable {
  private static final long serialVersionUID = 1L;

  final String id;
  private final ExpirationPolicy expirationPolicy;
  private final @Nullable GrantingTicket grantingTicket;
  private final long creationTime;
  private long lastTimeUsed;
  private long previousLastTimeUsed;
  private int countOfUses;

  Ticket(String id, ExpirationPolicy policy, @Nullable GrantingTicket grantingTicket, long now) {
    this.id = id;
    this.expirationPolicy = policy;
    this.grantingTicket = grantingTicket;
    this.creationTime = now;
    this.lastTimeUsed = now;
    this.previousLastTimeUsed = now;
  }

  void use(long now) {
    previousLastTimeUsed = lastTimeUsed;
    lastTimeUsed = now;
    countOfUses++;
  }
}

/** Lets a user into one service once. */
@SuppressWarnings("unused")
final class ServiceTicket extends Ticket {
  private static final long serialVersionUID = 1L;

  private final Service service;
  private final boolean fromNewLogin;
  private boolean alreadyGranted;

  ServiceTicket(
      String id, ExpirationPolicy policy, GrantingTicket from, long now, Service service) {
    super(id, policy, from, now);
    this.service = service;
    this.fromNewLogin = from.proxiedBy == null && from.services.isEmpty();
  }
}

/** The login of a user, from which all other tickets are granted. */
@SuppressWarnings({"unused", "serial"})
final class GrantingTicket extends Ticket {
  private static final long serialVersionUID = 1L;

  private final Authentication authentication;
  final @Nullable Service proxiedBy;
  final Map<String, Service> services = new HashMap<>();
  private final List<Ticket> granted = new ArrayList<>();
  private boolean expired;

  GrantingTicket(
      String id,
      ExpirationPolicy policy,
      @Nullable GrantingTicket parent,
      long now,
      Authentication authentication,
      @Nullable Service proxiedBy) {
    super(id, policy, parent, now);
    this.authentication = authentication;
    this.proxiedBy = proxiedBy;
  }

  /** Lets the user into a service. */
  void grant(String id, ExpirationPolicy policy, long now, Service service) {
    granted(new ServiceTicket(id, policy, this, now, service), now, service);
  }

  /** Lets a service go to others in the user's name. */
  GrantingTicket proxy(String id, ExpirationPolicy policy, long now, Service service) {
    return granted(
        new GrantingTicket(id, policy, this, now, authentication, service), now, service);
  }

  private <T extends Ticket> T granted(T ticket, long now, Service service) {
    granted.add(ticket);
    services.put(ticket.id, service);
    use(now);
    return ticket;
  }
}
