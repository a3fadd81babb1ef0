package io.holdfast.core.model;

import io.holdfast.core.routing.NodeHealthBoard;
import java.time.Duration;
import java.util.Set;

/**
 * For how long nobody gets a new session in place of one that silent nodes may hold: the client
 * would lose that with its cookie, although the nodes may answer a moment later.
 *
 * @param health which nodes answer, or did so lately
 * @param length since a node answered; zero if clients get new sessions at once
 */
public record UncertaintyPeriod(NodeHealthBoard health, Duration length) {

  /**
   * Whether one of these nodes has answered lately enough to be waited for.
   *
   * @param unheard nodes that may hold a session and did not say so
   */
  public boolean covers(Set<String> unheard) {
    return !length.isZero()
        && unheard.stream().anyMatch(node -> health.hasAnsweredWithin(node, length));
  }
}
