package io.holdfast.core.storage.link;

import io.holdfast.core.config.NodeAddress;
import io.holdfast.core.storage.NodeStore;
import java.time.InstantSource;
import java.util.concurrent.ScheduledExecutorService;

/**
 * Opens the stores of nodes of one engine, over connections that the web applications of a Tomcat
 * share.
 */
public interface NodeClient {

  /**
   * Starts to connect in the background and returns at once, whether or not the node is there.
   * Operations wait for the first attempt, within their deadline; from then on, while there is no
   * connection, they fail at once.
   *
   * @param ownTimer for the deadlines of this store; not closed by the store
   */
  NodeStore connect(
      NodeAddress node,
      ConnectionSettings settings,
      ScheduledExecutorService ownTimer,
      InstantSource clock,
      ConnectionListener listener);
}
