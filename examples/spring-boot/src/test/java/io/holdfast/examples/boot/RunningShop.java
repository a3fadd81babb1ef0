package io.holdfast.examples.boot;

import io.holdfast.testkit.Await;
import io.holdfast.testkit.FreePort;
import io.holdfast.testkit.http.Browser;
import io.holdfast.testkit.memcached.MemcachedNode;
import io.holdfast.testkit.process.ChildProcess;
import io.holdfast.testkit.process.Jdk;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * A process of the repackaged jar, with no flags that a user would not give but those that make a
 * short life shorter.
 *
 * @param port where it answers
 * @param log what it writes
 */
record RunningShop(int port, Path log, ChildProcess process) implements AutoCloseable {

  private static final Path TARGET = Path.of(System.getProperty("holdfast.target", "target"));
  private static final Duration START = Duration.ofMinutes(2);

  /** Starts one that is not up yet. */
  static RunningShop launch(
      String route, MemcachedNode node, boolean sticky, String... properties) {
    int port = FreePort.find();
    Path log = TARGET.resolve("shop-" + route + "-" + port + ".log");
    ProcessBuilder builder =
        new ProcessBuilder(
            Jdk.running().java().toString(),
            "-Djava.io.tmpdir=" + temporary(),
            "-XX:TieredStopAtLevel=1",
            "-XX:+UseSerialGC",
            "-jar",
            TARGET.resolve("shop.jar").toString(),
            "--server.port=" + port,
            "--holdfast.nodes=n1:127.0.0.1:" + node.port(),
            "--holdfast.route=" + route,
            "--holdfast.sticky=" + sticky);
    builder.command().addAll(List.of(properties));
    builder.redirectErrorStream(true).redirectOutput(log.toFile());
    return new RunningShop(port, log, ChildProcess.start("shop-" + route, builder));
  }

  /** Waits until it answers. */
  void awaitStart() {
    Await.until("shop answers or ends", START, () -> !process.isAlive() || answers());
    if (!process.isAlive()) {
      throw new IllegalStateException("the shop does not start: " + said());
    }
  }

  private boolean answers() {
    return new Browser().get(port, "/login").status() == 200;
  }

  /** What it has written so far. */
  String said() {
    try {
      return Files.readString(log);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A killed process leaves its files behind; here they go with the build. */
  private static Path temporary() {
    try {
      return Files.createDirectories(TARGET.resolve("temporary"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    process.kill();
  }
}
