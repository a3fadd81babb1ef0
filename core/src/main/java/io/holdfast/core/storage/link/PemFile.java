package io.holdfast.core.storage.link;

import io.holdfast.core.config.PrivateFile;
import io.holdfast.core.config.Setting;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
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
import org.jspecify.annotations.Nullable;

/**
 * A file with certificates or a private key in PEM.
 *
 * @see <a href="https://www.rfc-editor.org/rfc/rfc7468">RFC 7468, Textual Encodings of PKIX, PKCS,
 *     and CMS Structures</a>
 */
public record PemFile(Setting<?> setting, Path path) {

  private static final List<String> KINDS_OF_KEYS = List.of("RSA", "EC", "EdDSA");
  private static final Pattern KEY =
      Pattern.compile(
          "-----BEGIN ([A-Z ]*)PRIVATE KEY-----([^-]*)-----END [A-Z ]*PRIVATE KEY-----");

  /** Its certificates, in their order. */
  public Collection<? extends Certificate> certificates() throws UnusableFile {
    Collection<? extends Certificate> all;
    try {
      all =
          CertificateFactory.getInstance("X.509")
              .generateCertificates(new ByteArrayInputStream(Files.readAllBytes(path)));
    } catch (IOException e) {
      throw unusable(String.valueOf(PrivateFile.unreadable(e).getMessage()), e);
    } catch (CertificateException e) {
      throw unusable("it has no PEM certificate: " + e.getMessage(), e);
    }
    if (all.isEmpty()) {
      throw unusable("it has no PEM certificate", null);
    }
    return all;
  }

  /** Its first private key, which must not be encrypted. */
  public PrivateKey privateKey() throws UnusableFile {
    Matcher pem = KEY.matcher(secret());
    if (!pem.find()) {
      throw unusable("it has no PEM private key", null);
    }
    String kind = pem.group(1).strip();
    if (!kind.isEmpty()) {
      throw unusable(
          "its key is %s; convert it with openssl pkcs8 -topk8 -nocrypt"
              .formatted(kind.equals("ENCRYPTED") ? "encrypted" : "in the format of " + kind),
          null);
    }
    PKCS8EncodedKeySpec encoded;
    try {
      encoded = new PKCS8EncodedKeySpec(Base64.getMimeDecoder().decode(pem.group(2)));
    } catch (IllegalArgumentException e) {
      throw unusable("its private key is not base64", e);
    }
    for (String algorithm : KINDS_OF_KEYS) {
      PrivateKey key = decoded(encoded, algorithm);
      if (key != null) {
        return key;
      }
    }
    throw unusable(
        "its private key is none of %s".formatted(String.join(", ", KINDS_OF_KEYS)), null);
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

  private String secret() throws UnusableFile {
    try {
      return PrivateFile.read(path);
    } catch (IllegalArgumentException e) {
      throw unusable(String.valueOf(e.getMessage()), e);
    }
  }

  private UnusableFile unusable(String problem, @Nullable Throwable cause) {
    return new UnusableFile(setting, path, problem, cause);
  }
}
