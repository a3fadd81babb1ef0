package io.holdfast.testkit.memcached;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.testkit.LineConnection;
import io.holdfast.testkit.Threads;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class EmbeddedMemcachedTest extends MemcachedContract {

  @Override
  MemcachedNode startNode() {
    return EmbeddedMemcached.start(MemcachedLimits.DEFAULT);
  }

  @AfterEach
  void assertNoThreadIsLeft() {
    node().close();
    Threads.assertNoneAlive(EmbeddedServer.THREAD_PREFIX, Duration.ofSeconds(30));
  }

  @Test
  void getWhenClockMovesThenItemExpiresExactlyInTime() {
    AtomicReference<Instant> now = new AtomicReference<>(Instant.ofEpochSecond(1_000_000_000));
    try (MemcachedNode virtual = EmbeddedMemcached.start(MemcachedLimits.DEFAULT, now::get)) {
      virtual.probe().set("relative", 0, 60, bytes("x"));
      virtual.probe().set("absolute", 0, 1_000_000_060, bytes("x"));

      now.set(Instant.ofEpochSecond(1_000_000_059));
      assertNotNull(virtual.probe().get("relative"));
      assertNotNull(virtual.probe().get("absolute"));

      now.set(Instant.ofEpochSecond(1_000_000_060));
      assertNull(virtual.probe().get("relative"));
      assertNull(virtual.probe().get("absolute"));
    }
  }

  @Test
  void flushAllWhenDelayedThenForgetsOnlyWhatIsOlder() {
    AtomicReference<Instant> now = new AtomicReference<>(Instant.ofEpochSecond(1_000_000_000));
    try (EmbeddedMemcached virtual = EmbeddedMemcached.start(MemcachedLimits.DEFAULT, now::get);
        LineConnection connection =
            LineConnection.open(virtual.host(), virtual.port(), Duration.ofSeconds(20))) {
      virtual.probe().set("old", bytes("x"));
      connection.send("flush_all 10\r\n");
      connection.expect("OK");

      now.set(Instant.ofEpochSecond(1_000_000_010));
      virtual.probe().set("new", bytes("y"));

      assertNull(virtual.probe().get("old"));
      assertArrayEquals(bytes("y"), virtual.probe().get("new"));
    }
  }

  @Test
  void setWhenMemoryIsFullThenEvictsWhatWasUsedLeastRecently() {
    try (MemcachedNode small = EmbeddedMemcached.start(new MemcachedLimits(1, 512 * 1024))) {
      byte[] large = new byte[400 * 1024];
      small.probe().set("a", large);
      small.probe().set("b", large);
      small.probe().get("a");

      small.probe().set("c", large);

      assertNotNull(small.probe().get("a"));
      assertNull(small.probe().get("b"));
      assertEquals("1", small.probe().stats().get("evictions"));
    }
  }

  @Test
  void mainWhenItsInputIsClosedThenEnds() throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                EmbeddedMemcachedMain.class.getName())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    try (BufferedReader out = process.inputReader(StandardCharsets.UTF_8)) {
      int port = Integer.parseInt(out.readLine().replace("listening on ", ""));
      MemcachedProbe probe = new MemcachedProbe("127.0.0.1", port);
      probe.set("k", bytes("x"));

      process.getOutputStream().close();

      assertTrue(process.waitFor(60, TimeUnit.SECONDS));
      assertEquals(0, process.exitValue());
    } finally {
      process.destroyForcibly();
    }
  }
}
