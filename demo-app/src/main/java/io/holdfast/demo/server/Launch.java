package io.holdfast.demo.server;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.BooleanSupplier;

/**
 * How a server is started, and how one sees that it is.
 *
 * @param kind what the server is
 * @param port where it listens on 127.0.0.1
 * @param log where its output goes
 * @param builder its command and environment
 * @param readiness asks it whether it serves
 * @param deadline how long it may take to start
 */
record Launch(
    ServerKind kind,
    int port,
    Path log,
    ProcessBuilder builder,
    Readiness readiness,
    Duration deadline) {

  private static final Duration NODE_DEADLINE = Duration.ofMinutes(1);

  /** Returns how a node is started that serves as soon as it answers. */
  static Launch ofNode(
      ServerKind kind, int port, Path log, List<String> command, BooleanSupplier answers) {
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
    return new Launch(
        kind,
        port,
        log,
        builder,
        () -> answers.getAsBoolean() ? Answer.READY : Answer.NOT_YET,
        NODE_DEADLINE);
  }

  /** What a started process says about itself. */
  enum Answer {
    /** It serves. */
    READY,
    /** Nothing yet. */
    NOT_YET,
    /** It runs and will never serve. */
    BROKEN
  }

  /** Asks once, without waiting long. */
  interface Readiness {

    /** What the server answers now. */
    Answer ask();
  }
}
