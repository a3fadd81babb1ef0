package io.holdfast.dist;

import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * One request as its client saw it.
 *
 * @param client of the session, by number
 * @param value what was written, or what was read; null for nothing
 * @param values all attributes, of a request that asked for them; null for others
 * @param seen which record the request saw, for who looks for a change that is lost; null if that
 *     is not known
 * @param late what the request changes behind its answer; null for nothing
 * @param call when it was sent, in nanoseconds by one clock
 * @param end when its answer was complete
 */
record HistoryEntry(
    HistorySession session,
    int client,
    String operation,
    HistoryRegister register,
    @Nullable String value,
    @Nullable Map<String, String> values,
    @Nullable String seen,
    @Nullable String late,
    String tomcat,
    long call,
    long end,
    Outcome outcome) {

  /** What the client knows. */
  enum Outcome {
    /** The application answered. */
    OK,
    /** The application answered that there is no such session. */
    ABSENT,
    /** Another request ended the session while this one was using it. */
    ENDED,
    /** Certainly nothing happened: there was no connection. */
    FAILED,
    /** Tomcat or Holdfast told the client to ask again. */
    REFUSED,
    /** An answer that no request should get. */
    ERROR,
    /** No answer. */
    UNKNOWN
  }

  /** One line. */
  String toJson() {
    StringBuilder json = new StringBuilder("{");
    add(json, "session", session.name());
    add(json, "mode", session.mode().toString());
    add(json, "client", Integer.toString(client));
    add(json, "op", operation);
    add(json, "kind", register.kindName());
    add(json, "register", register.name());
    if (value != null) {
      add(json, "value", value);
    }
    if (values != null) {
      json.append("\"values\":{")
          .append(
              values.entrySet().stream()
                  .map(each -> quoted(each.getKey()) + ":" + quoted(each.getValue()))
                  .collect(Collectors.joining(",")))
          .append("},");
    }
    if (seen != null) {
      add(json, "seen", seen);
    }
    if (late != null) {
      add(json, "late", late);
    }
    add(json, "tomcat", tomcat);
    add(json, "outcome", outcome.name().toLowerCase(Locale.ROOT));
    return json.append("\"call\":%d,\"return\":%d}".formatted(call, end)).toString();
  }

  private static void add(StringBuilder json, String name, String value) {
    json.append(quoted(name)).append(':').append(quoted(value)).append(',');
  }

  private static String quoted(String text) {
    return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
  }
}
