package io.holdfast.core.storage.link;

import java.io.IOException;
import java.net.InetSocketAddress;
import org.jspecify.annotations.Nullable;

/** Opens links to a node; called on the thread that connects, which it may block. */
@FunctionalInterface
public interface Opener<L extends Link> {

  /** Opens a link that is ready for operations; null if the node did not answer in time. */
  @Nullable L open(InetSocketAddress address, Deadlines questions)
      throws IOException, InterruptedException;
}
