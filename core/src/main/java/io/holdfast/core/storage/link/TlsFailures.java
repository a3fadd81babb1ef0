package io.holdfast.core.storage.link;

import java.security.cert.CertPathBuilderException;
import java.security.cert.CertificateException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateNotYetValidException;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/** Tells an operator why a TLS handshake with a node failed, and what would be right. */
public final class TlsFailures {

  private TlsFailures() {}

  /**
   * In words.
   *
   * @param host the node's, as it is configured
   */
  public static String describe(SSLException failure, String host) {
    Throwable expired = causeOf(failure, CertificateExpiredException.class);
    if (expired != null) {
      return "its certificate has expired (%s); renew it".formatted(expired.getMessage());
    }
    if (causeOf(failure, CertificateNotYetValidException.class) != null) {
      return "its certificate is not valid yet; is the clock right?";
    }
    if (causeOf(failure, CertPathBuilderException.class) != null) {
      return "its certificate does not come from one in tlsCaFile or tlsTrustStore";
    }
    Throwable certificate = causeOf(failure, CertificateException.class);
    if (certificate != null) {
      return "its certificate is not for %s (%s); give it that name, or set tlsHostnameVerification"
          .concat("=\"false\"")
          .formatted(host, certificate.getMessage());
    }
    String message = String.valueOf(failure.getMessage());
    if (message.contains("certificate_required")) {
      return "it demands a certificate of ours; set tlsCertificateFile and tlsKeyFile";
    }
    if (message.startsWith("Unsupported or unrecognized SSL message")) {
      return "it does not speak TLS at this port; start it with -Z, or leave tls out. If neither is wrong,"
          + " it has no room for another connection (-c)";
    }
    return "no TLS: " + message;
  }

  private static @Nullable Throwable causeOf(Throwable failure, Class<?> kind) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (kind.isInstance(cause)) {
        return cause;
      }
    }
    return null;
  }
}
