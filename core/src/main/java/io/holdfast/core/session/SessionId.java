package io.holdfast.core.session;

import org.jspecify.annotations.Nullable;

/**
 * A session id that is safe to form keys from: printable ASCII without blanks, at most {@value
 * #MAX_LENGTH} characters.
 *
 * <p>An id is a base and, behind its first dot, the jvmRoute of the Tomcat that serves it. The base
 * identifies the session for its whole life; the route changes when another Tomcat takes it over.
 */
public final class SessionId {

  /** The longest id that is accepted, in characters. */
  public static final int MAX_LENGTH = 256;

  /** The rule for session ids, for messages. */
  public static final String RULE =
      "1 to %d printable ASCII characters without blanks are one, with a base before the first dot"
          .formatted(MAX_LENGTH);

  private final String value;

  /** Cut once: a request asks for it a dozen times. */
  private final String base;

  /** Checks the id; the message of an {@link IllegalArgumentException} does not repeat it. */
  public SessionId(String value) {
    this(value, isValid(value));
  }

  private SessionId(String value, boolean isValid) {
    if (!isValid) {
      throw new IllegalArgumentException("not a session id: " + RULE);
    }
    this.value = value;
    this.base = baseOf(value);
  }

  /** Parses what a client sent; null if it is not a valid id. */
  public static @Nullable SessionId parse(@Nullable String value) {
    return value != null && isValid(value) ? new SessionId(value, true) : null;
  }

  private static boolean isValid(String value) {
    return !value.isEmpty()
        && value.length() <= MAX_LENGTH
        && value.charAt(0) != '.'
        && StorageKeys.isPrintableAscii(value);
  }

  /** The whole id as the client knows it. */
  public String value() {
    return value;
  }

  /** The part before the first dot; never empty. */
  public String base() {
    return base;
  }

  /** The part of a text before its first dot, whether it is a session id or not. */
  public static String baseOf(String text) {
    int dot = text.indexOf('.');
    return dot < 0 ? text : text.substring(0, dot);
  }

  public boolean hasBaseOf(SessionId other) {
    return base.equals(other.base);
  }

  /** The part behind the first dot; null if there is none or it is empty. */
  public @Nullable String jvmRoute() {
    int dot = value.indexOf('.');
    return dot < 0 || dot == value.length() - 1 ? null : value.substring(dot + 1);
  }

  /** The id with another route, or without one. */
  public SessionId withJvmRoute(@Nullable String route) {
    if (route == null || route.isEmpty()) {
      return base.length() == value.length() ? this : new SessionId(base);
    }
    return new SessionId(base + "." + route);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof SessionId id && value.equals(id.value);
  }

  @Override
  public int hashCode() {
    return value.hashCode();
  }

  /** The id shortened for logs: a reader of the log must not be able to use the session. */
  @Override
  public String toString() {
    String route = jvmRoute();
    return shortened(base) + (route == null ? "" : "." + route);
  }

  /** The beginning of a base, as {@link #toString} shows it. */
  static String shortened(String base) {
    return base.substring(0, base.length() <= 8 ? base.length() / 2 : 6) + "…";
  }
}
