package io.holdfast.core.flow;

import io.holdfast.core.config.NodeAddress;
import java.time.Instant;

/**
 * How one node is at the moment.
 *
 * @param address of the node
 * @param state what it is used for
 * @param since when that began
 */
public record NodeStatus(NodeAddress address, State state, Instant since) {

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

  /** {@code id=… address=host:port state=… since=…}, for people and for programs. */
  @Override
  public String toString() {
    return "id=%s address=%s state=%s since=%s"
        .formatted(address.id(), address.hostAndPort(), state, since);
  }
}
