package io.holdfast.valkey;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.holdfast.core.config.TlsSettings;
import io.holdfast.testkit.Await;
import io.holdfast.testkit.Certificates;
import io.holdfast.testkit.Certificates.Issued;
import io.holdfast.testkit.valkey.RequiresValkey;
import io.holdfast.testkit.valkey.ValkeyProcess;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Nodes that speak TLS, and those that should and do not. */
@RequiresValkey
@Timeout(120)
@TestInstance(Lifecycle.PER_CLASS)
final class TlsTest {

  private static final Duration LONG = Duration.ofSeconds(30);

  /** For a server that waits for more, and so uses it up. */
  private static final Duration USED_UP = Duration.ofSeconds(5);

  @TempDir private static Path folder;

  private ValkeyProcess node;
  private TlsSettings tls;
  private TlsSettings ofOther;

  @BeforeAll
  void start() {
    assumeTrue(ValkeyProcess.speaksTls(), "the server was built without TLS");
    Certificates authority = Certificates.authority(folder, "ca");
    Certificates other = Certificates.authority(folder, "other");
    Issued issued = authority.issue("node", "ip:127.0.0.1");
    node =
        ValkeyProcess.startWithTls(
            "--tls-cert-file",
            issued.certificate().toString(),
            "--tls-key-file",
            issued.key().toString(),
            "--tls-ca-cert-file",
            authority.certificate().toString(),
            "--tls-auth-clients",
            "no");
    tls = new TlsSettings(authority.certificate(), null, null, null, null, true);
    ofOther = new TlsSettings(other.certificate(), null, null, null, null, true);
  }

  @AfterAll
  void close() {
    if (node != null) {
      node.close();
    }
  }

  private static String firstEvent(int port, @Nullable TlsSettings settings, Duration timeout) {
    try (Fixture fixture = new Fixture(port, Fixture.settings(null, null, settings, timeout))) {
      Await.until("something is told", LONG.plus(LONG), () -> !fixture.events().isEmpty());
      return fixture.events().get(0);
    }
  }

  @Test
  void storeWhenTheNodeSpeaksTlsThenLoaded() {
    try (Fixture fixture = new Fixture(node.port(), Fixture.settings(null, null, tls))) {
      String large = "v".repeat(900_000);

      fixture.put("k", large);

      assertEquals(large, fixture.get("k"));
    }
  }

  @Test
  void connectWhenTheAuthorityIsAnotherThenTold() {
    assertEquals(
        "its certificate does not come from one in tlsCaFile or tlsTrustStore",
        firstEvent(node.port(), ofOther, LONG));
  }

  @Test
  void connectWhenTheNodeDemandsTlsThenTold() {
    assertEquals(
        "the server closed the connection; does it demand TLS?",
        firstEvent(node.port(), null, LONG));
  }

  @Test
  void connectWhenTheNodeSpeaksNoTlsThenTold() {
    try (ValkeyProcess plain = ValkeyProcess.start()) {
      String reason = firstEvent(plain.port(), tls, USED_UP);

      assertTrue(reason.startsWith("no end of the TLS handshake; does it speak TLS"), reason);
    }
  }
}
