package io.holdfast.core.storage.link;

import java.io.IOException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.UnknownHostException;
import java.security.cert.CertPathBuilderException;
import java.security.cert.CertificateException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateNotYetValidException;
import java.time.Duration;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/** Tells an operator why there is no connection to a node. */
public final class Failures {

  private Failures() {}

  /** Why an attempt to connect failed; neither user name nor password is in it. */
  public static String describe(IOException failure) {
    if (failure instanceof UnknownHostException) {
      return "unknown host";
    }
    if (failure instanceof NoRouteToHostException) {
      return "no route to the host";
    }
    String message = failure.getMessage();
    if (failure instanceof ConnectException
        && (message == null || message.startsWith("Connection refused"))) {
      return "connection refused";
    }
    return message == null ? failure.getClass().getSimpleName() : message;
  }

  /** The reason for a node that accepts connections but does not answer in time. */
  public static String silence(Duration timeout) {
    return "no answer within %d ms".formatted(timeout.toMillis());
  }

  /** Why a TLS handshake failed, and what would be right. */
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
