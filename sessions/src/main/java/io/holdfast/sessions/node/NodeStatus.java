package io.holdfast.sessions.node;

import io.holdfast.core.config.NodeAddress;
import io.holdfast.core.storage.NodeFigures;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** How one node is at the moment, with the last figures that it has told, if there are any. */
public record NodeStatus(
    NodeAddress address, State state, Instant since, @Nullable NodeFigures figures) {

  /** What a node is used for. */
  public enum State {
    /** It is read from and written to. */
    AVAILABLE,
    /** It is read from, and written to only while no other node answers. */
    STANDBY,
    /** It does not answer; it is asked again in the background. */
    LOST,
    /** It was taken out of the list and is read from until its sessions are elsewhere. */
    LEAVING
  }

  /**
   * {@code id=… address=host:port state=… since=…}, and {@code evictions=… memory=…%} if they are
   * known, for people and for programs.
   */
  @Override
  public String toString() {
    String status =
        "id=%s address=%s state=%s since=%s"
            .formatted(address.id(), address.hostAndPort(), state, since);
    return figures == null
        ? status
        : "%s evictions=%d memory=%d%%"
            .formatted(status, figures.evictions(), figures.usedPercent());
  }
}
