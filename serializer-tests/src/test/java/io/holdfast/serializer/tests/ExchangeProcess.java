package io.holdfast.serializer.tests;

import io.holdfast.testkit.process.ChildProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * A virtual machine that runs {@link ExchangeMain}.
 *
 * @param log everything that it prints
 */
record ExchangeProcess(ChildProcess child, Path log) implements AutoCloseable {

  private static final Duration DEADLINE = Duration.ofMinutes(3);

  static ExchangeProcess start(SetUp setUp, Path log, String verb, List<Path> files) {
    List<String> command = new ArrayList<>(setUp.command(ExchangeMain.class.getName()));
    command.add(verb);
    files.forEach(file -> command.add(file.toString()));
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile());
    return new ExchangeProcess(ChildProcess.start(setUp.fileName(), builder), log);
  }

  /**
   * Waits for its end.
   *
   * @throws IllegalStateException if it fails, with its log
   */
  void join() {
    if (child.join(DEADLINE) != 0) {
      throw new IllegalStateException(child + " failed:\n" + logged());
    }
  }

  private String logged() {
    try {
      return Files.readString(log, StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot read " + log, e);
    }
  }

  /** Kills it, if it is still there. */
  @Override
  public void close() {
    child.kill();
  }
}
