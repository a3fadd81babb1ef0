package io.holdfast.serializer.tests;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.transcoder.Transcoder;
import io.holdfast.core.transcoder.TranscoderException;
import io.holdfast.core.transcoder.TranscoderException.Reason;
import io.holdfast.serializer.tests.frameworks.SampleCertificate;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.nio.charset.StandardCharsets;
import java.security.PublicKey;
import java.security.cert.CertPath;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import javax.security.auth.x500.X500Principal;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import org.springframework.security.core.authority.SimpleGrantedAuthority;
import org.springframework.security.core.context.SecurityContextImpl;
import org.springframework.security.web.authentication.preauth.PreAuthenticatedAuthenticationToken;

/** Certificates, as logins by X.509 leave them in a session, with no entry for them. */
final class CertificatesTest {

  private static final int BITS = 8;

  private static final byte[] ANN = SampleCertificate.bytes();

  private static X509Certificate ann() {
    try {
      return (X509Certificate)
          CertificateFactory.getInstance("X.509")
              .generateCertificate(new ByteArrayInputStream(ANN));
    } catch (CertificateException e) {
      throw new AssertionError("the certificate of the test", e);
    }
  }

  private static Object again(Serializer serializer, Object graph) {
    return serializer.transcoder().decode(serializer.transcoder().encode(graph));
  }

  @ParameterizedTest
  @FieldSource("io.holdfast.serializer.tests.Serializer#ALL")
  void decodeWhenLoginByX509ThenItsCertificateIsThere(Serializer serializer) {
    PreAuthenticatedAuthenticationToken login =
        new PreAuthenticatedAuthenticationToken(
            "ann", ann(), List.of(new SimpleGrantedAuthority("ROLE_USER")));
    byte[] bytes = serializer.transcoder("@spring-security").encode(new SecurityContextImpl(login));

    SecurityContextImpl read =
        (SecurityContextImpl) serializer.transcoder("@spring-security").decode(bytes);

    assertEquals(login, read.getAuthentication());
    assertEquals(ann(), Objects.requireNonNull(read.getAuthentication()).getCredentials());
  }

  @ParameterizedTest
  @FieldSource("io.holdfast.serializer.tests.Serializer#ALL")
  void decodeWhenCertificateWasSharedThenIsOneObject(Serializer serializer) {
    X509Certificate ann = ann();

    List<?> read = (List<?>) again(serializer, Arrays.asList(ann, "between", ann));

    assertEquals(ann, read.get(0));
    assertSame(read.get(0), read.get(2));
  }

  /** As Tomcat gives a chain of them to a request. */
  @ParameterizedTest
  @FieldSource("io.holdfast.serializer.tests.Serializer#ALL")
  void decodeWhenChainThenIsAnArrayOfThem(Serializer serializer) {
    X509Certificate[] chain = {ann(), ann()};

    assertArrayEquals(chain, (X509Certificate[]) again(serializer, chain));
  }

  @ParameterizedTest
  @FieldSource("io.holdfast.serializer.tests.Serializer#ALL")
  void decodeWhenPathThenIsEqual(Serializer serializer) throws CertificateException {
    CertPath path = CertificateFactory.getInstance("X.509").generateCertPath(List.of(ann()));

    List<?> read = (List<?>) again(serializer, Arrays.asList(path, path));

    assertEquals(path, read.get(0));
    assertSame(read.get(0), read.get(1));
  }

  @ParameterizedTest
  @FieldSource("io.holdfast.serializer.tests.Serializer#ALL")
  void decodeWhenItsPrincipalIsAllowedThenIsEqual(Serializer serializer) {
    Transcoder transcoder = serializer.transcoder(X500Principal.class.getName());
    X500Principal principal = ann().getSubjectX500Principal();

    assertEquals(principal, transcoder.decode(transcoder.encode(principal)));
  }

  @ParameterizedTest
  @FieldSource("io.holdfast.serializer.tests.Serializer#ALL")
  void decodeWhenHeldByWhatOnlyJavaWritesThenIsEqual(Serializer serializer) {
    AtomicReference<?> read =
        (AtomicReference<?>) again(serializer, new AtomicReference<>(new Owner(ann())));

    assertEquals(ann(), ((Owner) Objects.requireNonNull(read.get())).certificate);
  }

  /** With a form of its own. */
  private static final class Owner implements Serializable {

    private static final long serialVersionUID = 1L;

    private final X509Certificate certificate;

    Owner(X509Certificate certificate) {
      this.certificate = certificate;
    }

    private void writeObject(ObjectOutputStream out) throws IOException {
      out.defaultWriteObject();
    }
  }

  @ParameterizedTest
  @FieldSource("io.holdfast.serializer.tests.Serializer#ALL")
  void encodeWhenCertificatesAreDeniedThenIsRefused(Serializer serializer) {
    Transcoder transcoder = serializer.transcoder("!java.security.cert.*");
    Map<String, Object> attributes = new HashMap<>(Map.of("a", ann()));

    TranscoderException e =
        assertThrows(TranscoderException.class, () -> transcoder.encode(attributes));

    assertEquals(Reason.REJECTED_CLASS, e.reason(), e.getMessage());
    byte[] bytes = serializer.transcoder().encode(attributes);
    e = assertThrows(TranscoderException.class, () -> transcoder.decode(bytes));
    assertEquals(Reason.REJECTED_CLASS, e.reason(), e.getMessage());
  }

