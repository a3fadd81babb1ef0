package io.holdfast.tomcat.mode;

import io.holdfast.core.session.SessionId;
import io.holdfast.tomcat.MemcachedSessionManager;
import java.util.Arrays;
import java.util.Objects;
import java.util.stream.Stream;
import org.apache.catalina.Context;
import org.apache.catalina.Session;
import org.jspecify.annotations.Nullable;

/**
 * The other applications of the host, whose sessions may have the same id as one of ours: because
 * of {@code sessionCookiePath="/"}, or of a dispatch from one application to another.
 */
public final class OtherApplications {

  private final Context own;

  public OtherApplications(Context own) {
    this.own = own;
  }

  /**
   * Bytes of the response to one of our requests are about to leave. What it has changed in other
   * applications, to which it was dispatched, is saved first.
   */
  public void responseLeaves(SessionId id) {
    if (own.getCrossContext()) {
      modes().forEach(mode -> mode.responseOfAnotherLeaves(id));
    }
  }

  /** Our session with this id has come from another Tomcat; others may have been there too. */
  public void cameBack(SessionId id) {
    modes().forEach(mode -> mode.anotherCameBack(id));
  }

  /** The id of another application's session here that has the same base; null if there is none. */
  public @Nullable String idWithBaseOf(SessionId id) {
    return managers()
        .map(manager -> manager.local(id))
        .filter(Objects::nonNull)
        .map(Session::getIdInternal)
        .findFirst()
        .orElse(null);
  }

  private Stream<ServingMode> modes() {
    return managers().map(MemcachedSessionManager::mode).filter(Objects::nonNull);
  }

  private Stream<MemcachedSessionManager> managers() {
    return Arrays.stream(own.getParent().findChildren())
        .filter(child -> child != own && child instanceof Context)
        .map(child -> ((Context) child).getManager())
        .filter(MemcachedSessionManager.class::isInstance)
        .map(MemcachedSessionManager.class::cast);
  }
}
