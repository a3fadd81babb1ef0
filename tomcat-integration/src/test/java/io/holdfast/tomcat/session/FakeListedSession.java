package io.holdfast.tomcat.session;

import io.holdfast.core.session.SessionTimes;
import io.holdfast.sessions.engine.InstanceAttributes;
import io.holdfast.tomcat.login.PrincipalCodec;
import io.holdfast.tomcat.response.AttributeEvents;
import org.apache.catalina.session.ManagerBase;
import org.jspecify.annotations.Nullable;

/** A Tomcat's instance of a session, made of what is stored of it. */
@SuppressWarnings("serial") // is never serialized
final class FakeListedSession extends HoldfastSession {

  FakeListedSession(
      ManagerBase manager,
      ServingMode mode,
      InstanceAttributes none,
      String id,
      @Nullable String user,
      SessionTimes times) {
    super(manager, mode, new PrincipalCodec(), AttributeEvents.ofRunningTomcat(), none);
    this.id = id;
    setCreationTime(times.creationTime());
    lastAccessedTime = times.lastAccessedTime();
    thisAccessedTime = times.thisAccessedTime();
    maxInactiveInterval = times.maxInactiveInterval();
    isNew = false;
    isValid = true;
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

  /** It ends, with its events or without. */
  void over() {
    setValid(false);
  }
}
