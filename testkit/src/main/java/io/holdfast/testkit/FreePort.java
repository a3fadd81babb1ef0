package io.holdfast.testkit;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Finds a TCP port on which no process listens.
 *
 * <p>The ports lie below those that operating systems give to outgoing connections. A client that
 * keeps reconnecting to a dead server on such a port can be given the server's port as its own,
 * connect to itself, and keep the server from starting again.
 */
public final class FreePort {

  private static final int LOWEST = 20_000;
  private static final int HIGHEST = 32_000;
  private static final int ATTEMPTS = 100;

  private FreePort() {}

  /**
   * A port of 127.0.0.1 that was free a moment ago; another process may take it before the caller
   * does.
   *
   * @throws IllegalStateException if none was found
   */
  public static int find() {
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      int port = ThreadLocalRandom.current().nextInt(LOWEST, HIGHEST);
      if (isFree(port)) {
        return port;
      }
    }
    throw new IllegalStateException("No free port in " + LOWEST + " to " + HIGHEST);
  }

  private static boolean isFree(int port) {
    try (ServerSocket socket = new ServerSocket()) {
      socket.setReuseAddress(true);
      socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
      return true;
    } catch (IOException taken) {
      return false;
    }
  }
}
