package io.holdfast.core.storage.memcached;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.config.Protocol;
import io.holdfast.core.config.Secret;
import io.holdfast.core.config.TlsSettings;
import io.holdfast.core.storage.link.TlsContext;
import io.holdfast.testkit.Await;
import io.holdfast.testkit.Certificates;
import io.holdfast.testkit.Certificates.Issued;
import io.holdfast.testkit.memcached.MemcachedLimits;
import io.holdfast.testkit.memcached.MemcachedProcess;
import io.holdfast.testkit.memcached.RequiresRealMemcached;
import io.holdfast.testkit.memcached.TlsFiles;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What an operator reads of a node with which TLS does not come about, and what mends it. */
@RequiresRealMemcached
@Timeout(60)
@TestInstance(Lifecycle.PER_CLASS)
final class TlsFailuresTest {

  private static final String LOCAL = "127.0.0.1";
  private static final String HUNG_UP =
      "the server closed the connection; does it demand a certificate of ours"
          + " (tlsCertificateFile)?";

  @TempDir private static Path folder;

  private Certificates authority;
  private Certificates other;
  private Issued node;

  @BeforeAll
  void issue() {
    authority = Certificates.authority(folder, "ca");
    other = Certificates.authority(folder, "other");
    node = authority.issue("node", "ip:127.0.0.1");
  }

  @Test
  void connectWhenTheAuthorityIsAnotherThenTold() {
    assertLost(
        node,
        trusting(other.certificate()),
        "its certificate does not come from one in tlsCaFile or tlsTrustStore");
  }

  @Test
  void connectWhenTheCertificateIsForAnotherNameThenToldUnlessItNeedNotBe() {
    Issued elsewhere = authority.issue("elsewhere", "dns:cache.example");
    TlsSettings any = new TlsSettings(authority.certificate(), null, null, null, null, false);

    assertLost(
        elsewhere,
        trusting(authority.certificate()),
        "its certificate is not for 127.0.0.1 (No subject alternative names matching IP address"
            + " 127.0.0.1 found); give it that name, or set tlsHostnameVerification=\"false\"");
    assertConnects(elsewhere, any);
  }

  @Test
  void connectWhenTheCertificateHasExpiredThenTold() {
    Issued expired = authority.issueExpired("expired", 3, "ip:127.0.0.1");
    try (MemcachedProcess memcached = start(expired, null);
        StoreFixture fixture = fixture(memcached, trusting(authority.certificate()))) {
      String reason = reason(fixture);

      assertTrue(reason.startsWith("its certificate has expired (NotAfter: "), reason);
    }
  }

  @Test
  void connectWhenTheNodeDoesNotSpeakTlsThenTold() {
    try (MemcachedProcess memcached = MemcachedProcess.start(MemcachedLimits.DEFAULT);
        StoreFixture fixture = fixture(memcached, trusting(authority.certificate()))) {
      assertEquals(
          "it does not speak TLS at this port; start it with -Z, or leave tls out. If neither is"
              + " wrong, it has no room for another connection (-c)",
          reason(fixture));
    }
  }

  @Test
  void connectWhenOnlyTheNodeSpeaksTlsThenTold() {
    try (MemcachedProcess memcached = start(node, null);
        StoreFixture fixture =
            new StoreFixture(LOCAL, memcached.port(), StoreFixture.settings(Protocol.TEXT))) {
      assertEquals(
          "the server closed the connection; does it demand a password, or TLS?", reason(fixture));
    }
  }

  /** The node may be gone before we have read why: by then we may read or still write. */
  @ParameterizedTest
  @ValueSource(strings = {"Connection reset", "Connection reset by peer", "Broken pipe"})
  void talkWhenTheNodeHangsUpThenSaysWhatItMayDemand(String message) throws Exception {
    TlsContext tls = TlsContext.of(trusting(authority.certificate()));
    try (MemcachedProcess memcached = start(node, null)) {
      for (IOException seen :
          List.of(
              new SocketException(message), new SSLException(message), new IOException(message))) {
        IOException failure =
            assertThrows(
                IOException.class,
                () ->
                    BriefConnection.talk(
                        new InetSocketAddress(InetAddress.getLoopbackAddress(), memcached.port()),
                        LOCAL,
                        Duration.ofSeconds(30),
                        tls,
                        socket -> {
                          throw seen;
                        }));

        assertEquals(HUNG_UP, failure.getMessage());
      }
    }
  }

  @Test
  void connectWhenTheNodeDemandsACertificateThenItGetsOursOrItIsTold() {
    Issued ours = other.issue("tomcat");
    TlsSettings with =
        new TlsSettings(authority.certificate(), null, null, ours.certificate(), ours.key(), true);
    try (MemcachedProcess memcached = start(node, other.certificate())) {
      try (StoreFixture fixture = fixture(memcached, with)) {
        fixture.put("k", "v");
        assertEquals("v", fixture.get("k"));
      }
      try (StoreFixture fixture = fixture(memcached, trusting(authority.certificate()))) {
        String reason = reason(fixture); // the node's word, if it comes before it hangs up
        assertTrue(
            reason.equals("it demands a certificate of ours; set tlsCertificateFile and tlsKeyFile")
                || reason.equals(HUNG_UP),
            reason);
      }
    }
  }

  @Test
  void connectWhenTheAuthorityIsInAKeyStoreThenItIsTrusted() {
    Path store = authority.trustStore("s3cret-store");
    TlsSettings tls = new TlsSettings(null, store, new Secret("s3cret-store"), null, null, true);

    assertConnects(node, tls);
  }

  /** The next connection uses the files of today: no restart of Tomcat. */
  @Test
  void connectWhenTheFileOfTheAuthorityIsReplacedThenTheNodeIsFound() throws IOException {
    Path trusted = Files.copy(other.certificate(), folder.resolve("trusted.pem"));
    try (MemcachedProcess memcached = start(node, null);
        StoreFixture fixture = fixture(memcached, trusting(trusted))) {
      var unused = reason(fixture);

      Files.copy(authority.certificate(), trusted, StandardCopyOption.REPLACE_EXISTING);

      Await.until("it is found", () -> fixture.events().matches("(.*, )?connected n1"));
    }
  }

  private void assertLost(Issued of, TlsSettings tls, String expected) {
    try (MemcachedProcess memcached = start(of, null);
        StoreFixture fixture = fixture(memcached, tls)) {
      assertEquals(expected, reason(fixture));
    }
  }

  private void assertConnects(Issued of, TlsSettings tls) {
    try (MemcachedProcess memcached = start(of, null);
        StoreFixture fixture = fixture(memcached, tls)) {
      fixture.put("k", "v");

      assertEquals("v", fixture.get("k"));
      assertEquals(List.of(), fixture.reasons());
    }
  }

  private static String reason(StoreFixture fixture) {
    Await.until("told why", () -> !fixture.reasons().isEmpty());
    return fixture.reasons().get(0);
  }

  private static TlsSettings trusting(Path certificate) {
    return new TlsSettings(certificate, null, null, null, null, true);
  }

  private static MemcachedProcess start(Issued own, @Nullable Path clients) {
    return MemcachedProcess.start(
        MemcachedLimits.DEFAULT, new TlsFiles(own.certificate(), own.key(), clients));
  }

  private static StoreFixture fixture(MemcachedProcess memcached, TlsSettings tls) {
    return new StoreFixture(LOCAL, memcached.port(), StoreFixture.settings(tls));
  }
}
