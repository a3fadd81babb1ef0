package io.holdfast.tomcat.mode;

import io.holdfast.core.session.SessionId;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Sessions that were ended when their application had no store any more: their records stay, and
 * who asked for the end must be told so.
 */
public final class LateInvalidations {

  private final Set<String> bases = ConcurrentHashMap.newKeySet();

  public void add(SessionId id) {
    bases.add(id.base());
  }

  /** Whether the session that a request names is one of them. */
  public boolean contains(@Nullable SessionId requested) {
    return requested != null && bases.contains(requested.base());
  }
}
