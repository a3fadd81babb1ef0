package io.holdfast.serializer.tests.frameworks;

import java.io.ByteArrayInputStream;
import java.security.cert.CertPath;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.Base64;
import java.util.List;

/** A certificate as a login by X.509 leaves it in a session. */
public final class SampleCertificate {

  /** Of CN=Ann, O=Acme, signed by itself. */
  private static final byte[] ANN =
      Base64.getMimeDecoder()
          .decode(
              """
              MIIBcDCCARagAwIBAgIIdWL54miOZWswCgYIKoZIzj0EAwIwHTENMAsGA1UEChME
              QWNtZTEMMAoGA1UEAxMDQW5uMCAXDTI0MDEwMTE0MTMxNloYDzIxMjMxMjA4MTQx
              MzE2WjAdMQ0wCwYDVQQKEwRBY21lMQwwCgYDVQQDEwNBbm4wWTATBgcqhkjOPQIB
              BggqhkjOPQMBBwNCAAQRzPRUvrZZ8VvRNfvM5vNCTppfwNFOZp/GoETlexa9OlfO
              YfiJrxngbS8gQRorMRW8Bwn98Z1giu0ChDXr3CR/oz4wPDAdBgNVHQ4EFgQUvYHk
              8tk5Rflu/tduDeuSsTfsyXowGwYDVR0RBBQwEoEQYW5uQGFjbWUuZXhhbXBsZTAK
              BggqhkjOPQQDAgNIADBFAiAuuljs4JWFwqfkLNHg2ALZVm3OrnS0JKt6GPNuUe5S
              4wIhAKE08E+c0fwo/LuLPQurIrkURdRxRXIT5AZL7/jEakO6
              """);

  private SampleCertificate() {}

  /** Its encoded bytes. */
  public static byte[] bytes() {
    return ANN.clone();
  }

  static X509Certificate certificate() {
    try {
      return (X509Certificate)
          CertificateFactory.getInstance("X.509")
              .generateCertificate(new ByteArrayInputStream(ANN));
    } catch (CertificateException e) {
      throw new AssertionError("the certificate of the test", e);
    }
  }

  static CertPath path() {
    try {
      return CertificateFactory.getInstance("X.509").generateCertPath(List.of(certificate()));
    } catch (CertificateException e) {
      throw new AssertionError("the certificate of the test", e);
    }
  }
}
