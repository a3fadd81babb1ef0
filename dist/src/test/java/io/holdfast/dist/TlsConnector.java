package io.holdfast.dist;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** A connector that speaks TLS, so that Tomcat can take session ids from there. */
final class TlsConnector {

  private static final String PASSWORD = "changeit";

  private TlsConnector() {}

  /** The element for {@code server.xml}; its keys are made once, in this folder. */
  static String xml(Path folder) {
    return """
    <Connector port="0" address="127.0.0.1" SSLEnabled="true" scheme="https" secure="true">
      <SSLHostConfig>
        <Certificate type="EC" certificateKeystoreFile="%s" certificateKeystorePassword="%s"/>
      </SSLHostConfig>
    </Connector>
    """
        .formatted(keys(folder.resolve("tls.p12")), PASSWORD);
  }

  private static Path keys(Path file) {
    if (!Files.exists(file)) {
      run(
          Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
          "-genkeypair",
          "-keyalg",
          "EC",
          "-dname",
          "CN=localhost",
          "-storetype",
          "PKCS12",
          "-storepass",
          PASSWORD,
          "-keystore",
          file.toString());
    }
    return file;
  }

  private static void run(String... command) {
    try {
      Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
      String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      if (process.waitFor() != 0) {
        throw new IllegalStateException(command[0] + " failed: " + said);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }
}
