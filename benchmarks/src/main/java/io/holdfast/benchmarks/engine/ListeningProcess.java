package io.holdfast.benchmarks.engine;

import io.holdfast.testkit.Await;
import io.holdfast.testkit.process.ChildProcess;
import io.holdfast.testkit.process.Jdk;
import io.holdfast.testkit.tomcat.UsualOpens;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * A server in Java in a process of its own, which says on its standard output where it listens.
 *
 * @param log all that it prints
 * @param port on 127.0.0.1
 */
public record ListeningProcess(ChildProcess process, Path log, int port) implements AutoCloseable {

  /** Stands before the port in a line of its own. */
  public static final String LISTENING = "listening on ";

  private static final Duration START_DEADLINE = Duration.ofSeconds(90);

  /**
   * Starts a program with a heap of at most 256 MB, as Tomcat would be started; returns when it
   * listens.
   *
   * @param directory for its log
   * @param line of Tomcat whose packages are opened
   * @param more options of the virtual machine, the class and its arguments
   * @throws IllegalStateException if it does not listen
   */
  public static ListeningProcess start(
      Path directory, int line, String classPath, List<String> more) throws IOException {
    Path log = Files.createDirectories(directory).resolve("log.txt");
    List<String> command = new ArrayList<>(List.of(Jdk.running().java().toString()));
    command.addAll(UsualOpens.options(line));
    command.addAll(List.of("-Xmx" + Bench.HEAP, "-XX:+UseSerialGC", "-cp", classPath));
    command.addAll(more);
    ChildProcess process =
        ChildProcess.start(
            String.valueOf(directory.getFileName()),
            new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile()));
    try {
      Await.until(
          process + " listens",
          START_DEADLINE,
          () -> !process.isAlive() || !said(log, LISTENING).isEmpty());
      return new ListeningProcess(process, log, Integer.parseInt(said(log, LISTENING)));
    } catch (AssertionError | NumberFormatException silent) {
      process.kill();
      throw new IllegalStateException(process + " does not listen; see " + log, silent);
    }
  }

  /** What a program has printed in one line behind these words; empty if nothing. */
  public static String said(Path log, String begin) {
    try {
      String text = Files.readString(log);
      return text.substring(0, text.lastIndexOf('\n') + 1)
          .lines()
          .filter(line -> line.startsWith(begin))
          .map(line -> line.substring(begin.length()))
          .findFirst()
          .orElse("");
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot read " + log, e);
    }
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
