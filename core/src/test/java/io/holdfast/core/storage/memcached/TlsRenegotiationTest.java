package io.holdfast.core.storage.memcached;

import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import io.holdfast.core.config.Setting;
import io.holdfast.core.config.TlsSettings;
import io.holdfast.core.storage.StoreException;
import io.holdfast.core.storage.link.PemFile;
import io.holdfast.testkit.Await;
import io.holdfast.testkit.Certificates;
import io.holdfast.testkit.Certificates.Issued;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.SSLSocket;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A node that shakes hands again in the midst of a connection, or changes its keys. */
@Timeout(120)
final class TlsRenegotiationTest {

  private static final Duration TIMEOUT = Duration.ofSeconds(1);
  private static final char[] NO_PASSWORD = {};

  @TempDir private Path folder;

  private final Set<SSLSocket> open = ConcurrentHashMap.newKeySet();
  private SSLServerSocket listening;
  private TlsSettings tls;

  @BeforeEach
  void start() throws IOException, GeneralSecurityException {
    Certificates authority = Certificates.authority(folder, "ca");
    listening = listeningWith(authority.issue("node", "ip:127.0.0.1"));
    tls = new TlsSettings(authority.certificate(), null, null, null, null, true);
    Thread thread = new Thread(this::accept, "renegotiating-server");
    thread.setDaemon(true);
    thread.start();
  }

  @AfterEach
  void close() throws IOException {
    listening.close();
    for (SSLSocket socket : open) {
      socket.close();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
  void loadWhenTheNodeShakesHandsAgainThenItEndsInTimeAndTheNextIsAnswered(String protocol) {
    listening.setEnabledProtocols(new String[] {protocol});
    try (StoreFixture fixture =
        new StoreFixture(
            "127.0.0.1", listening.getLocalPort(), StoreFixture.settings(tls, TIMEOUT))) {
      Await.until("the first is answered", () -> failureOf(fixture, "first") == null);

      Throwable failure = failureOf(fixture, "again");

      if (failure != null) {
        assertInstanceOf(StoreException.class, failure);
      }
      Await.until("the next is answered", () -> failureOf(fixture, "next") == null);
    }
  }

  private static @Nullable Throwable failureOf(StoreFixture fixture, String key) {
    return fixture
        .store()
        .load(key)
        .orTimeout(30, TimeUnit.SECONDS)
        .handle((value, failure) -> failure)
        .join();
  }

  private static SSLServerSocket listeningWith(Issued own)
      throws IOException, GeneralSecurityException {
    KeyStore store = KeyStore.getInstance("PKCS12");
    store.load(null, NO_PASSWORD);
    store.setKeyEntry(
        "node",
        new PemFile(Setting.TLS_KEY_FILE, own.key()).privateKey(),
        NO_PASSWORD,
        new PemFile(Setting.TLS_CERTIFICATE_FILE, own.certificate())
            .certificates()
            .toArray(Certificate[]::new));
    KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    keys.init(store, NO_PASSWORD);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(keys.getKeyManagers(), null, null);
    return (SSLServerSocket)
        context
            .getServerSocketFactory()
            .createServerSocket(0, 50, InetAddress.getLoopbackAddress());
  }

  private void accept() {
    try {
      while (true) {
        SSLSocket socket = (SSLSocket) listening.accept();
        open.add(socket);
        Thread thread = new Thread(() -> serve(socket), "renegotiating-server");
        thread.setDaemon(true);
        thread.start();
      }
    } catch (IOException closed) {
      Thread.currentThread().interrupt(); // the test has ended
    }
  }

  private void serve(SSLSocket socket) {
    try (socket;
        var in =
            new BufferedReader(
                new InputStreamReader(socket.getInputStream(), StandardCharsets.ISO_8859_1))) {
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        if (line.contains("again")) {
          socket.startHandshake();
        }
        String answer = line.equals("version") ? "VERSION 1.6.0-again\r\n" : "END\r\n";
        socket.getOutputStream().write(answer.getBytes(StandardCharsets.ISO_8859_1));
      }
    } catch (IOException closed) {
      open.remove(socket);
    }
  }
}
