package io.holdfast.sessions.runtime;

import io.holdfast.core.session.SessionId;
import io.holdfast.sessions.model.SessionAge;
import io.holdfast.sessions.model.SessionView;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** When each session of this Tomcat will expire; read when the first is asked for. */
final class LocalExpiries implements Function<SessionId, @Nullable Long> {

  private final Supplier<? extends Collection<? extends SessionView>> sessions;
  private @Nullable Map<String, Long> ends;

  LocalExpiries(Supplier<? extends Collection<? extends SessionView>> sessions) {
    this.sessions = sessions;
  }

  @Override
  public @Nullable Long apply(SessionId id) {
    Map<String, Long> known = ends;
    if (known == null) {
      known = new HashMap<>();
      for (SessionView session : sessions.get()) {
        known.put(session.sessionId().base(), SessionAge.overAt(session.times()));
      }
      ends = known;
    }
    return known.get(id.base());
  }
}
