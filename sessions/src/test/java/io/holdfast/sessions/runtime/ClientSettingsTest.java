package io.holdfast.sessions.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.config.ConfigurationException;
import io.holdfast.core.config.ConfigurationParser;
import io.holdfast.core.config.SessionConfiguration;
import io.holdfast.core.config.Setting;
import io.holdfast.core.storage.link.SentinelLogin;
import io.holdfast.testkit.Certificates;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What an application's start says of files that it is given and cannot use. */
@TestInstance(Lifecycle.PER_CLASS)
final class ClientSettingsTest {

  @TempDir private static Path folder;

  private Certificates.Issued own;
  private Path authority;

  @BeforeAll
  void issue() {
    Certificates made = Certificates.authority(folder, "ca");
    authority = made.certificate();
    own = made.issue("tomcat");
  }

  @Test
  void passwordWhenInAFileThenItsFirstLine() throws IOException {
    Path file = write("secret", " s3cret \nnot this\n", "rw-------");

    assertEquals(
        "s3cret", ClientSettings.of(user(Setting.PASSWORD_FILE, file.toString())).password());
    assertEquals("given", ClientSettings.of(user(Setting.PASSWORD, "given")).password());
    assertNull(ClientSettings.of(parse(settings())).password());
  }

  @ParameterizedTest
  @CsvSource({
    "'', rw-------, 'its first line, the password, is empty'",
    "'\n\n', rw-------, 'its first line, the password, is empty'",
    "secret, rw----r--, 'others than its owner may use it (rw----r--); chmod 600'"
  })
  void passwordWhenTheFileCannotBeUsedThenAttributeValueAndRemedy(
      String text, String permissions, String problem) throws IOException {
    Path file = write("password", text, permissions);
    SessionConfiguration configuration = user(Setting.PASSWORD_FILE, file.toString());

    ConfigurationException error =
        assertThrows(ConfigurationException.class, () -> ClientSettings.of(configuration));

    assertEquals("passwordFile=\"%s\": %s".formatted(file, problem), error.getMessage());
  }

  @Test
  void sentinelLoginWhenItsFileIsInOrderThenThatFile() throws IOException {
    Path file = write("sentinel", "s3cret", "rw-------");
    Map<Setting<?>, String> settings = settings();
    settings.put(Setting.MEMCACHED_NODES, "sentinel:main@h");
    assertNull(ClientSettings.of(parse(settings)).sentinelLogin());
    settings.put(Setting.SENTINEL_PASSWORD_FILE, file.toString());

    assertEquals(
        new SentinelLogin("default", file), ClientSettings.of(parse(settings)).sentinelLogin());

    var unused = write("sentinel", "", "rw-------");
    ConfigurationException error =
        assertThrows(ConfigurationException.class, () -> ClientSettings.of(parse(settings)));
    assertEquals(
        "sentinelPasswordFile=\"%s\": its first line, the password, is empty".formatted(file),
        error.getMessage());
  }

  @Test
  void tlsWhenTheFilesAreInOrderThenTheSame() {
    SessionConfiguration configuration =
        tls(
            Map.of(
                Setting.TLS_CA_FILE, authority,
                Setting.TLS_CERTIFICATE_FILE, own.certificate(),
                Setting.TLS_KEY_FILE, own.key()));

    assertEquals(configuration.tls(), ClientSettings.of(configuration).tls());
  }

  static Stream<Arguments> unusable() {
    return Stream.of(
        Arguments.of(Setting.TLS_CA_FILE, "", "it has no PEM certificate"),
        Arguments.of(Setting.TLS_CA_FILE, "no certificate", "it has no PEM certificate"),
        Arguments.of(Setting.TLS_TRUST_STORE, "no store", "it is no JKS or PKCS12"),
        Arguments.of(Setting.TLS_CERTIFICATE_FILE, "", "it has no PEM certificate"),
        Arguments.of(Setting.TLS_KEY_FILE, "", "it has no PEM private key"),
        Arguments.of(
            Setting.TLS_KEY_FILE,
            pem("RSA PRIVATE KEY"),
            "its key is in the format of RSA; convert it with openssl pkcs8 -topk8 -nocrypt"),
        Arguments.of(
            Setting.TLS_KEY_FILE,
            pem("ENCRYPTED PRIVATE KEY"),
            "its key is encrypted; convert it with openssl pkcs8 -topk8 -nocrypt"),
        Arguments.of(
            Setting.TLS_KEY_FILE, pem("PRIVATE KEY"), "its private key is none of RSA, EC, EdDSA"));
  }

  private static String pem(String kind) {
    return "-----BEGIN %s-----%nAAAA%n-----END %s-----%n".formatted(kind, kind);
  }

  @ParameterizedTest
  @MethodSource("unusable")
  void tlsWhenAFileCannotBeUsedThenAttributeValueAndRemedy(
      Setting<?> setting, String text, String problem) throws IOException {
    Path file = write("file.pem", text, "rw-------");
    assertRefused(setting, file, problem);
  }

  @Test
  void tlsWhenAFileIsMissingOrTheKeyIsNotPrivateThenNamed() throws IOException {
    assertRefused(Setting.TLS_CA_FILE, folder.resolve("none"), "there is no such file");
    Path key = write("public-key.pem", Files.readString(own.key()), "rw-r--r--");
    assertRefused(Setting.TLS_KEY_FILE, key, "others than its owner may use it (rw-r--r--)");
  }

  private void assertRefused(Setting<?> setting, Path file, String problem) {
    Map<Setting<?>, Path> files = new TreeMap<>();
    if (setting.equals(Setting.TLS_CERTIFICATE_FILE) || setting.equals(Setting.TLS_KEY_FILE)) {
      files.put(Setting.TLS_CERTIFICATE_FILE, own.certificate());
      files.put(Setting.TLS_KEY_FILE, own.key());
    }
    files.put(setting, file);
    SessionConfiguration configuration = tls(files);

    ConfigurationException error =
        assertThrows(ConfigurationException.class, () -> ClientSettings.of(configuration));

    String message = String.valueOf(error.getMessage());
    String expected = "%s=\"%s\": %s".formatted(setting.attribute(), file, problem);
    assertTrue(message.startsWith(expected), message);
  }

  private Path write(String name, String text, String permissions) throws IOException {
    Path file = Files.writeString(folder.resolve(name), text);
    return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(permissions));
  }

  private static SessionConfiguration user(Setting<?> setting, String value) {
    Map<Setting<?>, String> settings = settings();
    settings.put(Setting.USERNAME, "shop");
    settings.put(setting, value);
    return parse(settings);
  }

  private static SessionConfiguration tls(Map<Setting<?>, Path> files) {
    Map<Setting<?>, String> settings = settings();
    settings.put(Setting.TLS, "true");
    files.forEach((setting, file) -> settings.put(setting, file.toString()));
    return parse(settings);
  }

  private static Map<Setting<?>, String> settings() {
    Map<Setting<?>, String> settings = new TreeMap<>();
    settings.put(Setting.MEMCACHED_NODES, "n1:a:1");
    return settings;
  }

  private static SessionConfiguration parse(Map<Setting<?>, String> settings) {
    return ConfigurationParser.parse(settings);
  }
}
