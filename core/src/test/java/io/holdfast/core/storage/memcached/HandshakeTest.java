package io.holdfast.core.storage.memcached;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.holdfast.core.config.Protocol;
import io.holdfast.core.storage.link.ConnectionSettings;
import io.holdfast.core.storage.link.TestConnections;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The bytes of the handshake, against a server that reads one request and answers as told. */
@Timeout(60)
final class HandshakeTest {

  private static final String ACCEPTED = "81210000000000000000000000000000" + "0000000000000000";
  private static final String DENIED = "81210000000000200000000000000000" + "0000000000000000";

  @Test
  void performWhenTextThenAsksForVersion() throws IOException {
    byte[] asked =
        perform(
            settings(Protocol.TEXT, null), 9, "VERSION 1\r\n".getBytes(StandardCharsets.US_ASCII));

    assertEquals("version\r\n", new String(asked, StandardCharsets.US_ASCII));
  }

  @Test
  void performWhenBinaryThenAsksForNothing() throws IOException {
    byte[] asked = perform(settings(Protocol.BINARY, null), 24, hex("810a" + "00".repeat(22)));

    assertArrayEquals(hex("800a" + "00".repeat(22)), asked);
  }

  /** Memcached's version would be told to everybody. */
  @Test
  void performWhenAPasswordIsDemandedThatIsNotSetThenSaysSo() {
    IOException e =
        assertThrows(
            IOException.class, () -> perform(settings(Protocol.BINARY, null), 24, hex(DENIED)));

    assertEquals("the server demands a password; set username and password", e.getMessage());
  }

  @Test
  void performWhenPasswordIsAcceptedThenReturns() throws IOException {
    byte[] asked = perform(settings(Protocol.BINARY, "secret"), 24 + 17, hex(ACCEPTED));

    String header = "80210005" + "00000000" + "00000011" + "00".repeat(12);
    assertArrayEquals(hex(header), Arrays.copyOf(asked, 24));
    assertEquals(
        "PLAIN\0user\0secret", new String(asked, 24, asked.length - 24, StandardCharsets.US_ASCII));
  }

  @Test
  void performWhenPasswordIsRefusedThenFailsWithoutNamingIt() {
    IOException e =
        assertThrows(
            IOException.class,
            () -> perform(settings(Protocol.BINARY, "secret"), 24 + 17, hex(DENIED)));

    assertEquals("login refused: wrong username or password (SASL status 0x20)", e.getMessage());
  }

  @Test
  void performWhenServerIsSilentThenFailsInTime() {
    IOException e =
        assertThrows(IOException.class, () -> perform(settings(Duration.ofMillis(300)), 9, null));

    assertEquals("no answer within 300 ms", e.getMessage());
  }

  @Test
  void performWhenServerHangsUpThenFails() {
    assertThrows(IOException.class, () -> perform(settings(Protocol.TEXT, null), 9, new byte[0]));
  }

  /** The request; an answer of null is silence, an empty one hangs up. */
  private static byte[] perform(
      ConnectionSettings settings, int requestLength, byte @Nullable [] answer) throws IOException {
    try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      CompletableFuture<byte[]> asked = new CompletableFuture<>();
      CompletableFuture<Void> served =
          CompletableFuture.runAsync(() -> serve(server, requestLength, answer, asked));
      try {
        var unused =
            new Handshake("localhost", settings)
                .perform(
                    new InetSocketAddress(server.getInetAddress(), server.getLocalPort()), null);
      } finally {
        served.join();
      }
      return asked.join();
    }
  }

  private static void serve(
      ServerSocket server,
      int requestLength,
      byte @Nullable [] answer,
      CompletableFuture<byte[]> asked) {
    try (Socket socket = server.accept()) {
      byte[] request = socket.getInputStream().readNBytes(requestLength);
      if (answer != null) {
        socket.getOutputStream().write(answer);
        asked.complete(request);
        return;
      }
      asked.complete(request);
      int end = socket.getInputStream().read();
      if (end != -1) {
        throw new IllegalStateException("more was sent than the request");
      }
    } catch (IOException e) {
      asked.completeExceptionally(e);
    }
  }

  private static ConnectionSettings settings(Protocol protocol, @Nullable String password) {
    String username = password == null ? null : "user";
    return TestConnections.settings(
        protocol, Duration.ofSeconds(20), 1, 1, username, password, null);
  }

  private static ConnectionSettings settings(Duration timeout) {
    return TestConnections.settings(Protocol.TEXT, timeout, 1, 1, null, null, null);
  }

  private static byte[] hex(String digits) {
    return HexFormat.of().parseHex(digits);
  }
}
