package io.holdfast.core.discovery;

import io.holdfast.core.config.NodeAddress;
import java.io.IOException;
import java.util.List;

/** Asks for the nodes that there are now. */
@FunctionalInterface
public interface NodeLookup {

  /**
   * Asks once. Waits for the answer, for some seconds at most.
   *
   * @return in the order of the ids; at least one, each id and each address once
   * @throws IOException if there is no answer of use; its message tells an operator why
   */
  List<NodeAddress> find() throws IOException;
}
