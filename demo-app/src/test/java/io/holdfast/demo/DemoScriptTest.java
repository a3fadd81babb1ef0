package io.holdfast.demo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What {@code ./demo} refuses, it refuses before it builds anything. */
class DemoScriptTest {

  private record Ending(int status, String said) {}

  @ParameterizedTest
  @ValueSource(strings = {"65536", "70000", "99999", "x", "-1", "123456"})
  void demoWhenThePortIsNoneThenSaysSoBeforeItBuilds(String port) throws Exception {
    Ending ending = demo("--port", port);

    assertEquals(2, ending.status(), ending.said());
    assertEquals("./demo: --port " + port + ": use 0 to 65535\n", ending.said());
  }

  @Test
  void demoWhenThePortIsTakenThenNamesItBeforeItBuilds() throws Exception {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getByAddress(loopback()))) {
      String port = Integer.toString(taken.getLocalPort());

      Ending ending = demo("--port", port);

      assertEquals(1, ending.status(), ending.said());
      assertTrue(ending.said().contains("port " + port + " cannot be used"), ending.said());
      assertFalse(ending.said().contains("Building"), ending.said());
    }
  }

  private static byte[] loopback() {
    return new byte[] {127, 0, 0, 1};
  }

  private static Ending demo(String... arguments) throws IOException, InterruptedException {
    Path script = Path.of(System.getProperty("basedir", "."), "..", "demo").toAbsolutePath();
    ProcessBuilder builder = new ProcessBuilder("sh", script.normalize().toString());
    builder.command().addAll(List.of(arguments));
    builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
    Process process = builder.redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return new Ending(process.waitFor(), said);
  }
}
