package io.holdfast.benchmarks.tickets;

import io.holdfast.benchmarks.tickets.server.TicketForm;
import io.holdfast.benchmarks.tickets.server.TicketServerMain;
import io.holdfast.testkit.Await;
import io.holdfast.testkit.process.ChildProcess;
import io.holdfast.testkit.process.Jdk;
import io.holdfast.testkit.tomcat.UsualOpens;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The application in a virtual machine of its own. */
final class ServerProcess implements AutoCloseable {

  /** The largest heap. */
  static final String HEAP = "256m";

  private static final int LINE_OF_TOMCAT = 11;
  private static final Duration START_DEADLINE = Duration.ofSeconds(60);
  private static final Pattern LISTENING =
      Pattern.compile("^" + TicketServerMain.LISTENING + "(\\d+)$", Pattern.MULTILINE);

  private final ChildProcess process;
  private final int port;

  private ServerProcess(ChildProcess process, int port) {
    this.process = process;
    this.port = port;
  }

  /**
   * Starts it; returns when it serves.
   *
   * @param directory where it leaves its log
   * @throws IllegalStateException if it does not
   */
  static ServerProcess start(TicketForm form, int memcachedPort, Path directory)
      throws IOException {
    Path own = directory.resolve(form.name().toLowerCase(Locale.ROOT));
    Files.createDirectories(own);
    Path log = own.resolve("log.txt");
    Files.writeString(log, "");
    ChildProcess process =
        ChildProcess.start(
            "tickets-" + form,
            new ProcessBuilder(command(form, memcachedPort, own))
                .redirectErrorStream(true)
                .redirectOutput(log.toFile()));
    try {
      Await.until(process + " serves", START_DEADLINE, () -> !process.isAlive() || port(log) > 0);
    } catch (AssertionError late) {
      process.kill();
      throw new IllegalStateException("It is late; see " + log, late);
    }
    if (!process.isAlive()) {
      process.kill();
      throw new IllegalStateException("It does not start; see " + log);
    }
    return new ServerProcess(process, port(log));
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

  /** What the process said that it listens on; 0 as long as it has not. */
  private static int port(Path log) {
    try {
      Matcher said = LISTENING.matcher(Files.readString(log));
      return said.find() ? Integer.parseInt(said.group(1)) : 0;
    } catch (IOException e) {
      throw new IllegalStateException("Cannot read " + log, e);
    }
  }

  int port() {
    return port;
  }

  /** What the kernel counts for the process, in steps of ten milliseconds on Linux. */
  Duration cpu() {
    return ProcessHandle.of(process.pid())
        .flatMap(running -> running.info().totalCpuDuration())
        .orElseThrow(() -> new IllegalStateException("No processor time of " + process));
  }

  @Override
  public void close() {
    process.kill();
  }
}
