package io.holdfast.sessions.engine;

import io.holdfast.core.session.SessionId;
import io.holdfast.core.session.SessionTimes;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What a request that asks for its session gets. */
public sealed interface LoadedSession {

  /**
   * The instance that is here: it shows the record, or no newer record is known.
   *
   * @param times when any Tomcat used the session, as far as the store knows; null if it does not
   */
  record Local(@Nullable SessionTimes times) implements LoadedSession {}

  /**
   * A new instance: the record differs from the instance that is here.
   *
   * @param storedPrincipal what {@link SessionInstance#storablePrincipal()} gave; null if there is
   *     none
   * @param storedNotes what {@link SessionInstance#storableNotes()} gave; null if there is none
   * @param state knows the record; the instance must keep it
   */
  record Fresh(
      SessionId id,
      SessionTimes times,
      @Nullable String authType,
      @Nullable Object storedPrincipal,
      @Nullable Object storedNotes,
      InstanceAttributes attributes,
      InstanceState state)
      implements LoadedSession {}

  /**
   * There is no such session.
   *
   * @param unreachable nodes that may have it and did not answer; empty if it is certain that there
   *     is none
   */
  record Nothing(Set<String> unreachable) implements LoadedSession {

    /** It is certain that there is none. */
    static final Nothing AT_ALL = new Nothing(Set.of());

    /** Copies the set. */
    public Nothing {
      unreachable = Set.copyOf(unreachable);
    }

    /** Returns whether all nodes that may have it answered that there is none. */
    public boolean isCertain() {
      return unreachable.isEmpty();
    }
  }
}
