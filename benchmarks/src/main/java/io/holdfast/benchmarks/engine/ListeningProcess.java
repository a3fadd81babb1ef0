package io.holdfast.benchmarks.engine;

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
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A server in a process of its own, which says on its standard output where it listens. */
public final class ListeningProcess implements AutoCloseable {

  /** Stands before the port in a line of its own. */
  public static final String LISTENING = "listening on ";

  private static final Duration START_DEADLINE = Duration.ofSeconds(90);
  private static final Pattern SAID =
      Pattern.compile("^" + LISTENING + "(\\d+)$", Pattern.MULTILINE);

  private final ChildProcess process;
  private final Path log;
  private final int port;

  private ListeningProcess(ChildProcess process, Path log) {
    this.process = process;
    this.log = log;
    this.port = port(log);
  }

  /**
   * Starts it; returns when it listens.
   *
   * @param log for all that it prints
   * @throws IllegalStateException if it does not
   */
  public static ListeningProcess start(String name, List<String> command, Path log)
      throws IOException {
    Files.writeString(log, "");
    ChildProcess process =
        ChildProcess.start(
            name,
            new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile()));
    try {
      Await.until(process + " listens", START_DEADLINE, () -> !process.isAlive() || port(log) > 0);
    } catch (AssertionError late) {
      process.kill();
      throw new IllegalStateException(name + " is late; see " + log, late);
    }
    if (!process.isAlive()) {
      process.kill();
      throw new IllegalStateException(name + " does not start; see " + log);
    }
    return new ListeningProcess(process, log);
  }

  /**
   * Starts a program in Java with a heap of at most 256 MB, as Tomcat would be started.
   *
   * @param directory for its log
   * @param line of Tomcat whose packages are opened
   * @param more options of the virtual machine, the class and its arguments
   */
  public static ListeningProcess java(Path directory, int line, String classPath, List<String> more)
      throws IOException {
    Files.createDirectories(directory);
    List<String> command = new ArrayList<>(List.of(Jdk.running().java().toString()));
    command.addAll(UsualOpens.options(line));
    command.addAll(List.of("-Xmx" + Bench.HEAP, "-XX:+UseSerialGC", "-cp", classPath));
    command.addAll(more);
    return start(String.valueOf(directory.getFileName()), command, directory.resolve("log.txt"));
  }

  /** What the process said that it listens on; 0 as long as it has not. */
  private static int port(Path log) {
    Matcher said = SAID.matcher(read(log));
    return said.find() ? Integer.parseInt(said.group(1)) : 0;
  }

  private static String read(Path log) {
    try {
      return Files.readString(log);
    } catch (IOException e) {
      throw new IllegalStateException("Cannot read " + log, e);
    }
  }

  /** Where it listens on 127.0.0.1. */
  public int port() {
    return port;
  }

  /** All that it has printed. */
  public String log() {
    return read(log);
  }

  /** The operating system's number of the process. */
  public long pid() {
    return process.pid();
  }

  @Override
  public void close() {
    process.kill();
  }
}
