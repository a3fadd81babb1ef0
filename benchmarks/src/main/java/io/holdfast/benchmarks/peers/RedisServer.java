package io.holdfast.benchmarks.peers;

import io.holdfast.benchmarks.engine.Store;
import io.holdfast.benchmarks.report.Turn.Traffic;
import io.holdfast.testkit.Await;
import io.holdfast.testkit.FreePort;
import io.holdfast.testkit.LineConnection;
import io.holdfast.testkit.process.ChildProcess;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Redis on a free port, which keeps everything in memory; its counters, without what we asked. */
final class RedisServer implements Store {

  private static final Duration DEADLINE = Duration.ofSeconds(10);
  private static final String QUESTION = "INFO\r\n";

  private final int port = FreePort.find();
  private final ChildProcess process;
  private final LineConnection connection;
  private long asked;

  RedisServer() {
    List<String> command = new ArrayList<>(List.of("redis-server", "--bind", "127.0.0.1"));
    command.addAll(List.of("--port", Integer.toString(port), "--save", "", "--appendonly", "no"));
    process =
        ChildProcess.start(
            "redis-server",
            new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(Redirect.DISCARD));
    try {
      connection =
          Await.value(
              "Redis listens",
              DEADLINE,
              () -> LineConnection.open("127.0.0.1", port, DEADLINE),
              any -> true);
    } catch (AssertionError silent) {
      process.kill();
      throw new IllegalStateException("Redis does not listen", silent);
    }
  }

  int port() {
    return port;
  }

  @Override
  public synchronized Traffic traffic() {
    connection.send(QUESTION);
    asked++;
    String head = connection.line();
    byte[] info = connection.bytes(Integer.parseInt(head.substring(1))); // behind a dollar sign
    connection.expect("");
    String text = new String(info, StandardCharsets.UTF_8);
    // A question is counted as a command when it was answered, its bytes when they came.
    return new Traffic(
        value(text, "total_commands_processed") - (asked - 1),
        value(text, "total_net_input_bytes") - asked * QUESTION.length());
  }

  private static long value(String info, String name) {
    return info.lines()
        .filter(line -> line.startsWith(name + ":"))
        .mapToLong(line -> Long.parseLong(line.substring(name.length() + 1).strip()))
        .findFirst()
        .orElseThrow(() -> new IllegalStateException("Redis says nothing of " + name));
  }

  @Override
  public synchronized void close() {
    connection.close();
    process.kill();
  }
}
