package io.holdfast.core.config;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * How connections to the nodes are encrypted.
 *
 * @param caFile certificates that those of the nodes must come from, in PEM; null: those of the
 *     trust store, or of the JDK
 * @param trustStore the same in a key store; null for none
 * @param trustStorePassword of that key store; null for none
 * @param certificateFile this Tomcat's own certificate and those that it comes from, in PEM, for
 *     nodes that ask for one; null for none
 * @param keyFile the private key of that certificate, in PEM; null for none
 * @param verifiesHostname whether a node's certificate must be for the name or address under which
 *     it is configured
 */
public record TlsSettings(
    @Nullable Path caFile,
    @Nullable Path trustStore,
    @Nullable Secret trustStorePassword,
    @Nullable Path certificateFile,
    @Nullable Path keyFile,
    boolean verifiesHostname) {

  /**
   * Reads the attributes that begin with {@code tls}.
   *
   * @return null if connections are not encrypted
   */
  static @Nullable TlsSettings parse(AttributeValues values) {
    boolean isOn =
        values.get(Setting.TLS) || Engine.isEncryptedIn(values.text(Setting.MEMCACHED_NODES));
    boolean verifiesHostname = values.get(Setting.TLS_HOSTNAME_VERIFICATION);
    Path caFile = values.find(Setting.TLS_CA_FILE).orElse(null);
    Path trustStore = values.find(Setting.TLS_TRUST_STORE).orElse(null);
    String password = values.text(Setting.TLS_TRUST_STORE_PASSWORD);
    Path certificate = values.find(Setting.TLS_CERTIFICATE_FILE).orElse(null);
    Path key = values.find(Setting.TLS_KEY_FILE).orElse(null);
    if (!isOn) {
      refuse(values, caFile != null, Setting.TLS_CA_FILE);
      refuse(values, trustStore != null, Setting.TLS_TRUST_STORE);
      refuse(values, !password.isEmpty(), Setting.TLS_TRUST_STORE_PASSWORD);
      refuse(values, certificate != null, Setting.TLS_CERTIFICATE_FILE);
      refuse(values, key != null, Setting.TLS_KEY_FILE);
      refuse(values, !verifiesHostname, Setting.TLS_HOSTNAME_VERIFICATION);
      return null;
    }
    if (values.get(Setting.MEMCACHED_PROTOCOL) == Protocol.BINARY) {
      values.conflict(Setting.TLS, "it needs memcachedProtocol=\"text\"");
    }
    if (caFile != null && trustStore != null) {
      values.conflict(Setting.TLS_TRUST_STORE, "tlsCaFile is set as well; keep one of them");
    }
    if (trustStore == null && !password.isEmpty()) {
      needs(values, Setting.TLS_TRUST_STORE_PASSWORD, Setting.TLS_TRUST_STORE);
    }
    if (certificate != null && key == null) {
      needs(values, Setting.TLS_CERTIFICATE_FILE, Setting.TLS_KEY_FILE);
    }
    if (key != null && certificate == null) {
      needs(values, Setting.TLS_KEY_FILE, Setting.TLS_CERTIFICATE_FILE);
    }
    return new TlsSettings(
        caFile,
        trustStore,
        password.isEmpty() ? null : new Secret(password),
        certificate,
        key,
        verifiesHostname);
  }

  private static void refuse(AttributeValues values, boolean isGiven, Setting<?> setting) {
    if (isGiven) {
      values.conflict(setting, "it needs tls=\"true\" as well; or leave it out", Setting.TLS);
    }
  }

  private static void needs(AttributeValues values, Setting<?> setting, Setting<?> other) {
    values.conflict(setting, other.attribute() + " is needed as well", other);
  }
}
