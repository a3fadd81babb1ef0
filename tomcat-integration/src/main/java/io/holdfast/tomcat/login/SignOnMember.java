package io.holdfast.tomcat.login;

import io.holdfast.core.session.SessionId;
import java.util.List;
import org.apache.catalina.Container;
import org.apache.catalina.Context;
import org.apache.catalina.Manager;
import org.apache.catalina.Session;
import org.jspecify.annotations.Nullable;

/**
 * A session that belongs to a single sign-on.
 *
 * @param host name of the virtual host
 * @param context name of the web application, with its version
 * @param id the session's id, with the route that it had last
 */
public record SignOnMember(String host, String context, String id) {

  private static final String SEPARATOR = "\n";

  static SignOnMember of(Session session) {
    return of(session, session.getIdInternal());
  }

  /** The session under an id that it has, or has had. */
  static SignOnMember of(Session session, String id) {
    Context context = session.getManager().getContext();
    return new SignOnMember(context.getParent().getName(), context.getName(), id);
  }

  /** The member with this key; null if no member has it. */
  static @Nullable SignOnMember parse(String key, @Nullable Object id) {
    List<String> parts = List.of(key.split(SEPARATOR, -1));
    return parts.size() == 3 && id instanceof String text && SessionId.parse(text) != null
        ? new SignOnMember(parts.get(0), parts.get(1), text)
        : null;
  }

  /** The same for all routes that the session's id may have. */
  String key() {
    return String.join(SEPARATOR, host, context, new SessionId(id).base());
  }

  /** What manages the session in this Tomcat; null if its application is not here. */
  public @Nullable Manager manager(Container engine) {
    Container found = engine.findChild(host);
    return found != null && found.findChild(context) instanceof Context here
        ? here.getManager()
        : null;
  }
}
