package io.holdfast.sessions.engine;

import io.holdfast.core.session.SessionId;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * When the last session of an id was created that is known to have ended: a new session with that
 * id has to be created later. The clock alone does not see to that within a millisecond, or where
 * the former session was created by a Tomcat whose clock is ahead.
 *
 * <p>The request that creates a session has asked for the former one before, so the latest ids are
 * enough. Thread-safe.
 */
final class EndedIds {

  private static final int MAX = 1_000;

  /** Milliseconds since the epoch, by the base of the id; the id that was noted last is last. */
  private final Map<String, Long> creations = new LinkedHashMap<>();

  /** Notes that a session has ended. */
  synchronized void ended(SessionId id, long creationTime) {
    Long before = creations.remove(id.base());
    creations.put(id.base(), before == null ? creationTime : Math.max(before, creationTime));
    if (creations.size() > MAX) {
      creations.remove(creations.keySet().iterator().next());
    }
  }

  /** Returns whether a session with this id that was created then is known to have ended. */
  boolean knows(SessionId id, long creationTime) {
    return creationTime < earliestCreation(id);
  }

  /**
   * Returns the earliest time at which a new session with this id may count as created, in
   * milliseconds since the epoch; the smallest number if no former session is known.
   */
  synchronized long earliestCreation(SessionId id) {
    Long former = creations.get(id.base());
    return former == null ? Long.MIN_VALUE : former + 1;
  }
}
