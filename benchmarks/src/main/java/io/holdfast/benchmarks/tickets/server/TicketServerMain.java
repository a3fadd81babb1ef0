package io.holdfast.benchmarks.tickets.server;

import io.holdfast.benchmarks.ListeningProcess;
import java.io.IOException;
import java.nio.file.Path;
import org.apache.catalina.LifecycleException;

/** Runs the application until the process is killed. */
public final class TicketServerMain {

  private TicketServerMain() {}

  /**
   * Starts it.
   *
   * @param args the name of a {@link TicketForm}, the port of memcached, a directory
   */
  @SuppressWarnings("resource") // it ends with the process
  public static void main(String[] args) throws IOException, LifecycleException {
    TicketServer server =
        new TicketServer(Path.of(args[2]), Integer.parseInt(args[1]), TicketForm.valueOf(args[0]));
    System.out.println(ListeningProcess.LISTENING + server.port());
  }
}
