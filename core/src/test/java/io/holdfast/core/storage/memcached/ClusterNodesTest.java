package io.holdfast.core.storage.memcached;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.config.DiscoverySettings;
import io.holdfast.core.config.DiscoverySettings.Kind;
import io.holdfast.core.config.NodeAddress;
import io.holdfast.core.config.Protocol;
import io.holdfast.core.config.TlsSettings;
import io.holdfast.core.storage.link.ConnectionSettings;
import io.holdfast.core.storage.link.TestConnections;
import io.holdfast.testkit.Certificates;
import io.holdfast.testkit.FreePort;
import io.holdfast.testkit.memcached.ClusterEndpoint;
import io.holdfast.testkit.memcached.Login;
import io.holdfast.testkit.memcached.MemcachedLimits;
import io.holdfast.testkit.memcached.MemcachedNode;
import io.holdfast.testkit.memcached.MemcachedProcess;
import io.holdfast.testkit.memcached.RequiresRealMemcached;
import io.holdfast.testkit.memcached.TlsFiles;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The question for the nodes of a cluster, to servers that answer it, do not know it, and lie. */
@Timeout(120)
@RequiresRealMemcached
final class ClusterNodesTest {

  private static final String HOST = "my.cfg.example";
  private static final String LOCAL = "127.0.0.1";
  private static final ConnectionSettings PATIENT = settings(null, null, null);
  private static final ConnectionSettings BRIEF =
      settings(Duration.ofMillis(400), null, null, null);
  private static final String NOT_KNOWN =
      "it does not answer \"config get cluster\" but says \"ERROR\"; is it the configuration endpoint?";

  @Test
  void findWhenTheEndpointKnowsTheClusterThenItsNodes() throws IOException {
    try (MemcachedNode node = MemcachedProcess.start(MemcachedLimits.DEFAULT);
        ClusterEndpoint endpoint = ClusterEndpoint.before(node)) {
      endpoint.set("b.example|10.0.0.2|11211", "a.example||11211");

      assertEquals(
          List.of(
              new NodeAddress("a.example:11211", "a.example", 11_211),
              new NodeAddress("b.example:11211", "b.example", 11_211)),
          nodes(endpoint.port(), PATIENT).find());
    }
  }

  @Test
  void findWhenTheEndpointDemandsAPasswordThenItIsToldAndAskedAgain() throws IOException {
    try (LyingServer server = new LyingServer(line -> "")) {
      server.answer(
          line ->
              line.startsWith("set ")
                  ? "STORED"
                  : server.replies().size() > 1 ? answer("a||1") : "CLIENT_ERROR unauthenticated");

      assertEquals("a:1", nodes(server.port(), settings("anna", "word", null)).find().get(0).id());
      assertEquals(
          List.of("config get cluster", "set holdfast-login 0 -1 9", "config get cluster"),
          List.copyOf(server.replies()));
    }
  }

  /** That the server says more than that it wants a password shows that the login holds. */
  @Test
  void findWhenARealServerDemandsAPasswordThenOnlyTheRightOneComesThrough() {
    Login login = new Login("anna", "word");
    try (MemcachedNode node = MemcachedProcess.start(MemcachedLimits.DEFAULT, login)) {
      assertEquals(NOT_KNOWN, refused(node.port(), settings("anna", "word", null)));
      assertEquals(
          "login refused: wrong username or password",
          refused(node.port(), settings("anna", "other", null)));
      assertEquals(
          "the server demands a password; set username and password",
          refused(node.port(), PATIENT));
    }
  }

