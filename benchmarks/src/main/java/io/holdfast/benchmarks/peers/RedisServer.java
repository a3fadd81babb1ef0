package io.holdfast.benchmarks.peers;

import io.holdfast.benchmarks.engine.LineConnection;
import io.holdfast.benchmarks.engine.Store;
import io.holdfast.benchmarks.report.Turn.Traffic;
import io.holdfast.testkit.Await;
import io.holdfast.testkit.FreePort;
import io.holdfast.testkit.process.ChildProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Redis on a free port, which keeps everything in memory; its counters, without what we asked. */
final class RedisServer implements Store, AutoCloseable {

  private static final Duration DEADLINE = Duration.ofSeconds(10);
  private static final String QUESTION = "INFO\r\n";
  private static final Pattern HEAD = Pattern.compile("\\$(\\d+)");

  private final int port = FreePort.find();
  private final ChildProcess process;
  private @Nullable LineConnection connection;
  private long asked;

  RedisServer() throws IOException {
    process = ChildProcess.start("redis-server", command());
    try {
      Await.until("Redis answers", DEADLINE, () -> ask("redis_version").length() > 0);
    } catch (AssertionError silent) {
      process.kill();
      throw new IOException("Redis does not answer", silent);
    }
  }

  private ProcessBuilder command() {
    return new ProcessBuilder(
            "redis-server",
            "--bind",
            "127.0.0.1",
            "--port",
            Integer.toString(port),
            "--save",
            "",
            "--appendonly",
            "no")
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.DISCARD);
  }

  int port() {
    return port;
  }

  @Override
  public synchronized Traffic traffic() {
    String info = info();
    // A question is counted as a command when it was answered, its bytes when they came.
    return new Traffic(
        Long.parseLong(value(info, "total_commands_processed")) - (asked - 1),
        Long.parseLong(value(info, "total_net_input_bytes")) - asked * QUESTION.length());
  }

  private synchronized String ask(String name) {
    return value(info(), name);
  }

  private static String value(String info, String name) {
    return info.lines()
        .filter(line -> line.startsWith(name + ":"))
        .map(line -> line.substring(name.length() + 1).strip())
        .findFirst()
        .orElseThrow(() -> new IllegalStateException("Redis says nothing of " + name));
  }

  private String info() {
    try {
      if (connection == null) {
        connection = new LineConnection(port, (int) DEADLINE.toMillis());
      }
      connection.send(QUESTION);
      asked++;
      String head = connection.line();
      Matcher length = HEAD.matcher(head);
      if (!length.matches()) {
        throw new IOException("Redis answered " + head);
      }
      byte[] info = connection.bytes(Integer.parseInt(length.group(1)));
      connection.line();
      return new String(info, StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot ask Redis", e);
    }
  }

  @Override
  public void close() throws IOException {
    if (connection != null) {
      connection.close();
    }
    process.kill();
  }
}
