package io.holdfast.sessions.node;

import io.holdfast.core.config.NodeAddress;
import io.holdfast.core.storage.NodeMemory;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * How one node is at the moment.
 *
 * @param address of the node
 * @param state what it is used for
 * @param since when that began
 * @param memory the last figures of its memory; null if there are none yet
 */
public record NodeStatus(
    NodeAddress address, State state, Instant since, @Nullable NodeMemory memory) {

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

  /** The same with the last figures of the node's memory. */
  public NodeStatus with(@Nullable NodeMemory said) {
    return new NodeStatus(address, state, since, said);
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
    return memory == null
        ? status
        : "%s evictions=%d memory=%d%%".formatted(status, memory.evictions(), memory.usedPercent());
  }
}
