package io.holdfast.core.storage.memcached;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.holdfast.core.config.NodeAddress;
import io.holdfast.core.config.Protocol;
import io.holdfast.testkit.Await;
import io.holdfast.testkit.memcached.MemcachedLimits;
import io.holdfast.testkit.memcached.MemcachedProcess;
import io.holdfast.testkit.memcached.RequiresRealMemcached;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A memcached whose connections are all in use ({@code -c}) sends an error, and hangs up. */
@RequiresRealMemcached
@Timeout(60)
final class CrowdedNodeTest {

  private static final String REASON =
      "it has no room for another connection; start it with a larger -c";

  private final MemcachedProcess node =
      MemcachedProcess.start(new MemcachedLimits(64, 1 << 20), "-c", "24", "-t", "1");
  private final Deque<Socket> others = new ArrayDeque<>();

  @AfterEach
  void close() throws IOException {
    for (Socket each : others) {
      each.close();
    }
    node.close();
  }

  @ParameterizedTest
  @EnumSource
  void connectWhenAllConnectionsAreInUseThenTheNodeIsLostForThatReason(Protocol protocol) {
    crowd();
    try (StoreFixture fixture = fixture(protocol)) {
      Await.until("told why", () -> !fixture.reasons().isEmpty());

      assertEquals(List.of(REASON), fixture.reasons());
      assertEquals("disconnected n1", fixture.events());
    }
  }

  @Test
  void connectWhenThereIsRoomAgainThenItIsUsed() {
    crowd();
    try (StoreFixture fixture = fixture(Protocol.TEXT)) {
      Await.until("lost", () -> fixture.events().equals("disconnected n1"));

      makeRoom();

      Await.until("back", () -> fixture.events().equals("disconnected n1, connected n1"));
      assertNull(fixture.get("k"));
    }
  }

  @Test
  void interviewWhenAllConnectionsAreInUseThenSaysSo() {
    crowd();
    NodeInterview interview =
        new NodeInterview(
            new NodeAddress("n1", node.host(), node.port()),
            StoreFixture.settings(Protocol.TEXT),
            System::nanoTime);

    assertEquals(REASON, assertThrows(IOException.class, interview::ask).getMessage());
  }

  private StoreFixture fixture(Protocol protocol) {
    return new StoreFixture(node.host(), node.port(), StoreFixture.settings(protocol));
  }

  /** Connects until there is no room. */
  private void crowd() {
    String answer = "VERSION";
    while (answer.startsWith("VERSION")) {
      answer = connected();
    }
    assertEquals("ERROR Too many open connections", answer);
  }

  private String connected() {
    try {
      Socket socket = new Socket(node.host(), node.port());
      others.push(socket);
      socket.getOutputStream().write("version\r\n".getBytes(StandardCharsets.US_ASCII));
      return String.valueOf(
          new BufferedReader(
                  new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII))
              .readLine());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** For the handshake, which has ended when the connection is made, and for that. */
  private void makeRoom() {
    try {
      for (int i = 0; i < 4; i++) {
        others.pop().close();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
