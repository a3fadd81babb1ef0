package io.holdfast.benchmarks.floor;

import io.holdfast.benchmarks.report.Turn;
import io.holdfast.testkit.process.Jdk;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** A {@link BareClient} in a process of its own, which ends with this one. */
final class BareProcess implements Floor.Measured {

  private final Process process;
  private final BufferedWriter orders;
  private final BufferedReader answers;

  /** Starts it; the ports are those of the two nodes. */
  BareProcess(Jdk jdk, Way way, int users, List<Integer> ports) throws IOException {
    List<String> command =
        new ArrayList<>(List.of(jdk.java().toString(), "-Xmx256m", "-XX:+UseSerialGC"));
    command.addAll(List.of("-Xlog:disable", "-Xlog:all=warning:stderr")); // keep the answers apart
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.addAll(List.of(BareClient.class.getName(), way.name(), Integer.toString(users)));
    ports.forEach(port -> command.add(port.toString()));
    process = new ProcessBuilder(command).redirectError(Redirect.INHERIT).start();
    orders = process.outputWriter();
    answers = process.inputReader();
  }

  @Override
  public boolean does(Step step) {
    return step != Step.COUNTER;
  }

  @Override
  public Turn perform(Step step, Duration time) throws IOException {
    orders.write("%s %d%n".formatted(step.name(), time.toMillis()));
    orders.flush();
    String answer = answers.readLine();
    if (answer == null) {
      throw new IOException("A bare client has ended");
    }
    String[] words = answer.split(" ", 3);
    return Turn.of(
        Long.parseLong(words[0]), Long.parseLong(words[1]) / 1e9, Long.parseLong(words[2]) / 1e9);
  }

  @Override
  public void close() {
    process.destroyForcibly().onExit().join();
  }
}
