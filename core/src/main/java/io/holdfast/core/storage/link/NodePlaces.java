package io.holdfast.core.storage.link;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Finds where a node is; called on the thread that connects, which it may block. */
public interface NodePlaces {

  /**
   * Finds the addresses for an attempt to connect; the first that can be used is taken.
   *
   * @throws IOException if there is none; its message tells an operator why
   */
  List<InetSocketAddress> find(Deadlines questions) throws IOException, InterruptedException;

  /**
   * Asks whether the node is elsewhere now; called each second while a link is open.
   *
   * @return why the link should end, for an operator; null if it should not, or that is unknown
   */
  default @Nullable String reasonToLeave(InetSocketAddress place, Deadlines questions)
      throws InterruptedException {
    return null;
  }

  /** The addresses of a host, as its name has them at each attempt. */
  static NodePlaces of(String host, int port, HostResolver resolver) {
    return questions -> resolver.placesOf(host, port);
  }
}
