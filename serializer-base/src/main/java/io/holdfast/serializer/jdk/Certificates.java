package io.holdfast.serializer.jdk;

import java.io.ByteArrayInputStream;
import java.io.InvalidObjectException;
import java.security.cert.CertPath;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.Arrays;

/**
 * X.509 certificates and paths of them, as their encoded bytes: no serializer writes more of them.
 * The JDK's own stand-in reads a certificate of any type that a provider knows, of any length, in
 * any form, with anything behind it.
 */
public final class Certificates {

  /** A certificate has about a kilobyte; one that lists a thousand hosts has thirty. */
  public static final int LONGEST = 64 * 1_024;

  /** Of a path; a path of a login has three or four certificates. */
  public static final int LONGEST_PATH = 4 * LONGEST;

  private static final String TYPE = "X.509";

  private Certificates() {}

  /**
   * Returns the class that records name for objects of a class: of the JDK's own certificates and
   * paths the public one above it, of any other class that class itself.
   */
  public static Class<?> named(Class<?> type) {
    if (type.getModule().isNamed()) {
      if (X509Certificate.class.isAssignableFrom(type)) {
        return X509Certificate.class;
      }
      if (CertPath.class.isAssignableFrom(type)) {
        return CertPath.class;
      }
    }
    return type;
  }

  /**
   * Returns the bytes that stand for a certificate.
   *
   * @throws CertificateException if it cannot be encoded, or {@link #certificate} would refuse it
   */
  public static byte[] encoded(X509Certificate certificate) throws CertificateException {
    return bounded(certificate.getEncoded(), LONGEST);
  }

  /**
   * Returns the bytes that stand for a path, in its default encoding.
   *
   * @throws CertificateException if it cannot be encoded, or {@link #path} would refuse it
   */
  public static byte[] encoded(CertPath path) throws CertificateException {
    requireX509(path.getType());
    return bounded(path.getEncoded(), LONGEST_PATH);
  }

  /**
   * Makes a certificate.
   *
   * @param bytes hostile until proven otherwise
   * @throws CertificateException if they are not exactly one certificate in its binary form, or
   *     more than {@value #LONGEST}
   */
  public static X509Certificate certificate(byte[] bytes) throws CertificateException {
    CertificateFactory factory = CertificateFactory.getInstance(TYPE);
    ByteArrayInputStream in = new ByteArrayInputStream(bounded(bytes, LONGEST));
    X509Certificate certificate = (X509Certificate) factory.generateCertificate(in);
    if (!Arrays.equals(certificate.getEncoded(), bytes)) {
      throw new CertificateException("not exactly one certificate in its binary form");
    }
    return certificate;
  }

  /**
   * Makes a path of certificates.
   *
   * @param bytes hostile until proven otherwise
   * @throws CertificateException if they are not exactly one path in its default encoding, or more
   *     than {@value #LONGEST_PATH}
   */
  public static CertPath path(byte[] bytes) throws CertificateException {
    CertificateFactory factory = CertificateFactory.getInstance(TYPE);
    ByteArrayInputStream in = new ByteArrayInputStream(bounded(bytes, LONGEST_PATH));
    CertPath path = factory.generateCertPath(in);
    if (!Arrays.equals(path.getEncoded(), bytes)) {
      throw new CertificateException("not exactly one path of certificates in its binary form");
    }
    return path;
  }

  private static byte[] bounded(byte[] bytes, int longest) throws CertificateException {
    if (bytes.length > longest) {
      throw new CertificateException("%d bytes, allowed are %d".formatted(bytes.length, longest));
    }
    return bytes;
  }

  private static void requireX509(String type) throws CertificateException {
    if (!type.equals(TYPE)) {
      throw new CertificateException("of the type %s, only X.509 can be read".formatted(type));
    }
  }

  /** What is made of the bytes of a stream. */
  @FunctionalInterface
  interface Decoder {
    Object decode(byte[] bytes) throws CertificateException;
  }

  /**
   * Makes what stands in a stream of JDK serialization.
   *
   * @throws InvalidObjectException if it is of another type, or the bytes are refused
   */
  static Object resolve(String type, byte[] bytes, Decoder decoder) throws InvalidObjectException {
    try {
      requireX509(String.valueOf(type));
      return decoder.decode(bytes);
    } catch (CertificateException | RuntimeException e) { // of hostile bytes
      InvalidObjectException invalid = new InvalidObjectException("not a certificate: " + e);
      invalid.initCause(e);
      throw invalid;
    }
  }
}
