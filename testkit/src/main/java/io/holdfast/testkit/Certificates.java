package io.holdfast.testkit;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.cert.CertificateFactory;
import java.security.spec.ECGenParameterSpec;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import javax.security.auth.x500.X500Principal;

/**
 * A certificate authority of a test, which makes its files in a folder. It writes X.509 by itself:
 * the JDK's only way is keytool, and each call of it starts a virtual machine.
 */
public final class Certificates {

  private static final DateTimeFormatter UTC_TIME =
      DateTimeFormatter.ofPattern("yyMMddHHmmss'Z'", Locale.ROOT).withZone(ZoneOffset.UTC);
  private static final AtomicLong SERIAL_NUMBERS = new AtomicLong(1);

  private static final int INTEGER = 0x02;
  private static final int BIT_STRING = 0x03;
  private static final int OCTET_STRING = 0x04;
  private static final int UTC_TIME_TYPE = 0x17;
  private static final int SEQUENCE = 0x30;
  private static final int VERSION = 0xa0;
  private static final int EXTENSIONS = 0xa3;
  private static final int DNS_NAME = 0x82;
  private static final int IP_ADDRESS = 0x87;

  private static final byte[] SHA256_WITH_ECDSA = hex("300a06082a8648ce3d040302");
  private static final byte[] THIRD_VERSION = der(VERSION, hex("020102"));

  /** The extension that lets it sign others: critical. */
  private static final byte[] IS_AUTHORITY = hex("300f0603551d130101ff040530030101ff");

  private static final byte[] ALTERNATIVE_NAMES = hex("0603551d11");

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
    Instant now = Instant.now();
    byte[] signed =
        signed(name, keys.getPrivate(), name, keys.getPublic(), now, days(10), IS_AUTHORITY);
    return new Certificates(
        folder, name, keys, write(folder.resolve(name + ".pem"), pem("CERTIFICATE", signed)));
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
    byte[] extension = names.length == 0 ? new byte[0] : alternativeNames(names);
    byte[] signed =
        signed(name, keys.getPrivate(), subject, own.getPublic(), from, length, extension);
    try {
      Path chain =
          write(
              folder.resolve(subject + ".pem"),
              pem("CERTIFICATE", signed) + Files.readString(certificate));
      Path key =
          write(
              folder.resolve(subject + "-key.pem"),
              pem("PRIVATE KEY", own.getPrivate().getEncoded()));
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

  /** See RFC 5280, 4.1. */
  private static byte[] signed(
      String issuer,
      PrivateKey key,
      String subject,
      PublicKey owned,
      Instant from,
      Duration length,
      byte[] extension) {
    byte[] toBeSigned =
        der(
            SEQUENCE,
            THIRD_VERSION,
            der(INTEGER, BigInteger.valueOf(SERIAL_NUMBERS.getAndIncrement()).toByteArray()),
            SHA256_WITH_ECDSA,
            new X500Principal("CN=" + issuer).getEncoded(),
            der(SEQUENCE, time(from), time(from.plus(length))),
            new X500Principal("CN=" + subject).getEncoded(),
            owned.getEncoded(),
            extension.length == 0 ? extension : der(EXTENSIONS, der(SEQUENCE, extension)));
    try {
      Signature signature = Signature.getInstance("SHA256withECDSA");
      signature.initSign(key);
      signature.update(toBeSigned);
      byte[] bits = signature.sign();
      return der(SEQUENCE, toBeSigned, SHA256_WITH_ECDSA, der(BIT_STRING, new byte[] {0}, bits));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  private static byte[] alternativeNames(String... names) {
    byte[][] all = Stream.of(names).map(Certificates::alternativeName).toArray(byte[][]::new);
    return der(SEQUENCE, ALTERNATIVE_NAMES, der(OCTET_STRING, der(SEQUENCE, all)));
  }

  private static byte[] alternativeName(String typed) {
    String value = typed.substring(typed.indexOf(':') + 1);
    try {
      return typed.startsWith("ip:")
          ? der(IP_ADDRESS, InetAddress.getByName(value).getAddress())
          : der(DNS_NAME, value.getBytes(StandardCharsets.US_ASCII));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static byte[] time(Instant moment) {
    return der(UTC_TIME_TYPE, UTC_TIME.format(moment).getBytes(StandardCharsets.US_ASCII));
  }

  /** A value in the distinguished encoding of ASN.1: its type, its length and its parts. */
  private static byte[] der(int type, byte[]... parts) {
    int length = Stream.of(parts).mapToInt(part -> part.length).sum();
    ByteArrayOutputStream value = new ByteArrayOutputStream();
    value.write(type);
    if (length > 0x7f) {
      byte[] digits = BigInteger.valueOf(length).toByteArray();
      int first = digits[0] == 0 ? 1 : 0;
      value.write(0x80 | (digits.length - first));
      value.write(digits, first, digits.length - first);
    } else {
      value.write(length);
    }
    Stream.of(parts).forEach(value::writeBytes);
    return value.toByteArray();
  }

  private static String pem(String what, byte[] bytes) {
    String text =
        Base64.getMimeEncoder(64, "\n".getBytes(StandardCharsets.US_ASCII)).encodeToString(bytes);
    return "-----BEGIN %s-----\n%s\n-----END %s-----\n".formatted(what, text, what);
  }

  private static Path write(Path file, String text) {
    try {
      return Files.writeString(file, text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Duration days(int days) {
    return Duration.ofDays(days);
  }

  private static byte[] hex(String digits) {
    return HexFormat.of().parseHex(digits);
  }
}
