package io.holdfast.testkit.fault;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The programs of Debian's iproute2 package. */
enum NetworkProgram {
  /** Configures networks. */
  IP,
  /** Lists sockets. */
  SS;

  /**
   * Runs it.
   *
   * @return what it printed
   * @throws IllegalStateException if it is missing or fails
   */
  String run(List<String> arguments) {
    Outcome outcome = outcome(arguments);
    if (!outcome.isGood) {
      throw new IllegalStateException(
          program() + " " + String.join(" ", arguments) + ": " + outcome.text);
    }
    return outcome.text;
  }

  /** Runs it and ignores a failure. */
  void tryToRun(List<String> arguments) {
    var unused = outcome(arguments);
  }

  private Outcome outcome(List<String> arguments) {
    List<String> command = new ArrayList<>(List.of(program()));
    command.addAll(arguments);
    try {
      Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
      byte[] output = process.getInputStream().readAllBytes();
      int exit = process.waitFor();
      String text = new String(output, StandardCharsets.UTF_8).strip();
      return new Outcome(exit == 0, exit == 0 ? text : "exit " + exit + ", " + text);
    } catch (IOException e) {
      return new Outcome(false, String.valueOf(e.getMessage()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return new Outcome(false, "interrupted");
    }
  }

  private String program() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** What it printed, or why it failed. */
  private record Outcome(boolean isGood, String text) {}
}
