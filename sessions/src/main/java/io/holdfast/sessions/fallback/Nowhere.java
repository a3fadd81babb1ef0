package io.holdfast.sessions.fallback;

import io.holdfast.core.session.SessionId;
import io.holdfast.core.session.SessionSnapshot;
import org.jspecify.annotations.Nullable;

/** No disk fallback: what the store cannot take is lost when the Tomcat stops. */
final class Nowhere implements DiskFallback {

  @Override
  public @Nullable SessionSnapshot claim(SessionId id) {
    return null;
  }

  @Override
  public void stored(SessionId id) {
    // nothing was kept
  }

  @Override
  public void ended(SessionId id) {
    // nothing was kept
  }

  @Override
  public void unreadable(SessionId id) {
    // nothing was kept
  }
}
