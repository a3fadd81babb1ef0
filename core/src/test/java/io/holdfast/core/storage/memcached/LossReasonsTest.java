package io.holdfast.core.storage.memcached;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.holdfast.core.config.Protocol;
import io.holdfast.core.storage.NodeStore;
import io.holdfast.core.storage.link.ConnectionSettings;
import io.holdfast.core.storage.link.TestConnections;
import io.holdfast.testkit.Await;
import io.holdfast.testkit.FreePort;
import io.holdfast.testkit.memcached.MemcachedNode;
import io.holdfast.testkit.memcached.MemcachedNodes;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What an operator reads of a node that is lost. */
@Timeout(60)
final class LossReasonsTest {

  private static final String LOCAL = "127.0.0.1";

  @Test
  void connectWhenNobodyListensThenTheConnectionIsRefused() {
    try (StoreFixture fixture =
        new StoreFixture(LOCAL, FreePort.find(), StoreFixture.settings(Protocol.TEXT))) {
      assertReasons(fixture, "connection refused");
    }
  }

  @Test
  void connectWhenNobodyKnowsTheHostThenItIsUnknown() {
    try (StoreFixture fixture =
        new StoreFixture("no-such-host.invalid", 11211, StoreFixture.settings(Protocol.TEXT))) {
      assertReasons(fixture, "unknown host");
    }
  }

  @Test
  void connectWhenTheServerSaysNothingThenThereIsNoAnswer() throws IOException {
    try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        StoreFixture fixture =
            new StoreFixture(LOCAL, silent.getLocalPort(), StoreFixture.impatient())) {
      assertReasons(fixture, "no answer within 500 ms");
    }
  }

  /** A name found by discovery may lead to any server: it must be lost once, and stay lost. */
  @Test
  void connectWhenAWebServerAnswersThenItIsNoMemcachedHoweverOftenItIsAsked() throws IOException {
    AtomicInteger asked = new AtomicInteger();
    try (ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      Thread answering = new Thread(() -> answerAsWebServer(server, asked), "web server");
      answering.start();
      try (StoreFixture fixture =
          new StoreFixture(LOCAL, server.getLocalPort(), StoreFixture.settings(Protocol.TEXT))) {
        Await.until("asked three times", () -> asked.get() >= 3);

        assertReasons(fixture, "this is no memcached, it answers \"HTTP/1.1\"");
      }
    }
  }

  @Test
  void connectWhenThePasswordIsWrongThenTheLoginIsRefusedAndThePasswordIsNotNamed()
      throws IOException {
    try (ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      Thread refusing = new Thread(() -> refuse(server), "refuses every login");
      refusing.start();
      ConnectionSettings settings =
          TestConnections.settings(
              Protocol.BINARY, Duration.ofSeconds(20), 1_000, 1_000, "ann", "secret", null);
      try (StoreFixture fixture = new StoreFixture(LOCAL, server.getLocalPort(), settings)) {
        assertReasons(fixture, "login refused: wrong username or password (SASL status 0x20)");
      }
    }
  }

  @Test
  void lostWhenTheNodeIsKilledThenTheConnectionIsLost() {
    try (MemcachedNode node = MemcachedNodes.start();
        StoreFixture fixture =
            new StoreFixture(node.host(), node.port(), StoreFixture.settings(Protocol.TEXT))) {
      fixture.put("k", "v");

      node.kill();

      assertReasons(fixture, "the connection was lost");
    }
  }

  @Test
  void lostWhenTheNodeStopsAnsweringThenThereIsNoAnswer() {
    try (LyingServer server = new LyingServer(line -> LyingServer.SILENCE);
        StoreFixture fixture = new StoreFixture(LOCAL, server.port(), StoreFixture.impatient())) {
      NodeStore store = fixture.store();

      for (int i = 0; i < 10 && fixture.reasons().isEmpty(); i++) {
        store.load("k").handle((found, failure) -> found).join();
      }

      assertReasons(fixture, "no answer within 500 ms");
    }
  }

  private static void assertReasons(StoreFixture fixture, String expected) {
    Await.until("told why", () -> !fixture.reasons().isEmpty());
    assertEquals(List.of(expected), fixture.reasons());
  }

  private static void answerAsWebServer(ServerSocket server, AtomicInteger asked) {
    byte[] answer = "HTTP/1.1 400 Bad Request\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
    while (!server.isClosed()) {
      try (Socket socket = server.accept()) {
        socket.getInputStream().readNBytes("version\r\n".length());
        socket.getOutputStream().write(answer);
        asked.incrementAndGet();
      } catch (IOException e) {
        if (!server.isClosed()) {
          throw new UncheckedIOException(e);
        }
      }
    }
  }

  /** Answers the first request of each connection as a server that does not know the user. */
  private static void refuse(ServerSocket server) {
    byte[] denied = HexFormat.of().parseHex("812100000000002000000000000000000000000000000000");
    while (!server.isClosed()) {
      try (Socket socket = server.accept()) {
        socket.getInputStream().readNBytes(24 + "PLAIN\0ann\0secret".length());
        socket.getOutputStream().write(denied);
      } catch (IOException e) {
        if (!server.isClosed()) {
          throw new UncheckedIOException(e);
        }
      }
    }
  }
}
