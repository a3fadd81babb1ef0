package io.holdfast.testkit.fault;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** The program {@code ip}, which configures networks. */
final class IpProgram {

  private IpProgram() {}

  /**
   * Runs it.
   *
   * @throws IllegalStateException if there is none, or it says no
   */
  static void run(List<String> arguments) {
    String complaint = tryToRun(arguments);
    if (!complaint.isEmpty()) {
      throw new IllegalStateException("ip " + String.join(" ", arguments) + ": " + complaint);
    }
  }

  /** Runs it; returns why that failed, and nothing if it did not. */
  static String tryToRun(List<String> arguments) {
    List<String> command = new ArrayList<>(List.of("ip"));
    command.addAll(arguments);
    try {
      Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
      byte[] output = process.getInputStream().readAllBytes();
      int exit = process.waitFor();
      return exit == 0
          ? ""
          : "exit " + exit + ", " + new String(output, StandardCharsets.UTF_8).strip();
    } catch (IOException e) {
      return String.valueOf(e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return "interrupted";
    }
  }
}
