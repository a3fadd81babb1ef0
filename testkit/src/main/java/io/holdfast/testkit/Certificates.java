package io.holdfast.testkit;

import io.holdfast.testkit.process.ChildProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.Key;
import java.security.KeyStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/** A certificate authority of a test, which makes its files in a folder with the JDK's keytool. */
public final class Certificates {

  private static final String PASSWORD = "changeit";
  private static final Duration DEADLINE = Duration.ofSeconds(60);

  private final Path folder;
  private final String name;
  private final Path certificate;

  /**
   * A certificate with its private key.
   *
   * @param certificate in PEM, followed by that of its authority
   * @param key in PEM, PKCS#8
   */
  public record Issued(Path certificate, Path key) {}

  private Certificates(Path folder, String name, Path certificate) {
    this.folder = folder;
    this.name = name;
    this.certificate = certificate;
  }

  /** Makes an authority. */
  public static Certificates authority(Path folder, String name) {
    Certificates made = new Certificates(folder, name, folder.resolve(name + ".pem"));
    made.keytool("-genkeypair", name, "-dname", "CN=" + name, "-ext", "bc:c");
    made.keytool("-exportcert", name, "-rfc", "-file", made.certificate.toString());
    return made;
  }

  /** Its own certificate, in PEM. */
  public Path certificate() {
    return certificate;
  }

  /** Its own certificate in a key store of this password. */
  public Path trustStore(String password) {
    Path store = folder.resolve(name + "-trust.p12");
    run(
        List.of(
            "-importcert",
            "-noprompt",
            "-alias",
            name,
            "-file",
            certificate.toString(),
            "-keystore",
            store.toString(),
            "-storepass",
            password,
            "-storetype",
            "PKCS12"));
    return store;
  }

  /** A certificate for these names, such as {@code dns:localhost} or {@code ip:127.0.0.1}. */
  public Issued issue(String subject, String... names) {
    return issue(subject, 0, names);
  }

  /** One that expired so many days ago. */
  public Issued issueExpired(String subject, int days, String... names) {
    return issue(subject, days + 1, names);
  }

  private Issued issue(String subject, int daysAgo, String... names) {
    String validity = daysAgo == 0 ? "10" : "1";
    Path request = folder.resolve(subject + ".csr");
    Path own = folder.resolve(subject + "-own.pem");
    keytool("-genkeypair", subject, "-dname", "CN=" + subject);
    keytool("-certreq", subject, "-file", request.toString());
    List<String> signing =
        new ArrayList<>(List.of("-rfc", "-infile", request.toString(), "-outfile", own.toString()));
    signing.addAll(List.of("-validity", validity, "-startdate", "-" + (daysAgo + 1) + "d"));
    if (names.length > 0) {
      signing.addAll(List.of("-ext", "san=" + String.join(",", names)));
    }
    keytool("-gencert", name, signing.toArray(String[]::new));
    return new Issued(chain(subject, own), key(subject));
  }

  private Path chain(String subject, Path own) {
    try {
      Path chain = folder.resolve(subject + ".pem");
      return Files.writeString(chain, Files.readString(own) + Files.readString(certificate));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Path key(String subject) {
    try {
      KeyStore store = KeyStore.getInstance(store(subject).toFile(), PASSWORD.toCharArray());
      Key key = store.getKey(subject, PASSWORD.toCharArray());
      Path file = folder.resolve(subject + "-key.pem");
      String base64 =
          Base64.getMimeEncoder(64, "\n".getBytes(StandardCharsets.US_ASCII))
              .encodeToString(key.getEncoded());
      Files.writeString(
          file, "-----BEGIN PRIVATE KEY-----\n" + base64 + "\n-----END PRIVATE KEY-----\n");
      return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  private Path store(String alias) {
    return folder.resolve(alias + ".p12");
  }

  private void keytool(String command, String alias, String... more) {
    List<String> arguments =
        new ArrayList<>(
            List.of(
                command,
                "-alias",
                alias,
                "-keystore",
                store(alias).toString(),
                "-storepass",
                PASSWORD,
                "-storetype",
                "PKCS12"));
    if (command.equals("-genkeypair")) {
      arguments.addAll(List.of("-keyalg", "EC", "-groupname", "secp256r1", "-validity", "10"));
    }
    arguments.addAll(List.of(more));
    run(arguments);
  }

  private static void run(List<String> arguments) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
    command.addAll(List.of("-J-XX:TieredStopAtLevel=1", "-J-XX:+UseSerialGC"));
    command.addAll(arguments);
    ChildProcess keytool =
        ChildProcess.start("keytool", new ProcessBuilder(command).redirectErrorStream(true));
    if (keytool.join(DEADLINE) != 0) {
      throw new IllegalStateException("keytool failed: " + arguments + "\n" + keytool.output());
    }
  }
}
