package io.holdfast.demo;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The demo in a process of its own, started as the script {@code ./demo} does after its build. */
public final class DemoRun implements AutoCloseable {

  private static final Duration STOP_DEADLINE = Duration.ofSeconds(60);
  private static final Pattern ADDRESS = Pattern.compile(".*(http://127\\.0\\.0\\.1:\\d+/).*");

  private final Process process;
  private final BufferedReader output;
  private final String address;

  private DemoRun(Process process, BufferedReader output, String address) {
    this.process = process;
    this.output = output;
    this.address = address;
  }

  /**
   * Starts the demo on a free port and waits until it says where it is.
   *
   * @param more options
   */
  public static DemoRun start(String serializer, String... more) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(ProcessHandle.current().info().command().orElse("java"));
    command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
    for (String folder : List.of("distribution", "tomcat", "runs")) {
      String name = "holdfast.demo." + folder;
      command.add("-D" + name + "=" + System.getProperty(name));
    }
    String target = Path.of(System.getProperty("basedir", "."), "target").toString();
    command.addAll(List.of("-cp", target + "/classes" + File.pathSeparator + target + "/lib/*"));
    command.addAll(List.of(DemoMain.class.getName(), "--port", "0", "--serializer", serializer));
    command.addAll(List.of(more));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    BufferedReader output = process.inputReader(StandardCharsets.UTF_8);
    StringBuilder seen = new StringBuilder();
    for (String line = output.readLine(); line != null; line = output.readLine()) {
      Matcher address = ADDRESS.matcher(line);
      if (address.matches()) {
        return new DemoRun(process, output, address.group(1));
      }
      seen.append(line).append('\n');
    }
    throw new IllegalStateException("the demo ended:\n" + seen);
  }

  /** The page's address, with a slash at its end. */
  public String address() {
    return address;
  }

  /** The processes that the demo started and that live. */
  List<ProcessHandle> children() {
    return process.descendants().toList();
  }

  /**
   * Ends the demo as Ctrl-C does (SIGTERM and SIGINT run the same hook).
   *
   * @return what it wrote since it told its address
   */
  String stop() throws IOException, InterruptedException {
    // Process.destroy would close the output too.
    process.toHandle().destroy();
    String said = String.join("\n", output.lines().toList());
    if (!process.waitFor(STOP_DEADLINE.toSeconds(), TimeUnit.SECONDS)) {
      throw new IllegalStateException("the demo did not end within " + STOP_DEADLINE);
    }
    return said;
  }

  @Override
  public void close() {
    if (process.isAlive()) {
      List<ProcessHandle> children = children();
      process.destroy();
      process.onExit().completeOnTimeout(process, 20, TimeUnit.SECONDS).join();
      children.forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
    }
  }
}
