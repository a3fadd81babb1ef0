package io.holdfast.demo;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;

/**
 * Tells whether the page's port is free. The script {@code ./demo} runs this file as a program
 * before it builds anything, so it must not name another class of the project.
 */
final class PortCheck {

  private static final byte[] LOOPBACK = {127, 0, 0, 1};

  private PortCheck() {}

  /**
   * Exits with 1 and a message for the user if another program listens on the port.
   *
   * @param arguments the port; 0 is always free
   */
  public static void main(String[] arguments) {
    int port = Integer.parseInt(arguments[0]);
    try (ServerSocket socket = new ServerSocket()) {
      socket.setReuseAddress(true);
      socket.bind(new InetSocketAddress(InetAddress.getByAddress(LOOPBACK), port));
    } catch (IOException e) {
      System.err.println(
          "./demo: port %d cannot be used (%s); choose another, or --port 0 for any free one"
              .formatted(port, e.getMessage()));
      System.exit(1);
    }
  }
}
