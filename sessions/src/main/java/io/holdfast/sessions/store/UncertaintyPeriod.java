package io.holdfast.sessions.store;

import io.holdfast.core.routing.NodeHealthBoard;
import java.time.Duration;
import java.util.Set;

/**
 * For how long no client gets a new session in place of one that unreachable nodes may hold: the
 * new cookie would cost the client its session, although the nodes may answer a moment later.
 *
 * @param length since a node answered; zero if clients get new sessions at once
 */
public record UncertaintyPeriod(NodeHealthBoard health, Duration length) {

  /** Returns whether one of these silent nodes has answered lately enough to be waited for. */
  public boolean covers(Set<String> unreachable) {
    return !length.isZero()
        && unreachable.stream().anyMatch(node -> health.hasAnsweredWithin(node, length));
  }
}
