package io.holdfast.core.storage.link;

import java.io.IOException;
import java.net.InetSocketAddress;
import org.jspecify.annotations.Nullable;

/** Opens links to a node; called on the thread that connects, which it may block. */
@FunctionalInterface
public interface Opener<L extends Link> {

  /**
   * Opens a link.
   *
   * @param address of the node
   * @param questions the deadlines of what is asked before the link is in use
   * @return the link, ready for operations; null if the node did not answer in time
   * @throws IOException if there is none; its message tells an operator why
   * @throws InterruptedException if the thread is to end
   */
  @Nullable L open(InetSocketAddress address, Deadlines questions)
      throws IOException, InterruptedException;
}
