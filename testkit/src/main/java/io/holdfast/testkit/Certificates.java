package io.holdfast.testkit;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.security.spec.ECGenParameterSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import javax.security.auth.x500.X500Principal;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.cert.X509CertificateHolder;
import org.bouncycastle.cert.X509v3CertificateBuilder;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.openssl.jcajce.JcaPEMWriter;
import org.bouncycastle.openssl.jcajce.JcaPKCS8Generator;
import org.bouncycastle.operator.ContentSigner;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;

/** A certificate authority of a test, which makes its files in a folder. */
public final class Certificates {

  private static final AtomicLong SERIAL_NUMBERS = new AtomicLong(1);

  private final Path folder;
  private final String name;
  private final KeyPair keys;
  private final Path certificate;

  /**
   * A certificate with its private key.
   *
   * @param certificate in PEM, followed by that of its authority
   * @param key in PEM, PKCS#8
   */
  public record Issued(Path certificate, Path key) {}

  private Certificates(Path folder, String name, KeyPair keys, Path certificate) {
    this.folder = folder;
    this.name = name;
    this.keys = keys;
    this.certificate = certificate;
  }

  /** Makes an authority. */
  public static Certificates authority(Path folder, String name) {
    KeyPair keys = keys();
    try {
      X509CertificateHolder own =
          unsigned(name, name, keys, Instant.now(), days(10))
              .addExtension(Extension.basicConstraints, true, new BasicConstraints(true))
              .build(signer(keys));
      return new Certificates(folder, name, keys, write(folder.resolve(name + ".pem"), own));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Its own certificate, in PEM. */
  public Path certificate() {
    return certificate;
  }

  /** Its own certificate in a key store of this password. */
  public Path trustStore(String password) {
    Path file = folder.resolve(name + "-trust.p12");
    try (OutputStream out = Files.newOutputStream(file)) {
      KeyStore store = KeyStore.getInstance("PKCS12");
      store.load(null, null);
      store.setCertificateEntry(
          name,
          CertificateFactory.getInstance("X.509")
              .generateCertificate(new ByteArrayInputStream(Files.readAllBytes(certificate))));
      store.store(out, password.toCharArray());
      return file;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  /** A certificate for these names, such as {@code dns:localhost} or {@code ip:127.0.0.1}. */
  public Issued issue(String subject, String... names) {
    return issue(subject, Instant.now().minus(days(1)), days(10), names);
  }

  /** One that expired so many days ago. */
  public Issued issueExpired(String subject, int days, String... names) {
    return issue(subject, Instant.now().minus(days(days + 1)), days(1), names);
  }

  private Issued issue(String subject, Instant from, Duration length, String... names) {
    KeyPair own = keys();
    X509v3CertificateBuilder unsigned = unsigned(name, subject, own, from, length);
    try {
      if (names.length > 0) {
        GeneralName[] all =
            Stream.of(names).map(Certificates::alternativeName).toArray(GeneralName[]::new);
        unsigned.addExtension(Extension.subjectAlternativeName, false, new GeneralNames(all));
      }
      Path chain = write(folder.resolve(subject + ".pem"), unsigned.build(signer(keys)));
      Files.writeString(chain, Files.readString(certificate), StandardOpenOption.APPEND);
      Path key =
          write(
              folder.resolve(subject + "-key.pem"), new JcaPKCS8Generator(own.getPrivate(), null));
      return new Issued(
          chain, Files.setPosixFilePermissions(key, PosixFilePermissions.fromString("rw-------")));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static KeyPair keys() {
    try {
      KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
      generator.initialize(new ECGenParameterSpec("secp256r1"));
      return generator.generateKeyPair();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  private static X509v3CertificateBuilder unsigned(
      String issuer, String subject, KeyPair owned, Instant from, Duration length) {
    return new JcaX509v3CertificateBuilder(
        new X500Principal("CN=" + issuer),
        BigInteger.valueOf(SERIAL_NUMBERS.getAndIncrement()),
        Date.from(from),
        Date.from(from.plus(length)),
        new X500Principal("CN=" + subject),
        owned.getPublic());
  }

  private static ContentSigner signer(KeyPair keys) {
    try {
      return new JcaContentSignerBuilder("SHA256withECDSA").build(keys.getPrivate());
    } catch (OperatorCreationException e) {
      throw new IllegalStateException(e);
    }
  }

  private static GeneralName alternativeName(String typed) {
    int type = typed.startsWith("ip:") ? GeneralName.iPAddress : GeneralName.dNSName;
    return new GeneralName(type, typed.substring(typed.indexOf(':') + 1));
  }

  private static Path write(Path file, Object content) throws IOException {
    try (JcaPEMWriter writer = new JcaPEMWriter(Files.newBufferedWriter(file))) {
      writer.writeObject(content);
    }
    return file;
  }

  private static Duration days(int days) {
    return Duration.ofDays(days);
  }
}
