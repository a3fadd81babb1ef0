package io.holdfast.sessions.directory;

import io.holdfast.core.session.SessionId;
import io.holdfast.core.session.StorageKeys;
import org.jspecify.annotations.Nullable;

/**
 * A session of a user, as the list of that user has it. Times are milliseconds since the epoch.
 *
 * @param lastUsed by a request, as of the last time that its Tomcat told: at most a quarter of
 *     {@code maxInactiveInterval} before the truth
 * @param tomcat the jvmRoute of the Tomcat that told last; {@code -} if that has none
 */
public record ListedSession(String base, long created, long lastUsed, long overAt, String tomcat) {

  private static final String UNNAMED = "-";
  private static final int FIELDS = 5;
  private static final int NAME_DIGITS = 16;

  /** Replaces a name that would not fit into a line. */
  public ListedSession {
    if (tomcat.isEmpty() || !tomcat.chars().allMatch(c -> c > ' ' && c < 0x7f)) {
      tomcat = UNNAMED;
    }
  }

  /** Returns a name for the session that may be shown: it does not allow the use of the session. */
  public String name() {
    return nameOf(base);
  }

  /** The name of the session with an id. */
  public static String nameOf(SessionId id) {
    return nameOf(id.base());
  }

  private static String nameOf(String base) {
    return StorageKeys.sha256(base).substring(0, NAME_DIGITS);
  }

  /** The id without a route. */
  public SessionId id() {
    return new SessionId(base);
  }

  /** The digits of a line do not depend on the language of the platform. */
  String line() {
    return base + ' ' + created + ' ' + lastUsed + ' ' + overAt + ' ' + tomcat;
  }

  /** Reads a line; null if it is none. */
  static @Nullable ListedSession parse(String line) {
    String[] fields = line.split(" ", -1);
    SessionId id = SessionId.parse(fields[0]);
    if (fields.length != FIELDS || id == null || !id.base().equals(fields[0])) {
      return null;
    }
    try {
      return new ListedSession(
          fields[0],
          Long.parseLong(fields[1]),
          Long.parseLong(fields[2]),
          Long.parseLong(fields[3]),
          fields[4]);
    } catch (NumberFormatException e) {
      return null;
    }
  }
}
