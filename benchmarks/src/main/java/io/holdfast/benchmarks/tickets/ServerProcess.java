package io.holdfast.benchmarks.tickets;

import io.holdfast.benchmarks.ListeningProcess;
import io.holdfast.benchmarks.tickets.server.TicketForm;
import io.holdfast.benchmarks.tickets.server.TicketServerMain;
import io.holdfast.testkit.process.Jdk;
import io.holdfast.testkit.tomcat.UsualOpens;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Starts the application in a virtual machine of its own. */
final class ServerProcess {

  /** The largest heap. */
  static final String HEAP = "256m";

  private static final int LINE_OF_TOMCAT = 11;

  private ServerProcess() {}

  /**
   * Starts it; returns when it serves.
   *
   * @param directory where it leaves its log
   * @throws IllegalStateException if it does not
   */
  static ListeningProcess start(TicketForm form, int memcachedPort, Path directory)
      throws IOException {
    Path own = directory.resolve(form.name().toLowerCase(Locale.ROOT));
    Files.createDirectories(own);
    return ListeningProcess.start(
        "tickets-" + form, command(form, memcachedPort, own), own.resolve("log.txt"));
  }

  private static List<String> command(TicketForm form, int memcachedPort, Path directory) {
    List<String> command = new ArrayList<>(List.of(Jdk.running().java().toString()));
    command.addAll(UsualOpens.options(LINE_OF_TOMCAT));
    command.addAll(List.of("-Xmx" + HEAP, "-XX:+UseSerialGC"));
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.addAll(
        List.of(
            TicketServerMain.class.getName(),
            form.name(),
            Integer.toString(memcachedPort),
            directory.toString()));
    return command;
  }
}
