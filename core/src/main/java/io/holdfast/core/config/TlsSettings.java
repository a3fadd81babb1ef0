package io.holdfast.core.config;

import java.nio.file.Path;
import java.util.List;
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

  /** Those that mean something only with TLS. */
  private static final List<Setting<?>> OF_TLS =
      List.of(
          Setting.TLS_CA_FILE,
          Setting.TLS_TRUST_STORE,
          Setting.TLS_TRUST_STORE_PASSWORD,
          Setting.TLS_CERTIFICATE_FILE,
          Setting.TLS_KEY_FILE,
          Setting.TLS_HOSTNAME_VERIFICATION);

  /** Reads the attributes that begin with {@code tls}; null if connections are not encrypted. */
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
      for (Setting<?> each : OF_TLS) {
        values.conflictIf(
            !values.isDefault(each),
            each,
            "it needs tls=\"true\" as well; or leave it out",
            Setting.TLS);
      }
      return null;
    }
    values.conflictIf(
        values.get(Setting.MEMCACHED_PROTOCOL) == Protocol.BINARY,
        Setting.TLS,
        "it needs memcachedProtocol=\"text\"");
    values.conflictIf(
        caFile != null && trustStore != null,
        Setting.TLS_TRUST_STORE,
        "tlsCaFile is set as well; keep one of them");
    needs(values, Setting.TLS_TRUST_STORE_PASSWORD, Setting.TLS_TRUST_STORE);
    needs(values, Setting.TLS_CERTIFICATE_FILE, Setting.TLS_KEY_FILE);
    needs(values, Setting.TLS_KEY_FILE, Setting.TLS_CERTIFICATE_FILE);
    return new TlsSettings(
        caFile,
        trustStore,
        password.isEmpty() ? null : new Secret(password),
        certificate,
        key,
        verifiesHostname);
  }

  private static void needs(AttributeValues values, Setting<?> setting, Setting<?> other) {
    values.conflictIf(
        !values.isDefault(setting) && values.isDefault(other),
        setting,
        other.attribute() + " is needed as well",
        other);
  }
}