  @ParameterizedTest
  @FieldSource("io.holdfast.serializer.tests.Serializer#ALL")
  void decodeWhenAnyBitIsWrongThenNothingElseIsThrown(Serializer serializer) {
    Transcoder transcoder = serializer.transcoder();
    byte[] bytes = transcoder.encode(ann());
    int refused = 0;
    for (int bit = 0; bit < bytes.length * BITS; bit++) {
      byte[] wrong = bytes.clone();
      wrong[bit / BITS] ^= (byte) (1 << (bit % BITS));
      try {
        Object unused = transcoder.decode(wrong);
      } catch (TranscoderException e) {
        refused++;
      }
    }
    assertTrue(refused > bytes.length, refused + " refused");
  }

  @ParameterizedTest
  @FieldSource("io.holdfast.serializer.tests.Serializer#ALL")
  void encodeWhenLongerThanIsReadThenIsRefused(Serializer serializer) {
    Transcoder transcoder = serializer.transcoder();
    Map<String, Object> first = new HashMap<>(Map.of("a", ann()));
    byte[] unused = transcoder.encode(first); // proves the classes
    X509Certificate huge = withExtensionOf(70_000);

    TranscoderException e =
        assertThrows(
            TranscoderException.class, () -> transcoder.encode(new HashMap<>(Map.of("a", huge))));

    assertEquals(Reason.UNWRITABLE, e.reason(), e.getMessage());
  }

  /** Ann's certificate with one more extension, whose signature is wrong then. */
  private static X509Certificate withExtensionOf(int length) {
    try {
      return (X509Certificate)
          CertificateFactory.getInstance("X.509")
              .generateCertificate(new ByteArrayInputStream(extended(length)));
    } catch (CertificateException e) {
      throw new AssertionError("the certificate of the test", e);
    }
  }

  private static byte[] extended(int length) {
    byte[] body = Arrays.copyOfRange(ANN, 4, ANN.length);
    int signedLength = 4 + ((body[2] & 0xff) << 8) + (body[3] & 0xff);
    byte[] signed = Arrays.copyOfRange(body, 4, signedLength);
    byte[] rest = Arrays.copyOfRange(body, signedLength, body.length);
    int tag = lastIndexOf(signed, (byte) 0xa3);
    byte[] before = Arrays.copyOf(signed, tag);
    byte[] extensions = Arrays.copyOfRange(signed, tag + 4, signed.length);
    byte[] more = der(0x30, join(new byte[] {6, 3, 42, 3, 4}, der(4, new byte[length])));
    return der(
        0x30, join(der(0x30, join(before, der(0xa3, der(0x30, join(extensions, more))))), rest));
  }

  /** Where the extensions begin, which are at the end: two lengths of one byte each. */
  private static int lastIndexOf(byte[] bytes, byte tag) {
    for (int i = bytes.length - 2; i >= 0; i--) {
      if (bytes[i] == tag && bytes[i + 1] == bytes.length - i - 2) {
        return i;
      }
    }
    throw new AssertionError("no extensions");
  }

  private static byte[] der(int tag, byte[] content) {
    int n = content.length;
    return join(
        new byte[] {(byte) tag, (byte) 0x83, (byte) (n >> 16), (byte) (n >> 8), (byte) n}, content);
  }

  private static byte[] join(byte[] one, byte[] other) {
    byte[] both = Arrays.copyOf(one, one.length + other.length);
    System.arraycopy(other, 0, both, one.length, other.length);
    return both;
  }

  /** What {@code writeReplace} makes of it names any type and any bytes. */
  private static final class Forged extends Certificate {

    private static final long serialVersionUID = 1L;

    private final byte[] bytes;

    Forged(String type, byte[] bytes) {
      super(type);
      this.bytes = bytes;
    }

    @Override
    public byte[] getEncoded() {
      return bytes;
    }

    @Override
    public void verify(PublicKey key) {
      throw new UnsupportedOperationException("forged");
    }

    @Override
    public void verify(PublicKey key, String provider) {
      throw new UnsupportedOperationException("forged");
    }

    @Override
    public String toString() {
      return "forged";
    }

    @Override
    public PublicKey getPublicKey() {
      throw new UnsupportedOperationException("forged");
    }
  }

  private static byte[] stream(Object graph) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(graph);
    } catch (IOException e) {
      throw new AssertionError("memory can be written to", e);
    }
    return bytes.toByteArray();
  }

  private static void assertUnreadable(Forged forged) {
    Transcoder java = Serializer.ALL.get(0).transcoder();

    TranscoderException e =
        assertThrows(TranscoderException.class, () -> java.decode(stream(forged)));

    assertEquals(Reason.UNREADABLE, e.reason(), e.getMessage());
  }

  @Test
  void decodeWhenStreamHasExactlyACertificateThenIsRead() {
    assertEquals(
        ann(), Serializer.ALL.get(0).transcoder().decode(stream(new Forged("X.509", ANN))));
  }

  @Test
  void decodeWhenStreamHasAnotherTypeThenIsRefused() {
    assertUnreadable(new Forged("X509", ANN)); // an alias, behind which the JDK asks providers
    assertUnreadable(new Forged("PGP", ANN));
  }

  @Test
  void decodeWhenStreamHasMoreThanACertificateThenIsRefused() {
    assertUnreadable(new Forged("X.509", join(ANN, ANN)));
  }

  @Test
  void decodeWhenStreamHasTextThenIsRefused() {
    String text =
        "-----BEGIN CERTIFICATE-----\n%s\n-----END CERTIFICATE-----\n"
            .formatted(Base64.getMimeEncoder().encodeToString(ANN));
    assertUnreadable(new Forged("X.509", text.getBytes(StandardCharsets.US_ASCII)));
  }

  @Test
  void decodeWhenStreamHasTooMuchThenIsRefused() {
    assertUnreadable(new Forged("X.509", extended(70_000)));
  }
}
