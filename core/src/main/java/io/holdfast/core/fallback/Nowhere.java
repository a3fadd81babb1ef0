package io.holdfast.core.fallback;

import io.holdfast.core.session.SessionId;
import io.holdfast.core.session.SessionSnapshot;
import org.jspecify.annotations.Nullable;

/** No last resort: what the store cannot take is lost with the Tomcat. */
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
