package io.holdfast.core.storage.memcached;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.holdfast.core.config.Protocol;
import io.holdfast.core.storage.link.TestConnections;
import io.holdfast.testkit.Await;
import io.holdfast.testkit.FreePort;
import io.holdfast.testkit.memcached.RequiresRealMemcached;
import io.holdfast.testkit.process.ChildProcess;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A memcached that was restarted and forbids what a Tomcat does: it is lost, and the log says why.
 */
@RequiresRealMemcached
@Timeout(60)
final class RestrictedNodeTest {

  private final int port = FreePort.find();
  private final Map<String, String> environment = new HashMap<>();
  private @Nullable ChildProcess node;

  @AfterEach
  void kill() {
    if (node != null) {
      node.kill();
    }
  }

  /** A client that has not logged in may ask for the version only. */
  @Test
  void connectWhenItDemandsAPasswordInTheBinaryProtocolThenTheReasonSaysSo(@TempDir Path folder)
      throws IOException {
    Files.writeString(folder.resolve("memcached.conf"), "mech_list: plain\n");
    environment.put("SASL_CONF_PATH", folder.toString());
    start("-S");
    try (StoreFixture fixture = fixture(Protocol.BINARY)) {
      Await.until("told why", () -> !fixture.reasons().isEmpty());

      assertEquals(
          List.of("the server demands a password; set username and password"), fixture.reasons());
      assertEquals("disconnected n1", fixture.events());
    }
  }

  @ParameterizedTest
  @CsvSource({
    "ascii, BINARY, the server does not speak the binary protocol; set memcachedProtocol to text",
    "binary, TEXT, no answer within 1000 ms",
  })
  void connectWhenItSpeaksAnotherProtocolThenItIsLostOnce(
      String spoken, Protocol protocol, String reason) {
    start("-B", spoken);
    try (StoreFixture fixture = fixture(protocol)) {
      Await.until("told why", () -> !fixture.reasons().isEmpty());

      assertEquals("disconnected n1", fixture.events());
      assertEquals(List.of(reason), fixture.reasons());
    }
  }

  private StoreFixture fixture(Protocol protocol) {
    return new StoreFixture(
        "127.0.0.1",
        port,
        TestConnections.settings(
            protocol, Duration.ofSeconds(1), 1_000, 1_047_552, null, null, null));
  }

  private void start(String... arguments) {
    List<String> command =
        new ArrayList<>(List.of("memcached", "-l", "127.0.0.1", "-U", "0", "-p", "" + port));
    if ("root".equals(System.getProperty("user.name"))) {
      command.addAll(List.of("-u", "root"));
    }
    command.addAll(List.of(arguments));
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().putAll(environment);
    ChildProcess started = ChildProcess.start("memcached", builder);
    node = started;
    Await.until("it listens, or has ended", () -> listens() || !started.isAlive());
    assumeTrue(started.isAlive(), () -> "it can be started so: " + started.output());
  }

  private boolean listens() {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      return socket.isConnected();
    } catch (IOException notYet) {
      return false;
    }
  }
}
