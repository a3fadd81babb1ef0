package io.holdfast.testkit.memcached;

import io.holdfast.testkit.FreePort;
import java.io.IOException;
import java.time.Clock;
import java.util.concurrent.CountDownLatch;

/** Runs an {@link EmbeddedMemcached} as a process of its own. */
public final class EmbeddedMemcachedMain {

  private EmbeddedMemcachedMain() {}

  /**
   * Starts the server, prints {@code listening on PORT}, and serves until the process is ended or
   * its standard input is closed: so it goes down with the process that started it with a pipe.
   *
   * @param arguments the port, 0 for any free one; {@code --keep-running} after it makes the server
   *     ignore its standard input
   */
  public static void main(String[] arguments) throws IOException, InterruptedException {
    int wanted = arguments.length == 0 ? 0 : Integer.parseInt(arguments[0]);
    boolean keepRunning = arguments.length > 1 && arguments[1].equals("--keep-running");
    int port = wanted == 0 ? FreePort.find() : wanted;
    try (EmbeddedMemcached node =
        EmbeddedMemcached.start(port, MemcachedLimits.DEFAULT, Clock.systemUTC())) {
      System.out.println("listening on " + node.port());
      if (keepRunning) {
        new CountDownLatch(1).await();
      }
      while (System.in.read() >= 0) {
        // Only the end of the input matters.
      }
    }
  }
}
