package io.holdfast.core.storage.link;

import io.holdfast.core.config.NodeAddress;
import io.holdfast.core.config.Secret;
import io.holdfast.core.config.Setting;
import io.holdfast.core.config.TlsSettings;
import java.io.IOException;
import java.net.Socket;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;

/**
 * What TLS needs for one connection, read from the files as they are now: so a certificate that was
 * renewed serves the next connection.
 */
public final class TlsContext {

  private static final String[] PROTOCOLS = {"TLSv1.3", "TLSv1.2"};
  private static final char[] NO_PASSWORD = {};

  private final SSLContext context;
  private final boolean verifiesHostname;

  private TlsContext(SSLContext context, boolean verifiesHostname) {
    this.context = context;
    this.verifiesHostname = verifiesHostname;
  }

  /** Reads the files. */
  public static TlsContext of(TlsSettings settings) throws UnusableFile {
    try {
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(keyManagers(settings), trustManagers(settings), null);
      return new TlsContext(context, settings.verifiesHostname());
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("This JDK has no TLS", e);
    }
  }

  /** The same; null where connections are not encrypted. */
  public static @Nullable TlsContext ofNullable(@Nullable TlsSettings settings)
      throws UnusableFile {
    return settings == null ? null : of(settings);
  }

  /**
   * One side of a connection to a node; null where connections are not encrypted. In a context of
   * its own: a node that demands certificates refuses one that goes on with the TLS session of
   * another, as OpenSSL does for a server that names no context of its sessions.
   */
  public static @Nullable SSLEngine engine(@Nullable TlsSettings settings, NodeAddress node)
      throws UnusableFile {
    if (settings == null) {
      return null;
    }
    TlsContext tls = of(settings);
    SSLEngine engine = tls.context.createSSLEngine(node.certifiedName(), node.port());
    engine.setUseClientMode(true);
    engine.setSSLParameters(tls.parameters(engine.getSSLParameters()));
    return engine;
  }

  /** Shakes hands over a new connection. */
  public Socket over(Socket plain, String host) throws IOException {
    SSLSocket socket =
        (SSLSocket) context.getSocketFactory().createSocket(plain, host, plain.getPort(), false);
    socket.setSSLParameters(parameters(socket.getSSLParameters()));
    socket.startHandshake();
    return socket;
  }

  private SSLParameters parameters(SSLParameters parameters) {
    parameters.setProtocols(PROTOCOLS);
    if (verifiesHostname) {
      parameters.setEndpointIdentificationAlgorithm("HTTPS");
    }
    return parameters;
  }

  // ---- whom we trust ----

  private static TrustManager @Nullable [] trustManagers(TlsSettings settings)
      throws GeneralSecurityException, UnusableFile {
    KeyStore trusted = trusted(settings);
    if (trusted == null) {
      return null; // the JDK's
    }
    TrustManagerFactory factory =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    factory.init(trusted);
    return factory.getTrustManagers();
  }

  private static @Nullable KeyStore trusted(TlsSettings settings)
      throws GeneralSecurityException, UnusableFile {
    Path caFile = settings.caFile();
    if (caFile != null) {
      KeyStore store = empty();
      for (Certificate certificate : new PemFile(Setting.TLS_CA_FILE, caFile).certificates()) {
        store.setCertificateEntry("ca-" + store.size(), certificate);
      }
      return store;
    }
    Path file = settings.trustStore();
    return file == null ? null : trustStore(file, settings.trustStorePassword());
  }

  private static KeyStore trustStore(Path file, @Nullable Secret password)
      throws GeneralSecurityException, UnusableFile {
    KeyStore store;
    try {
      store =
          KeyStore.getInstance(
              file.toFile(), password == null ? null : password.value().toCharArray());
    } catch (IOException | GeneralSecurityException e) {
      throw new UnusableFile(
          Setting.TLS_TRUST_STORE,
          file,
          "it is no JKS or PKCS12, or tlsTrustStorePassword is not its password: " + e.getMessage(),
          e);
    }
    if (store.size() == 0) {
      throw new UnusableFile(
          Setting.TLS_TRUST_STORE,
          file,
          "it has no certificate that can be read without its"
              + " password; set tlsTrustStorePassword",
          null);
    }
    return store;
  }

  private static KeyStore empty() throws GeneralSecurityException {
    try {
      KeyStore store = KeyStore.getInstance("PKCS12");
      store.load(null, NO_PASSWORD);
      return store;
    } catch (IOException e) {
      throw new IllegalStateException("nothing was read", e);
    }
  }

  // ---- who we are ----

  private static KeyManager @Nullable [] keyManagers(TlsSettings settings)
      throws GeneralSecurityException, UnusableFile {
    Path certificateFile = settings.certificateFile();
    Path keyFile = settings.keyFile();
    if (certificateFile == null || keyFile == null) {
      return null;
    }
    Certificate[] chain =
        new PemFile(Setting.TLS_CERTIFICATE_FILE, certificateFile)
            .certificates()
            .toArray(Certificate[]::new);
    PrivateKey key = new PemFile(Setting.TLS_KEY_FILE, keyFile).privateKey();
    KeyStore store = empty();
    try {
      store.setKeyEntry("tomcat", key, NO_PASSWORD, chain);
      KeyManagerFactory factory =
          KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
      factory.init(store, NO_PASSWORD);
      return factory.getKeyManagers();
    } catch (GeneralSecurityException | IllegalArgumentException e) {
      throw new UnusableFile(
          Setting.TLS_CERTIFICATE_FILE,
          certificateFile,
          "its certificates are no chain that begins with this Tomcat's own: " + e.getMessage(),
          e);
    }
  }
}
