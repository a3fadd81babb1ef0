package io.holdfast.sessions.fallback;

import io.holdfast.core.session.SessionId;
import io.holdfast.core.session.SessionSnapshot;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Sessions that a test has put where files would be, and what was said of them. */
public final class KeptInMemory implements DiskFallback {

  final Map<String, SessionSnapshot> kept = new HashMap<>();
  public final List<String> stored = new ArrayList<>();
  public final List<String> ended = new ArrayList<>();
  public final List<String> unreadable = new ArrayList<>();
  private final Set<String> found = new HashSet<>();

  public void put(SessionSnapshot snapshot) {
    kept.put(snapshot.id().base(), snapshot);
  }

  /** The store has a session again that no request asked for; if one did, its file stays. */
  public void putBack(SessionId id) {
    if (!found.contains(id.base())) {
      kept.remove(id.base());
    }
  }

  @Override
  public @Nullable SessionSnapshot find(SessionId id) {
    found.add(id.base());
    return kept.get(id.base());
  }

  @Override
  public void stored(SessionId id) {
    if (kept.remove(id.base()) != null) {
      stored.add(id.base());
    }
  }

  @Override
  public void ended(SessionId id) {
    kept.remove(id.base());
    ended.add(id.base());
  }

  @Override
  public void unreadable(SessionId id) {
    kept.remove(id.base());
    unreadable.add(id.base());
  }
}
