package io.holdfast.tomcat.users;

import io.holdfast.core.session.SessionTimes;
import io.holdfast.tomcat.login.PrincipalCodec;
import io.holdfast.tomcat.session.BackedUpSession;
import io.holdfast.tomcat.session.ServingMode;
import io.holdfast.tomcat.session.SessionHost;
import org.jspecify.annotations.Nullable;

/** A Tomcat's instance of a session, made of what is stored of it. */
@SuppressWarnings("serial") // is never serialized
final class FakeListedSession extends BackedUpSession {

  FakeListedSession(SessionHost host, String id, @Nullable String user, SessionTimes times) {
    super(host, new PrincipalCodec());
    this.id = id;
    restore(times, null, null, null);
    if (user != null) {
      attributes.put(USER, user);
    }
  }

  /** A request uses it. */
  void use(long now) {
    thisAccessedTime = now;
  }

  /** It gets another id. */
  void rename(String newId) {
    id = newId;
  }

  /** It ends, with its events. */
  void over() {
    setValid(false);
  }

  @Override
  public boolean isOf(@Nullable ServingMode mode) {
    return true;
  }

  @Override
  protected void attributesChanged() {}

  @Override
  protected void lifetimeChanged() {}

  @Override
  protected void accessStarted() {}

  @Override
  protected boolean isAtWork() {
    return false;
  }

  @Override
  protected boolean mayEnd() {
    return true;
  }

  @Override
  protected void drop() {
    forget();
  }
}
