package io.holdfast.tomcat.session;

import io.holdfast.core.config.ConfigurationException;
import io.holdfast.core.session.SessionId;
import java.util.regex.Pattern;
import org.apache.catalina.SessionIdGenerator;
import org.apache.catalina.util.StandardSessionIdGenerator;
import org.jspecify.annotations.Nullable;

/**
 * The ids that this Tomcat gives to sessions: a base without a dot and, where the Engine has one,
 * its jvmRoute.
 *
 * <p>No part of an id that goes out is what a client appended to a base. An id whose base cannot be
 * told from its route is never given: two users would share one session.
 *
 * @param jvmRoute the route of this Tomcat; null if its Engine has none
 */
public record IssuedIds(@Nullable String jvmRoute) {

  private static final char DOT = '.';
  private static final char INSTEAD_OF_DOT = '-';

  /** Safe in cookies, in URLs, and in pages that show them: what generators emit. */
  private static final Pattern PLAIN = Pattern.compile("[0-9A-Za-z_~+/=-]+");

  /** A placeholder without a value: all Tomcats would have this same route. */
  private static final Pattern PLACEHOLDER = Pattern.compile("\\$[{(]");

  private static final Pattern PLAIN_ROUTE = Pattern.compile("[0-9A-Za-z._~:+-]+");

  /** What Tomcat writes into no cookie (RFC 6265, 4.1.1). */
  private static final Pattern NO_COOKIE = Pattern.compile("[;,\"\\\\]");

  /** Takes an empty route for none. */
  public IssuedIds {
    jvmRoute = jvmRoute == null || jvmRoute.isEmpty() ? null : jvmRoute;
  }

  /**
   * The id that a session has in this Tomcat.
   *
   * @param id with whatever route
   * @return null if it would be too long, so that no Tomcat has given it
   */
  public @Nullable SessionId of(SessionId id) {
    return SessionId.parse(jvmRoute == null ? id.base() : id.base() + DOT + jvmRoute);
  }

  /** Returns whether an id is not as this Tomcat gives it: another one served the session last. */
  public boolean isForeign(SessionId id) {
    int routeLength = id.value().length() - id.base().length() - 1; // -1 without a dot
    return jvmRoute == null
        ? routeLength >= 0
        : routeLength != jvmRoute.length() || !id.value().endsWith(jvmRoute);
  }

  /** The id in a record as it was given, unless its route is none that a Tomcat would have. */
  public static SessionId ofRecord(SessionId stored) {
    String route = stored.jvmRoute();
    return route == null || PLAIN_ROUTE.matcher(route).matches()
        ? stored
        : stored.withJvmRoute(null);
  }

  /**
   * What a generator made, with dashes for the dots before the route: the base ends at the first
   * dot.
   *
   * @throws IllegalStateException if it is no session id
   */
  public String ofGenerated(String generated) {
    String end = jvmRoute == null ? "" : DOT + jvmRoute;
    boolean hasRoute = jvmRoute != null && generated.endsWith(end);
    String base = hasRoute ? generated.substring(0, generated.length() - end.length()) : generated;
    String id = base.replace(DOT, INSTEAD_OF_DOT) + (hasRoute ? end : "");
    if (base.isEmpty() || SessionId.parse(id) == null) {
      throw new IllegalStateException(
          "The session id generator made %d characters that are no session id: %s"
              .formatted(generated.length(), SessionId.RULE));
    }
    return id;
  }

  /**
   * Checks that what a generator makes is an id here, with the route: else each new session would
   * fail.
   *
   * @throws ConfigurationException naming {@code sessionIdLength} or {@code jvmRoute}, its value
   *     and what fits
   */
  public void checkGenerator(SessionIdGenerator generator) {
    int routeLength = jvmRoute == null ? 0 : 1 + jvmRoute.length();
    if (jvmRoute != null
        && (SessionId.parse("0." + jvmRoute) == null || NO_COOKIE.matcher(jvmRoute).find())) {
      throw ConfigurationException.of(
          "jvmRoute",
          jvmRoute,
          "a cookie must hold it: fewer than %d printable ASCII characters are needed, without blanks and ; , \" \\"
              .formatted(SessionId.MAX_LENGTH - 1));
    }
    if (generator.getClass() == StandardSessionIdGenerator.class
        && 2L * generator.getSessionIdLength() + routeLength > SessionId.MAX_LENGTH) {
      throw ConfigurationException.of(
          "sessionIdLength",
          String.valueOf(generator.getSessionIdLength()),
          "an id would have more than %d characters, two for each byte, and the jvmRoute; use at most %d"
              .formatted(SessionId.MAX_LENGTH, (SessionId.MAX_LENGTH - routeLength) / 2));
    }
  }

  /**
   * Checks that sticky sessions are not all of one Tomcat, by their ids.
   *
   * @throws ConfigurationException naming {@code jvmRoute} and its value
   */
  public void checkRoute() {
    if (jvmRoute != null && PLACEHOLDER.matcher(jvmRoute).find()) {
      throw ConfigurationException.of(
          "jvmRoute",
          jvmRoute,
          "the property in it is not known, and each Tomcat needs a route of its own; set that"
              + " property, or write the value");
    }
  }

  /**
   * What a client brought, for a session that has the same base in another application.
   *
   * @return null if this must not become an id
   */
  public @Nullable String ofClient(SessionId requested) {
    SessionId here = of(requested);
    return here != null && PLAIN.matcher(here.base()).matches() ? here.value() : null;
  }

  /**
   * Checks an id that an application chose.
   *
   * @throws IllegalArgumentException if it is none, or another Tomcat would take another part of it
   *     for its base
   */
  public void check(String chosen) {
    SessionId id = new SessionId(chosen);
    if (!canBeTold(chosen)) {
      throw new IllegalArgumentException(
          "Session id %s is ambiguous: behind the first dot must be this Tomcat's jvmRoute, %s"
              .formatted(id, jvmRoute));
    }
  }

  /**
   * Returns whether nothing but the jvmRoute of this Tomcat stands behind the first dot of an id.
   */
  public boolean canBeTold(String id) {
    int dot = id.indexOf(DOT);
    return dot < 0 || id.substring(dot + 1).equals(jvmRoute);
  }
}
