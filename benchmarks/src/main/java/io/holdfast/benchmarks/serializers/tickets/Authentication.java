package io.holdfast.benchmarks.serializers.tickets;

import java.io.Serializable;
import java.util.Date;
import java.util.HashMap;
import java.util.Map;

/** A login: the user, its time and its method. */
@SuppressWarnings({"unused", "serial", "JavaUtilDate"})
public final class Authentication implements Serializable {

  private static final long serialVersionUID = 1L;

  private final Principal principal;
  private final Date authenticatedDate;
  private final Map<String, Object> attributes = new HashMap<>();

  /** Creates it; {@code authenticated} is in milliseconds since 1970. */
  public Authentication(Principal principal, long authenticated, String method) {
    this.principal = principal;
    this.authenticatedDate = new Date(authenticated);
    attributes.put("authenticationMethod", method);
    attributes.put("longTermAuthentication", true);
  }

  /** Returns the user who is logged in. */
  public Principal principal() {
    return principal;
  }
}
