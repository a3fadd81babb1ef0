package io.holdfast.benchmarks.serializers.tickets;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Makes the graph: a granting ticket, one proxy ticket and three service tickets, with cycles. */
public final class Tickets {

  private static final long LOGIN = 1_790_000_000_000L;

  private Tickets() {}

  /** The attributes of the session that holds the tickets of one user. */
  public static Map<String, Object> session() {
    Principal principal = new Principal("maria.gonzalez", attributes());
    Authentication authentication =
        new Authentication(principal, LOGIN, "UsernamePasswordCredential");
    ExpirationPolicy login = new ExpirationPolicy(0, 7_200_000);
    ExpirationPolicy once = new ExpirationPolicy(1, 10_000);
    GrantingTicket granting =
        new GrantingTicket(
            "TGT-4711-gTk2b5Vx8nQpR7sYc1dWz0LmHj3EaU", login, null, LOGIN, authentication, null, 3);
    Service portal = service("https://portal.example.org/login/cas", principal);
    Service mail = service("https://mail.example.org/j_spring_cas_security_check", principal);
    Service library = service("https://library.example.org/account?lang=es", principal);
    grant(granting, "ST-81220-fVb3Xn5KqPz8RtYw1sLc", once, portal, true);
    grant(granting, "ST-81245-pQm7Hj2DxTg4VkBn9zWe", once, mail, false);
    GrantingTicket proxy =
        new GrantingTicket(
            "PGT-932-wE4rT6yU8iO0pAs2DfG5hJk7LzX9cV",
            login,
            granting,
            LOGIN + 90_000,
            authentication,
            portal,
            3);
    granting.grant(proxy, portal);
    grant(proxy, "ST-81301-cNx6Zb8MvRa3QwEt5yUi", once, library, false);
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

  private static void grant(
      GrantingTicket by, String id, ExpirationPolicy policy, Service service, boolean first) {
    by.grant(new ServiceTicket(id, policy, by, LOGIN + 30_000, service, first, 1), service);
  }

  private static Service service(String url, Principal principal) {
    return new Service(url, null, principal, Service.ResponseType.REDIRECT);
  }

  private static Map<String, Object> attributes() {
    Map<String, Object> attributes = new HashMap<>();
    attributes.put("displayName", "María González");
    attributes.put("mail", "maria.gonzalez@example.org");
    attributes.put("employeeNumber", 204_117);
    attributes.put("memberOf", new ArrayList<>(List.of("staff", "library", "mail-users")));
    return attributes;
  }
}