  /** That the server says what it does not know shows that TLS has come about. */
  @Test
  void findWhenARealServerSpeaksTlsThenItIsAskedOverTlsUnderItsName(@TempDir Path folder) {
    Certificates authority = Certificates.authority(folder, "ca");
    Certificates.Issued own = authority.issue("node", "dns:" + HOST);
    TlsSettings tls = new TlsSettings(authority.certificate(), null, null, null, null, true);
    try (MemcachedNode node =
        MemcachedProcess.start(
            MemcachedLimits.DEFAULT, new TlsFiles(own.certificate(), own.key(), null))) {
      assertEquals(NOT_KNOWN, refused(node.port(), settings(null, null, tls)));
      assertEquals(
          "the server closed the connection; does it demand a password, or TLS?",
          refused(node.port(), PATIENT));
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '#',
      value = {
        "CONFIG cluster 0 99999# the answer has more than 32768 bytes",
        "CONFIG cluster 0 -1# it does not answer \"config get cluster\" but says \"CONFIG cluster 0 -1\"; is it the configuration endpoint?",
        "CONFIG cluster 0 30|1~a||1~~END# no answer within 400 ms",
        "CONFIG cluster 0 8|1~a||1~~END# the answer is no version with a list of nodes",
        "CONFIG cluster 0 9|1~a||1~~END# the answer does not end where it says",
        "CONFIG cluster 0 6|1~a||1~~END# the answer does not end where it says",
        "CONFIG cluster 0 7|1~a||1~~MORE# the answer does not end where it says",
        "CONFIG cluster 0 12|1~a||1 a||1~~END# the answer names a:1(a:1) twice",
        "END# it does not answer \"config get cluster\" but says \"END\"; is it the configuration endpoint?",
        "hang up# the server closed the connection; does it demand a password, or TLS?",
        "silence# no answer within 400 ms",
      })
  void findWhenTheAnswerIsWrongThenItIsRefused(String answer, String message) {
    String said =
        answer.replaceFirst("(?<=[0-9])\\|", "\r\n").replace("~~", "\n\r\n").replace('~', '\n');
    ConnectionSettings settings = message.startsWith("no answer") ? BRIEF : PATIENT;
    try (LyingServer server = new LyingServer(line -> said)) {
      assertEquals(message, refused(server.port(), settings));
    }
  }

  @Test
  void findWhenALineNeverEndsThenItIsRefused() {
    try (LyingServer server = new LyingServer(line -> "x".repeat(100_000))) {
      assertEquals(
          "this is no memcached, a line of its answer does not end",
          refused(server.port(), PATIENT));
    }
  }

  @Test
  void findWhenBytesComeTooSlowlyThenTheConversationEndsAfterThreeTimeouts() {
    AtomicLong time = new AtomicLong();
    LongSupplier hurrying = () -> time.addAndGet(Duration.ofMillis(100).toNanos());
    try (LyingServer server = new LyingServer(line -> answer("a||1"))) {
      ClusterNodes nodes = new ClusterNodes(source(server.port()), BRIEF, this::resolve, hurrying);

      assertEquals(
          "no answer within 400 ms", assertThrows(IOException.class, nodes::find).getMessage());
      assertTrue(time.get() < Duration.ofSeconds(2).toNanos());
    }
  }

  @Test
  void findWhenNobodyIsThereThenThatIsSaid() {
    assertEquals("connection refused", refused(FreePort.find(), PATIENT));
  }

  @Test
  void findWhenTheNameIsUnknownThenThatIsSaid() {
    ClusterNodes nodes =
        new ClusterNodes(
            source(1),
            PATIENT,
            host -> {
              throw new UnknownHostException(host);
            },
            System::nanoTime);

    assertEquals("unknown host", assertThrows(IOException.class, nodes::find).getMessage());
  }

  private static String answer(String nodes) {
    String configuration = "1\n" + nodes + "\n";
    return "CONFIG cluster 0 %d\r\n%s\r\nEND".formatted(configuration.length(), configuration);
  }

  private String refused(int port, ConnectionSettings settings) {
    return String.valueOf(
        assertThrows(IOException.class, () -> nodes(port, settings).find()).getMessage());
  }

  private ClusterNodes nodes(int port, ConnectionSettings settings) {
    return new ClusterNodes(source(port), settings, this::resolve, System::nanoTime);
  }

  private static DiscoverySettings source(int port) {
    return new DiscoverySettings(Kind.ELASTICACHE, HOST, port, Duration.ofSeconds(1));
  }

  private InetAddress[] resolve(String host) throws UnknownHostException {
    assertEquals(HOST, host);
    return InetAddress.getAllByName(LOCAL);
  }

  private static ConnectionSettings settings(
      @Nullable String user, @Nullable String password, @Nullable TlsSettings tls) {
    return settings(Duration.ofSeconds(20), user, password, tls);
  }

  private static ConnectionSettings settings(
      Duration timeout,
      @Nullable String user,
      @Nullable String password,
      @Nullable TlsSettings tls) {
    return TestConnections.settings(Protocol.TEXT, timeout, 100, 1_000_000, user, password, tls);
  }
}
