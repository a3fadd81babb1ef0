package io.holdfast.applications.wicket;

import org.apache.wicket.protocol.http.WebSession;
import org.apache.wicket.request.Request;
import org.jspecify.annotations.Nullable;

/** The session of a user, who may be logged in. */
final class ShopSession extends WebSession {

  private @Nullable String user;

  ShopSession(Request request) {
    super(request);
  }

  static ShopSession current() {
    return (ShopSession) get();
  }

  /** Logs a user in, and changes the session id. */
  void login(String name) {
    replaceSession();
    user = name;
    dirty();
  }

  String user() {
    return user == null ? "guest" : user;
  }
}
