package io.holdfast.core.storage.memcached;

import io.holdfast.core.config.PrivateFile;
import io.holdfast.core.config.Secret;
import io.holdfast.core.config.Setting;
import io.holdfast.core.config.TlsSettings;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.Collection;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
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
  private static final List<String> KINDS_OF_KEYS = List.of("RSA", "EC", "EdDSA");
  private static final Pattern KEY =
      Pattern.compile(
          "-----BEGIN ([A-Z ]*)PRIVATE KEY-----([^-]*)-----END [A-Z ]*PRIVATE KEY-----");

  private final SSLContext context;
  private final boolean verifiesHostname;

  private TlsContext(SSLContext context, boolean verifiesHostname) {
    this.context = context;
    this.verifiesHostname = verifiesHostname;
  }

  /** A file that cannot be used; the message says why and what would be right. */
  public static final class UnusableFile extends IOException {
    private static final long serialVersionUID = 1L;
    private final Setting setting;
    private final transient Path file;

    UnusableFile(Setting setting, Path file, String problem, @Nullable Throwable cause) {
      super(problem, cause);
      this.setting = setting;
      this.file = file;
    }

    /** The attribute that names the file. */
    public Setting setting() {
      return setting;
    }

    /** The file. */
    public Path file() {
      return file;
    }
  }

  /**
   * Reads the files.
   *
   * @throws UnusableFile if one cannot be used
   */
  public static TlsContext of(TlsSettings settings) throws UnusableFile {
    try {
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(keyManagers(settings), trustManagers(settings), null);
      return new TlsContext(context, settings.verifiesHostname());
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("This JDK has no TLS", e);
    }
  }

  /** One side of a connection to a node. */
  SSLEngine engine(String host, int port) {
    SSLEngine engine = context.createSSLEngine(host, port);
    engine.setUseClientMode(true);
    engine.setSSLParameters(parameters(engine.getSSLParameters()));
    return engine;
  }

  /**
   * Shakes hands over a connection that was just made.
   *
   * @param host the node's, as it is configured
   * @throws IOException a {@link javax.net.ssl.SSLException} if the two do not come to terms
   */
  Socket over(Socket plain, String host) throws IOException {
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
      for (Certificate certificate : certificates(Setting.TLS_CA_FILE, caFile)) {
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
      throw unusable(
          Setting.TLS_TRUST_STORE,
          file,
          "it is no JKS or PKCS12, or tlsTrustStorePassword is not its password: " + e.getMessage(),
          e);
    }
    if (store.size() == 0) {
      throw unusable(
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
        certificates(Setting.TLS_CERTIFICATE_FILE, certificateFile).toArray(Certificate[]::new);
    PrivateKey key = privateKey(keyFile);
    KeyStore store = empty();
    try {
      store.setKeyEntry("tomcat", key, NO_PASSWORD, chain);
      KeyManagerFactory factory =
          KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
      factory.init(store, NO_PASSWORD);
      return factory.getKeyManagers();
    } catch (GeneralSecurityException | IllegalArgumentException e) {
      throw unusable(
          Setting.TLS_CERTIFICATE_FILE,
          certificateFile,
          "its certificates are no chain that begins with this Tomcat's own: " + e.getMessage(),
          e);
    }
  }

  private static PrivateKey privateKey(Path file) throws UnusableFile {
    Matcher pem = KEY.matcher(secret(file));
    if (!pem.find()) {
      throw unusable(Setting.TLS_KEY_FILE, file, "it has no PEM private key", null);
    }
    String kind = pem.group(1).strip();
    if (!kind.isEmpty()) {
      throw unusable(
          Setting.TLS_KEY_FILE,
          file,
          "its key is %s; convert it with openssl pkcs8 -topk8 -nocrypt"
              .formatted(kind.equals("ENCRYPTED") ? "encrypted" : "in the format of " + kind),
          null);
    }
    PKCS8EncodedKeySpec encoded;
    try {
      encoded = new PKCS8EncodedKeySpec(Base64.getMimeDecoder().decode(pem.group(2)));
    } catch (IllegalArgumentException e) {
      throw unusable(Setting.TLS_KEY_FILE, file, "its private key is not base64", e);
    }
    for (String algorithm : KINDS_OF_KEYS) {
      PrivateKey key = decoded(encoded, algorithm);
      if (key != null) {
        return key;
      }
    }
    throw unusable(
        Setting.TLS_KEY_FILE,
        file,
        "its private key is none of %s".formatted(String.join(", ", KINDS_OF_KEYS)),
        null);
  }

  private static @Nullable PrivateKey decoded(PKCS8EncodedKeySpec key, String algorithm) {
    try {
      return KeyFactory.getInstance(algorithm).generatePrivate(key);
    } catch (InvalidKeySpecException e) {
      return null; // of another kind
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("This JDK has no " + algorithm, e);
    }
  }

  // ---- files ----

  private static Collection<? extends Certificate> certificates(Setting setting, Path file)
      throws UnusableFile {
    try (InputStream in = new ByteArrayInputStream(bytes(setting, file))) {
      Collection<? extends Certificate> all =
          CertificateFactory.getInstance("X.509").generateCertificates(in);
      if (!all.isEmpty()) {
        return all;
      }
    } catch (UnusableFile e) {
      throw e;
    } catch (IOException | CertificateException e) {
      throw unusable(setting, file, "it has no PEM certificate: " + e.getMessage(), e);
    }
    throw unusable(setting, file, "it has no PEM certificate", null);
  }

  private static String secret(Path file) throws UnusableFile {
    try {
      return PrivateFile.read(file);
    } catch (IllegalArgumentException e) {
      throw unusable(Setting.TLS_KEY_FILE, file, String.valueOf(e.getMessage()), e);
    }
  }

  private static byte[] bytes(Setting setting, Path file) throws UnusableFile {
    try {
      return Files.readAllBytes(file);
    } catch (NoSuchFileException e) {
      throw unusable(setting, file, "there is no such file", e);
    } catch (IOException e) {
      throw unusable(setting, file, "it cannot be read: " + e, e);
    }
  }

  private static UnusableFile unusable(
      Setting setting, Path file, String problem, @Nullable Throwable cause) {
    return new UnusableFile(setting, file, problem, cause);
  }
}
