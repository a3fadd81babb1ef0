package io.holdfast.examples.embedded;

import io.holdfast.testkit.Await;
import io.holdfast.testkit.FreePort;
import io.holdfast.testkit.http.Browser;
import io.holdfast.testkit.process.ChildProcess;
import io.holdfast.testkit.process.Jdk;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/**
 * A process of the example, started as {@code examples/run} does, with flags that make a short life
 * shorter.
 *
 * @param port where it answers
 */
record RunningShop(int port, ChildProcess process) implements AutoCloseable {

  private static final Path TARGET = Path.of(System.getProperty("holdfast.target", "target"));
  private static final Duration START = Duration.ofSeconds(60);

  /** Starts one that need not come up. */
  static RunningShop launch(String route, String nodes) {
    int port = FreePort.find();
    ProcessBuilder builder =
        new ProcessBuilder(
            Jdk.running().java().toString(),
            "-Djava.io.tmpdir=" + temporary(),
            "-XX:TieredStopAtLevel=1",
            "-XX:+UseSerialGC",
            "-cp",
            TARGET.resolve("classes") + ":" + TARGET.resolve("libraries") + "/*",
            ShopMain.class.getName(),
            String.valueOf(port),
            route,
            nodes);
    builder.redirectErrorStream(true);
    return new RunningShop(port, ChildProcess.start("shop-" + route, builder));
  }

  /** Starts one and waits until it answers. */
  static RunningShop start(String route, String nodes) {
    RunningShop shop = launch(route, nodes);
    Await.until("shop answers", START, () -> new Browser().get(shop.port, "/").status() == 200);
    return shop;
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
