package io.holdfast.console;

import java.time.DateTimeException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.management.JMException;

/**
 * One session of a user, in whichever Tomcat it is.
 *
 * @param name identifies it, and is of no use as a cookie
 * @param created when it began
 * @param lastUsed when a request used it last, as of the last time that its Tomcat told
 * @param tomcat the jvmRoute of the Tomcat that told last
 */
record UserSession(String name, Instant created, Instant lastUsed, String tomcat) {

  private static final int SHOWN_CHARACTERS = 6;

  /** A line of {@code listSessionsOf}. */
  private static final Pattern LINE =
      Pattern.compile("(\\S+) created (\\S+), last used (\\S+), at (.*)");

  /**
   * The sessions of a user, the one used last first.
   *
   * @throws JMException if no node answers, or the application has stopped
   */
  static List<UserSession> of(Bean manager, String user) throws JMException {
    Object lines = manager.call("listSessionsOf", List.of(user));
    return lines == null
        ? List.of()
        : lines.toString().lines().map(UserSession::parse).flatMap(Optional::stream).toList();
  }

  private static Optional<UserSession> parse(String line) {
    Matcher parts = LINE.matcher(line);
    if (!parts.matches()) {
      return Optional.empty();
    }
    try {
      return Optional.of(
          new UserSession(
              parts.group(1),
              Instant.parse(parts.group(2)),
              Instant.parse(parts.group(3)),
              parts.group(4)));
    } catch (DateTimeException unknown) {
      return Optional.empty();
    }
  }

  /** The first characters of its name. */
  String shown() {
    return name.substring(0, Math.min(SHOWN_CHARACTERS, name.length())) + "…";
  }
}
