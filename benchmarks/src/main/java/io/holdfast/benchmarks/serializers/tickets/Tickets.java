package io.holdfast.benchmarks.serializers.tickets;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Makes the graph: a granting ticket, one proxy ticket and three service tickets, with cycles. */
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
        GrantingTicket.login(
            "TGT-4711-gTk2b5Vx8nQpR7sYc1dWz0LmHj3EaU", login, LOGIN, authentication);
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
