package io.holdfast.testkit.valkey;

import io.holdfast.testkit.Await;
import io.holdfast.testkit.FileTree;
import io.holdfast.testkit.FreePort;
import io.holdfast.testkit.process.ChildProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** A sentinel as a child process, on a port of 127.0.0.1. */
public final class SentinelProcess implements AutoCloseable {

  private static final Duration START_DEADLINE = Duration.ofSeconds(60);

  private final int port;
  private final Path file;
  private final ChildProcess child;

  private SentinelProcess(int port, Path file, ChildProcess child) {
    this.port = port;
    this.file = file;
    this.child = child;
  }

  /**
   * Starts sentinels that know each other and a primary with its replicas, and take the primary for
   * lost after some seconds.
   *
   * @param name of the primary
   * @param count how many; more than half of them decide
   * @param more lines of their configuration
   */
  public static List<SentinelProcess> start(
      String name, ValkeyProcess primary, int count, String... more) {
    List<SentinelProcess> started = new ArrayList<>();
    try {
      for (int i = 0; i < count; i++) {
        started.add(start(name, primary.port(), count / 2 + 1, more));
      }
      for (SentinelProcess each : started) {
        Await.until(
            "the sentinels know each other",
            START_DEADLINE,
            () -> each.describes(name, "num-other-sentinels", count - 1));
      }
      return started;
    } catch (RuntimeException | Error e) {
      started.forEach(SentinelProcess::close);
      throw e;
    }
  }

  private static SentinelProcess start(String name, int primaryPort, int quorum, String... more) {
    int port = FreePort.find();
    Path folder = ValkeyProcess.scratch();
    Path file = folder.resolve("holdfast-sentinel-" + port + ".conf");
    List<String> lines =
        new ArrayList<>(
            List.of(
                "port " + port,
                "bind 127.0.0.1",
                "dir " + folder,
                "sentinel monitor %s 127.0.0.1 %d %d".formatted(name, primaryPort, quorum),
                "sentinel down-after-milliseconds %s 3000".formatted(name),
                "sentinel failover-timeout %s 3000".formatted(name)));
    lines.addAll(List.of(more));
    try {
      Files.write(file, lines);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    ChildProcess child =
        ChildProcess.start(
            "sentinel",
            new ProcessBuilder(ValkeyProcess.program(), file.toString(), "--sentinel")
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD));
    SentinelProcess sentinel = new SentinelProcess(port, file, child);
    try {
      Await.until(
          "the sentinel answers",
          START_DEADLINE,
          () -> ValkeyProcess.isAnswering(port) && ValkeyProcess.mayBe(child, port, true));
      return sentinel;
    } catch (RuntimeException | Error e) {
      sentinel.close();
      throw e;
    }
  }

  private boolean describes(String name, String what, int number) {
    String all = ask("SENTINEL master " + name);
    String digits = Integer.toString(number);
    return all.contains("%s\r\n$%d\r\n%s\r\n".formatted(what, digits.length(), digits));
  }

  /** Waits until it knows so many replicas of the primary. */
  public void awaitReplicas(String name, int count) {
    Await.until(
        "the sentinel knows the replicas",
        START_DEADLINE,
        () -> describes(name, "num-slaves", count));
  }

  /** What it answers to a command without blanks in its words. */
  public String ask(String command) {
    return ValkeyProcess.askSentinel(port, command);
  }

  /** Its port. */
  public int port() {
    return port;
  }

  @Override
  public void close() {
    child.kill();
    FileTree.delete(file);
  }
}
